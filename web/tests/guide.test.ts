// The guide of a lesson as it is drawn: which card is shown, and what is said to the server.
import { afterEach, describe, expect, it, vi } from "vitest";
import { Guide } from "../src/learn/guide.svelte";
import type { Table } from "../src/lib/table.svelte";
import type { GuideState, LessonStep, LessonText } from "../src/types";

const step = (id: string): LessonStep => ({
  id,
  title: id,
  text: "",
  point: [],
  rules: [],
  when: {},
  expect: [],
  otherwise: "",
  until: {},
});
const STEPS = ["hello", "bid", "watch", "end"].map(step);

/** As much of a table as a guide looks at. */
function tableAt(at: number, more: Partial<GuideState> = {}) {
  const guide = { at, here: true, asks: false, closes: false, word: "", ...more };
  return { guide, ask: vi.fn(async () => ({ ok: true })) };
}
async function guided(table: ReturnType<typeof tableAt>): Promise<Guide> {
  const lesson = { name: "first", steps: STEPS } as unknown as LessonText;
  vi.stubGlobal("fetch", async () => new Response(JSON.stringify(lesson)));
  const guide = new Guide(table as unknown as Table, `lesson${Math.random()}`);
  await vi.waitFor(() => expect(guide.lesson).not.toBeNull());
  return guide;
}
afterEach(() => vi.unstubAllGlobals());

describe("a guide", () => {
  it("shows the card of the step that the server names", async () => {
    const guide = await guided(tableAt(1, { asks: true, word: "Bid two, please." }));
    expect([guide.shown?.id, guide.asks, guide.word]).toEqual(["bid", true, "Bid two, please."]);
  });

  it("tells the server which card was read", async () => {
    const table = tableAt(2);
    (await guided(table)).next();
    expect(table.ask).toHaveBeenCalledWith({ t: "lesson", do: "next", step: 2 });
  });

  it("lets earlier cards be read again without losing its place", async () => {
    const table = tableAt(2);
    const guide = await guided(table);
    guide.again();
    expect(guide.shown?.id).toBe("bid");
    guide.next();
    expect(guide.shown?.id).toBe("watch");
    expect(table.ask).not.toHaveBeenCalled();
  });

  it("does not go back behind the first card", async () => {
    const guide = await guided(tableAt(0));
    guide.again();
    expect(guide.shown?.id).toBe("hello");
  });

  it("tells the server when the learner wants no guide", async () => {
    const table = tableAt(1);
    (await guided(table)).end();
    expect(table.ask).toHaveBeenCalledWith({ t: "lesson", do: "end" });
  });

  it("is over one step behind the last", async () => {
    expect((await guided(tableAt(3))).last).toBe(true);
    expect((await guided(tableAt(4))).done).toBe(true);
  });
});
