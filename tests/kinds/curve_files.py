# ruff: noqa: E501
"""Data files for language-model/pretrained: what is read, and the words for what is not."""

from __future__ import annotations

from collections.abc import Callable

SCRATCH = [0.512, 0.531, 0.57, 0.601, 0.642, 0.66, 0.69, 0.70, 0.715, 0.73, 0.748]
PRETRAINED = [0.621, 0.712, 0.755, 0.781, 0.79, 0.795, 0.80, 0.802, 0.805, 0.80, 0.807]
CLAIMS = "ends_higher: pretrained\nfaster: pretrained\nfirst_gap: 0.11\n"


def table(
    separator: str = ",",
    header: str = "epoch,scratch,pretrained",
    written: Callable[[float], str] = str,
) -> str:
    """A right file, of eleven epochs."""
    runs = zip(SCRATCH, PRETRAINED, strict=True)
    rows = [[str(n), written(a), written(b)] for n, (a, b) in enumerate(runs, start=1)]
    return "\n".join(map(separator.join, [header.split(","), *rows])) + "\n"


RIGHT = table()
LINES = RIGHT.split("\n")


def spoiled(line: int, text: str) -> str:
    return "\n".join([*LINES[: line - 1], text, *LINES[line:]])


def comma(value: float) -> str:
    return str(value).replace(".", ",")


def percent(value: float) -> str:
    return f"{value * 100:.1f}"


LONG = "run,epoch,accuracy\n" + "".join(
    f"{run},{n},{value}\n"
    for run, values in (("scratch", SCRATCH), ("pretrained", PRETRAINED))
    for n, value in enumerate(values, start=1)
)
MANY = RIGHT + "".join(f"{n},0.5,0.6\n" for n in range(12, 3000))

# name -> the file, and the notes about it
READ: dict[str, tuple[str | bytes, tuple[str, ...]]] = {
    "plain": (RIGHT, ()),
    "byte order mark": ("\ufeff" + RIGHT, ()),
    "UTF-16": (RIGHT.encode("utf-16"), ()),
    "semicolons": (table(";"), ()),
    "tabs": (table("\t"), ()),
    "spaces": (table("  "), ()),
    "quoted": (table(written='"{}"'.format), ()),
    "Windows": (RIGHT.replace("\n", "\r\n"), ()),
    "other spellings": (RIGHT.replace("scratch", " From Scratch").replace("pretrained", "PRE-TRAINED"), ()),
    "other order": ("pretrained,epoch,scratch\n" + "".join(f"{b},{n},{a}\n" for n, (a, b) in enumerate(zip(SCRATCH, PRETRAINED, strict=True))), ()),
    "more columns": ("lr," + "\n0.1,".join(LINES[:-1]), ()),
    "trailing separators": (RIGHT.replace("\n", ",\n"), ()),
    "comment above": ("# two runs, one seed\n" + RIGHT, ()),
    "numpy.savetxt": (table(" ", "# epoch,scratch,pretrained", "{:.18e}".format), ()),
    "signs of percent": (table(written=lambda value: percent(value) + " %"), ()),
    "epochs as floats": (RIGHT.replace("\n1,", "\n1.0,"), ()),
    "names among words": (RIGHT.replace("scratch", "val_acc_scratch"), ("accuracy.csv: the column `val_acc_scratch` was read as scratch",)),
    "an index": (RIGHT.replace("epoch", ""), ("accuracy.csv: the column without a name was read as epoch",)),
    "an index beside": ("".join(f"{n}{line}\n" for n, line in zip(["", *range(20)], map(",{}".format, LINES[:-1]), strict=False)), ()),
    "decimal commas": (table(";", written=comma), ("accuracy.csv: decimal commas were read as points",)),
    "quoted decimal commas": (table(written=lambda value: f'"{comma(value)}"'), ("accuracy.csv: decimal commas were read as points",)),
    "three decimals of percent": (table(";", written=lambda value: comma(round(value * 100, 3)) + "00"), ("accuracy.csv: decimal commas were read as points", "accuracy.csv: percentages, from 0 to 100, were read as 0 to 1")),
    "percent": (table(written=percent), ("accuracy.csv: percentages, from 0 to 100, were read as 0 to 1",)),
    "unsorted": ("\n".join([LINES[0], *reversed(LINES[1:])]), ("accuracy.csv: the rows were sorted by epoch",)),
}  # fmt: skip

