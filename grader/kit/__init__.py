"""What a student is given to check their own work: public cases, and nothing that is hidden."""

from grader.kit.loading import open_kit

__all__ = ["open_kit"]
