// The sentences that the page makes of a filled-in clause. The same list stands in
// tests/contracts/page_sentences.txt, where the contract language has to understand every line.
import { describe, expect, it } from "vitest";
import {
  ACES,
  COLOURS,
  COMPARISONS,
  CONDITIONS,
  SCOPES,
  TEMPLATES,
  THINGS,
  clauseLine,
  isWhole,
  type Draft,
} from "../src/lib/clauses";

const DRAFT: Draft = {
  kind: "peace",
  who: "dwarves",
  other: "elves",
  n: 3,
  places: ["3★", "9•"],
  turn: 4,
  until: 5,
  thing: "their hand",
  comparison: "at most",
  colour: "red",
  ace: "to hide",
  scope: "this turn",
  words: "we shall be friends",
  when: "",
  whenWho: "orcs",
  whenOther: "goblins",
  whenPlaces: ["10★"],
  whenTurn: 6,
};
const several: Partial<Record<keyof Draft, unknown[]>> = {
  thing: THINGS,
  comparison: COMPARISONS,
  colour: COLOURS,
  ace: ACES,
  scope: SCOPES,
  until: [0, 5],
  n: [1, 3],
};

/** Every template with every word that can stand in it, and every condition once. */
function drafts(): Draft[] {
  const plain = TEMPLATES.flatMap((form) => {
    const fields = form.fields.filter((field) => field in several) as (keyof Draft)[];
    const changed = fields.flatMap((field) =>
      several[field]!.map((value) => ({ ...DRAFT, kind: form.kind, [field]: value })),
    );
    return [{ ...DRAFT, kind: form.kind }, ...changed];
  });
  const bound = CONDITIONS.map((one) => ({ ...DRAFT, kind: "pay", when: one.kind }));
  return [...plain, ...bound];
}

const lines = [...new Set(drafts().map(clauseLine))];
const known = new URL("../../tests/contracts/page_sentences.txt", import.meta.url).pathname;

describe("sentences of clauses", () => {
  it("are those that the contract language is tested with", async () => {
    await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot(known);
  });

  it("begin with a capital, end with a full stop and leave nothing open", () => {
    for (const line of lines.filter((one) => !one.startsWith('"'))) {
      expect(line).toMatch(/^[A-Z].*\.$/);
      expect(line).not.toContain("…");
      expect(line).not.toContain("undefined");
    }
  });

  it("say one unit and several units", () => {
    expect(clauseLine({ ...DRAFT, kind: "send", n: 1, until: 0 })).toBe(
      "The Dwarves send at most 1 unit against the Elves.",
    );
  });

  it("are not whole while a place or the words are missing", () => {
    expect(isWhole({ ...DRAFT, kind: "enter", places: [] })).toBe(false);
    expect(isWhole({ ...DRAFT, kind: "words", words: " " })).toBe(false);
    expect(isWhole({ ...DRAFT, kind: "enter" })).toBe(true);
  });

  it("cannot be broken out of by quotation marks", () => {
    expect(clauseLine({ ...DRAFT, kind: "words", words: 'a "b" c' })).toBe("\"a 'b' c\"");
  });
});