# name -> the file, and the words for why it is not read
UNREAD: dict[str, tuple[str | bytes, str]] = {
    "empty": ("", "line 1: it is empty; write `epoch,scratch,pretrained`, and below it a row for each epoch"),
    "only a header": (LINES[0], "line 1: it has 0 rows of numbers, but at least 10 are asked for"),
    "too few rows": ("\n".join(LINES[:6]), "line 6: it has 5 rows of numbers, but at least 10 are asked for"),
    "no header": ("\n".join(LINES[1:]), "line 1: it has no header; write `epoch,scratch,pretrained` as the first line"),
    "another header": (table(header="step,a,b"), "line 1: it begins with `step,a,b`; write `epoch,scratch,pretrained` as the first line"),
    "a title above": ("Accuracy of two models\n" + RIGHT, "line 1: it begins with `Accuracy of two models`; write `epoch,scratch,pretrained` as the first line"),
    "a page": ("<html>\n<b>404</b>\n", "line 1: it begins with `<html>`; write `epoch,scratch,pretrained` as the first line"),
    "one run": ("epoch,scratch\n1,0.5\n", "line 1: there is no column `pretrained`; write `epoch,scratch,pretrained` as the header"),
    "misspelt column": (RIGHT.replace("pretrained", "pretraind"), "line 1: there is no column `pretrained`; did you mean it by `pretraind`?"),
    "a column twice": ("epoch,scratch,pretrained,scratch\n", "line 1: two columns can be read as scratch (`scratch`, `scratch`); keep one"),
    "two columns of a name": ("epoch,train scratch,val scratch,pretrained\n", "line 1: two columns can be read as scratch (`train scratch`, `val scratch`); keep one"),
    "a row for each run": (LONG, "line 1: there is a row for each run and epoch, with the runs in `run`; write one row for each epoch, under `epoch,scratch,pretrained`"),
    "decimal commas between commas": (table(written=comma), "line 2: it has 5 cells, but the header has 3; write decimals with a point"),
    "a short row": (spoiled(5, "4,0.6"), "line 5: it has 2 cells, but the header has 3"),
    "an empty cell": (spoiled(5, "4,,0.7"), "line 5: scratch is empty; write a number"),
    "NaN": (spoiled(5, "4,NaN,0.7"), "line 5: scratch is `NaN`; write a number, or leave this row out"),
    "infinity": (spoiled(5, "4,0.6,-inf"), "line 5: pretrained is `-inf`; write a number, or leave this row out"),
    "text": (spoiled(5, "4,about 0.6,0.7"), "line 5: scratch is `about 0.6`, which is not a number; write one"),
    "a formula": (spoiled(5, "4,=B4+0.1,0.7"), "line 5: scratch is `=B4+0.1`, which is not a number; write one"),
    "other digits": (spoiled(5, "4,०.६,0.7"), "line 5: scratch is `०.६`, which is not a number; write one"),
    "underscores": (spoiled(5, "4,0.6_1,0.7"), "line 5: scratch is `0.6_1`, which is not a number; write one"),
    "an endless number": (spoiled(5, "4,0." + "1" * 90 + ",0.7"), "line 5: scratch is `0.11111111111111111111111111111111111111`, which is not a number; write one"),
    "an exponent to choke on": (spoiled(5, "4,1e999999999,0.7"), "line 5: scratch is `1e999999999`, which is not a number; write one"),
    "an epoch in words": (spoiled(5, "four,0.6,0.7"), "line 5: epoch is `four`, which is not a number; write one"),
    "an epoch twice": (spoiled(5, "3,0.6,0.7"), "line 5: epoch 3 is in line 4 too; write each one once"),
    "below the range": (spoiled(5, "4,-0.1,0.7"), "line 5: scratch is -0.1, which is not between 0 and 1"),
    "beyond percent": (table(written=percent).replace("62.1", "162.1"), "line 2: pretrained is 162.1, which is not between 0 and 100"),
    "one value in percent": (spoiled(5, "4,60.1,0.7"), "line 5: scratch is 60.1, and others are below 1; write all values from 0 to 1, or all from 0 to 100"),
    "one value not in percent": (table(written=percent).replace("62.1", "0.621"), "line 2: pretrained is 0.621, and others are above 1; write all values from 0 to 1, or all from 0 to 100"),
    "a number with two readings": (table(";").replace("\n1;", "\n1,000;"), "line 2: epoch is `1,000`, which can be read in two ways; write decimals with a point"),
    "a spreadsheet": (b"PK\x03\x04\x14\x00\x06\x00", "line 1: it is not text; save the table as CSV (in a spreadsheet: Save As)"),
    "an open quote": (spoiled(5, '4,"0.6,0.7'), 'line 5: a quote " is not closed, or stands inside a cell; write numbers without quotes'),
    "too many rows": (MANY, "line 2001: it has more than 2000 rows"),
    "too large": (RIGHT + "#" * (1 << 20), "line 1: it is larger than 1 MB; keep one row for each point"),
}  # fmt: skip
