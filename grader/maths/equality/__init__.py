"""Whether two formulas are equal: by form, in ball arithmetic at points, by a sealed-off proof."""
