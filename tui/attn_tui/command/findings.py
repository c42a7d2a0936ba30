"""What the doctor finds: one line each."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from attn_tui.view.safe_text import visible

WIDTH = 80


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at; `fix` marks what keeps the app from running or being seen."""

    status: Literal["ok", "note", "fix"]
    topic: str
    sentence: str


def printed(findings: Sequence[Finding]) -> str:
    """The findings in aligned plain lines, long ones continued below their beginning."""
    topics = max(len(finding.topic) for finding in findings)
    lines = []
    for finding in findings:
        start = f"{finding.status:<4}  {finding.topic:<{topics}}  "
        lines += textwrap.wrap(
            visible(finding.sentence),
            WIDTH,
            initial_indent=start,
            subsequent_indent=" " * len(start),
            break_long_words=False,
            break_on_hyphens=False,
        )
    return "\n".join((*lines, "", _summary(findings), ""))


def _summary(findings: Sequence[Finding]) -> str:
    to_fix = sum(finding.status == "fix" for finding in findings)
    if not to_fix:
        return "Nothing to fix: attn-tui will run here."
    return f"{to_fix} to fix before attn-tui runs well here."
