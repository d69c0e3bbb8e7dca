"""`table`: rows of numbers, judged cell by cell."""
