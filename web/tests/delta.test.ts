// Changes that the server tells, put into what was known: they come to the same as whole updates,
// and whoever has missed one asks for the whole. The recording is of a real game
// (tests/server/record_deltas.py).
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { follows, next } from "../src/lib/delta";
import { Table } from "../src/lib/table.svelte";
import recording from "./deltas.json?raw";
import type { DeltaMessage, GameEvent, UpdateMessage } from "../src/types";

interface Recorded {
  before: UpdateMessage;
  deltas: DeltaMessage[];
  after: UpdateMessage;
}
const recorded: Recorded[] = JSON.parse(recording);
const [watching, seated] = recorded as [Recorded, Recorded];
const lastOf = (events: GameEvent[]) => events.at(-1)?.n ?? 0;

/** All changes in a row, with all events heard on the way. */
function walked({ before, deltas }: Recorded): UpdateMessage {
  const heard: GameEvent[] = [];
  let now = before;
  for (const delta of deltas) {
    now = next(now, delta, lastOf([...before.events, ...heard]));
    heard.push(...now.events);
  }
  return { ...now, since: before.n, events: heard };
}

describe("changes", () => {
  it.each([
    ["one who watches", watching],
    ["one who plays", seated],
  ])("come to the same as whole updates for %s", (_, told) => {
    expect(walked(told)).toEqual(told.after);
  });

  it("do not alter what was known before", () => {
    const before = structuredClone(seated.before);
    walked(seated);
    expect(seated.before).toEqual(before);
  });

  it("leave untouched parts as they are, so that nothing is drawn anew", () => {
    const delta = { t: "delta", n: seated.before.n + 1, all: { prompt: "…" } } as DeltaMessage;
    const now = next(seated.before, delta, 0);
    expect(now.view).toBe(seated.before.view);
    expect(now.decision).toBe(seated.before.decision);
    expect(now.events).toEqual([]);
  });

  it("end a sale and a battle, and begin others with all their fields", () => {
    const n = seated.before.n;
    const sale = { card: "?", bid: 0, bidder: null, left: 3 };
    const begun = next(
      { ...seated.before, view: { ...seated.before.view, sale: null } },
      {
        t: "delta",
        n: n + 1,
        all: { view: { sale: { bid: 0, bidder: null, left: 3 } } },
        own: { view: { sale: { card: "?" } } },
      },
      0,
    );
    expect(begun.view.sale).toEqual(sale);
    const ended = next(begun, { t: "delta", n: n + 2, all: { view: { sale: null } } }, 0);
    expect(ended.view.sale).toBeNull();
  });

  it("go on only from the update before", () => {
    const [first, second] = seated.deltas as [DeltaMessage, DeltaMessage];
    expect(follows(seated.before, first)).toBe(true);
    expect(follows(seated.before, second)).toBe(false);
    expect(follows(null, first)).toBe(false);
  });
});

/** The other end of a table's connection. */
class Line {
  static OPEN = 1;
  static last: Line;
  readyState = 1;
  said: Record<string, unknown>[] = [];
  onopen = () => {};
  onmessage: (message: { data: string }) => void = () => {};
  onclose = () => {};
  constructor() {
    Line.last = this;
  }
  send(text: string) {
    this.said.push(JSON.parse(text));
  }
  close() {}
  hear(message: unknown) {
    this.onmessage({ data: JSON.stringify(message) });
  }
}

describe("a table", () => {
  let table: Table;
  beforeEach(() => {
    const nothing = () => {};
    vi.stubGlobal("WebSocket", Line);
    vi.stubGlobal("window", globalThis);
    vi.stubGlobal("location", { protocol: "http:", host: "here" });
    vi.stubGlobal("addEventListener", nothing);
    vi.stubGlobal("removeEventListener", nothing);
    const listeners = { addEventListener: nothing, removeEventListener: nothing };
    // Nobody looks, so that nothing is shown slowly.
    vi.stubGlobal("document", { ...listeners, hidden: true });
    table = new Table("t", "token");
    Line.last.onopen();
  });
  afterEach(() => {
    table.close();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  const asked = () => Line.last.said.filter(({ t }) => t === "whole");

  it("says that it can be told changes", () => {
    expect(Line.last.said[0]).toMatchObject({ t: "hello", protocol: 2, seen: 0 });
  });

  it("shows the same after changes as after a whole update", () => {
    Line.last.hear(seated.before);
    for (const delta of seated.deltas) Line.last.hear(delta);
    expect(table.n).toBe(seated.after.n);
    expect(table.view).toEqual(seated.after.view);
    expect(table.decision).toEqual(seated.after.decision);
    expect(table.undoable).toBe(seated.after.undo);
    expect(table.prompt).toBe(seated.after.prompt);
    expect(table.events).toEqual([...seated.before.events, ...seated.after.events]);
    expect(asked()).toEqual([]);
  });

  it("asks once for the whole when one is missing, and goes on from it", () => {
    const [first, , third, fourth] = seated.deltas as DeltaMessage[];
    Line.last.hear(seated.before);
    Line.last.hear(first);
    Line.last.hear(third);
    Line.last.hear(fourth);
    expect(table.n).toBe(first!.n);
    expect(asked()).toMatchObject([{ t: "whole", seen: first!.n }]);
    const since = first!.n;
    const events = seated.after.events.filter(({ update }) => update > since);
    Line.last.hear({ ...seated.after, since, events });
    expect(table.n).toBe(seated.after.n);
    expect(table.view).toEqual(seated.after.view);
    expect(table.events).toEqual([...seated.before.events, ...seated.after.events]);
  });

  it("asks again where no answer comes", () => {
    vi.useFakeTimers({ now: Date.now() });
    Line.last.hear(seated.before);
    Line.last.hear(seated.deltas[1]);
    expect(asked()).toHaveLength(1);
    vi.setSystemTime(Date.now() + 10_000);
    Line.last.hear(seated.deltas[2]);
    expect(asked()).toHaveLength(2);
  });
});
