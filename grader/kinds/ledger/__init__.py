"""`ledger`: a count as named lines and their totals, each judged on its own."""
