// The guide of a lesson: when its moment has come, what it lets pass, and where it goes on.
import { afterEach, describe, expect, it, vi } from "vitest";
import { Guide, fits } from "../src/learn/guide.svelte";
import type { Table } from "../src/lib/table.svelte";
import type { LessonStep, LessonText } from "../src/types";

const step = (id: string, more: Partial<LessonStep> = {}): LessonStep => ({
  id,
  title: id,
  text: "",
  point: [],
  rules: [],
  when: {},
  expect: [],
  otherwise: "",
  until: {},
  ...more,
});
const STEPS = [
  step("hello"),
  step("bid", { when: { step: "bid" }, expect: ["bid 2"], otherwise: "Bid two, please." }),
  step("watch", { when: { round: 4 }, until: { round: 5 } }),
  step("end"),
];

/** As much of a table as a guide looks at. */
function tableAt(view: object, lines: string[] = [], decisionStep = "bid") {
  const actions = lines.map((line) => ({ line, kind: line.split(" ")[0] }));
  const decision = lines.length ? { step: decisionStep, actions, forced: false, opened: 1 } : null;
  const round = { turn: 1, round: 3, waiting: [], over: false, ...view };
  return { view: round, decision, anytime: [], give: null, events: [], news: [], n: 1 };
}
async function guided(table: ReturnType<typeof tableAt>, at = 0, steps = STEPS): Promise<Guide> {
  const lesson = { name: "first", steps } as unknown as LessonText;
  vi.stubGlobal("fetch", async () => new Response(JSON.stringify(lesson)));
  const guide = new Guide(table as unknown as Table, `lesson${Math.random()}`, at);
  await vi.waitFor(() => expect(guide.lesson).not.toBeNull());
  return guide;
}
afterEach(() => vi.unstubAllGlobals());

describe("patterns of actions", () => {
  it.each([
    ["*", "move 3 5★ 6", true],
    ["move * 5★ *", "move 3 5★ 6", true],
    ["move * 5★ *", "move 3 9• 6", false],
    ["bid *", "bid 2 extra", false],
  ])("%s fits %s: %s", (pattern, line, wanted) => expect(fits(pattern, line)).toBe(wanted));
});

describe("a lesson", () => {
  it("goes on from a card that is only read", async () => {
    const guide = await guided(tableAt({}, ["pass", "bid 2"]));
    guide.next();
    expect(guide.step?.id).toBe("bid");
    expect(guide.here).toBe(true);
  });

  it("does not go on while a deed is asked for that can be done", async () => {
    const guide = await guided(tableAt({}, ["pass", "bid 2"]), 1);
    guide.next();
    expect(guide.step?.id).toBe("bid");
  });

  it("says a word to another deed, and lets the right one pass", async () => {
    const guide = await guided(tableAt({}, ["pass", "bid 2"]), 1);
    expect(guide.allows("pass")).toBe(false);
    expect(guide.word).toBe("Bid two, please.");
    expect(guide.allows("bid 2")).toBe(true);
    guide.deed("bid 2")(true);
    expect(guide.step?.id).toBe("watch");
  });

  it("stays where it is when the deed was refused", async () => {
    const guide = await guided(tableAt({}, ["pass", "bid 2"]), 1);
    guide.deed("bid 2")(false);
    expect(guide.step?.id).toBe("bid");
  });

  it("skips a moment that has passed by", async () => {
    const guide = await guided(tableAt({ round: 4 }), 1);
    expect(guide.step?.id).toBe("watch");
  });

  it("ends a step of itself once what it waits for has come", async () => {
    const both = { turn: 1, round: 5 };
    const steps = [step("gold", { when: { turn: 1 }, until: { round: 5 } }), step("end")];
    const guide = await guided(tableAt(both), 0, steps);
    expect(guide.step?.id).toBe("end");
  });

  it("lets earlier cards be read again without losing its place", async () => {
    const guide = await guided(tableAt({ round: 4 }), 2);
    guide.again();
    expect(guide.shown?.id).toBe("bid");
    guide.next();
    expect(guide.shown?.id).toBe("watch");
  });

  it("tells a lesson that was broken off from one that was read to its end", async () => {
    const guide = await guided(tableAt({}), 0);
    guide.end();
    expect([guide.done, guide.at]).toEqual([true, STEPS.length + 1]);
  });
});
