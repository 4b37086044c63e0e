"""The page writes a contract's clauses as sentences; the contract language reads every one [B6]."""

from pathlib import Path

import pytest
from rulemarks import rule

from dragondune.contracts.language.parser import parse_clause
from dragondune.contracts.language.sentences import clause_text

# Written by web/tests/clauses.test.ts, which fails while the page says anything else.
SENTENCES = Path(__file__).with_name("page_sentences.txt").read_text(encoding="utf-8").splitlines()
ENFORCED = [line for line in SENTENCES if not line.startswith('"')]


@rule("B6")
@pytest.mark.parametrize("line", ENFORCED)
def test_each_sentence_of_the_page_is_read_and_written_back(line: str) -> None:
    assert clause_text(parse_clause(line)) == line
