// Choosing an action step by step out of what is legal: the page must reach every listed action and
// never offer another.
import { describe, expect, it } from "vitest";
import { Picker } from "../src/lib/picker.svelte";
import type { Choice, Decision } from "../src/types";

const decision = (actions: Partial<Choice>[], opened = 1): Decision =>
  ({ step: "move", opened, actions, forced: false }) as unknown as Decision;
const move = (n: number, from: string, to: string, more: object = {}) => ({
  kind: "move",
  line: `move ${n} ${from} ${to}`,
  n,
  from,
  to,
  ...more,
});
const choosing = (actions: Partial<Choice>[]) => {
  const picker = new Picker();
  picker.begin(decision(actions));
  return picker;
};
const MOVES = [
  { kind: "pass", line: "pass" },
  ...[1, 2, 3].map((n) => move(n, "5★", "4•")),
  ...[1, 2, 3].map((n) => move(n, "5★", "6")),
  move(1, "9", "8"),
];

describe("on the map", () => {
  it("lights the places where a move can start, then those where it can end", () => {
    const picker = choosing(MOVES);
    expect([...picker.lit].sort()).toEqual(["5★", "9"]);
    picker.pick("5★");
    expect([...picker.lit].sort()).toEqual(["4•", "6"]);
    expect(picker.ready).toBeNull();
  });

  it("takes what has no other choice for granted", () => {
    const picker = choosing(MOVES);
    picker.pick("9");
    expect(picker.ready?.line).toBe("move 1 9 8");
  });

  it("proposes all units, and keeps a wish within what is legal", () => {
    const picker = choosing(MOVES);
    picker.pick("5★");
    picker.pick("4•");
    expect(picker.ready?.line).toBe("move 3 5★ 4•");
    picker.wanted = 99;
    expect(picker.ready?.line).toBe("move 3 5★ 4•");
    picker.wanted = 0;
    expect(picker.ready?.line).toBe("move 1 5★ 4•");
  });

  it("lets go of a place that is picked again", () => {
    const picker = choosing(MOVES);
    picker.pick("5★");
    picker.pick("4•");
    picker.pick("4•");
    expect([...picker.lit].sort()).toEqual(["5★", "9"]);
  });

  it("changes its mind about where to start, and forgets where it would have ended", () => {
    const picker = choosing(MOVES);
    picker.pick("5★");
    picker.pick("6");
    expect(picker.pick("9")).toBe(true);
    expect(picker.ready?.line).toBe("move 1 9 8");
  });

  it("does nothing with a place where nothing can be done", () => {
    const picker = choosing(MOVES);
    expect(picker.pick("13")).toBe(false);
    expect(picker.ready).toBeNull();
  });

  it("drags only from where units can go", () => {
    const picker = choosing(MOVES);
    expect(picker.startsAt("5★")).toBe(true);
    expect(picker.startsAt("4•")).toBe(false);
    picker.dragFrom("5★");
    expect(picker.origin).toBe("5★");
  });
});

describe("what else a choice consists of", () => {
  it("asks for hidden units only when they are wanted", () => {
    const picker = choosing([move(2, "5★", "6"), move(1, "5★", "6", { hidden: true })]);
    expect(picker.ready?.hidden).toBeUndefined();
    picker.set("hidden", true);
    expect(picker.ready?.n).toBe(1);
  });

  it("spends no card unless told to", () => {
    const picker = choosing([
      { kind: "hire", line: "hire 2 9•", n: 2, to: "9•" },
      { kind: "hire", line: "hire 2 9• A♠", n: 2, to: "9•", card: "A♠" },
    ]);
    expect(picker.ready?.line).toBe("hire 2 9•");
    picker.set("card", "A♠");
    expect(picker.ready?.line).toBe("hire 2 9• A♠");
  });

  it("sends as few elites as possible, or as many as are wished", () => {
    const picker = choosing([0, 1, 2].map((elite) => move(2, "5★", "6", { elite })));
    expect(picker.ready?.elite).toBe(0);
    picker.wantedElite = 2;
    expect(picker.ready?.elite).toBe(2);
  });

  it("keeps what was chosen while the same decision is told again, and no longer", () => {
    const picker = choosing(MOVES);
    picker.pick("5★");
    picker.begin(decision(MOVES));
    expect(picker.origin).toBe("5★");
    picker.begin(decision(MOVES, 2));
    expect(picker.origin).toBeNull();
  });

  it("reaches every action that is put together on the map, and no other", () => {
    const listed = MOVES.filter((one) => one.kind === "move");
    for (const wanted of listed as ReturnType<typeof move>[]) {
      const picker = choosing(MOVES);
      picker.pick(wanted.from);
      if (!picker.ready) picker.pick(wanted.to);
      picker.wanted = wanted.n;
      expect(picker.ready?.line).toBe(wanted.line);
    }
  });
});

describe("a stack of open and hidden units", () => {
  const both = (n: number, hidden: number, more: object = {}) => ({
    ...move(n, "7", "8", { hidden: "both", n_hidden: hidden, ...more }),
    line: `move ${n}+${hidden}h 7 8`,
  });
  const STACK = [
    ...[1, 2, 3].map((n) => move(n, "7", "8", { hidden: false })),
    ...[1, 2].map((n) => ({
      ...move(n, "7", "8", { hidden: true }),
      line: `move ${n} 7 8 hidden`,
    })),
    ...[1, 2, 3].flatMap((n) => [1, 2].map((hidden) => both(n, hidden))),
  ];

  it("moves its open units, its hidden ones, or both", () => {
    const picker = choosing(STACK);
    expect(picker.ready?.line).toBe("move 3 7 8");
    picker.set("hidden", true);
    expect(picker.ready?.line).toBe("move 2 7 8 hidden");
    expect(picker.nHidden).toBeNull();
    picker.set("hidden", "both");
    expect(picker.ready?.line).toBe("move 3+2h 7 8");
  });

  it("moves any number of each", () => {
    const picker = choosing(STACK);
    picker.set("hidden", "both");
    picker.wanted = 1;
    picker.wantedHidden = 2;
    expect(picker.ready?.line).toBe("move 1+2h 7 8");
    picker.wantedHidden = 9;
    expect(picker.ready?.line).toBe("move 1+2h 7 8");
    picker.wantedHidden = 1;
    expect(picker.ready?.line).toBe("move 1+1h 7 8");
  });

  it("offers only as many hidden ones as go with the open ones", () => {
    const picker = choosing([both(1, 1), both(1, 2), both(2, 1)]);
    expect(picker.hiddenCounts).toEqual([1]);
    picker.wanted = 1;
    expect(picker.hiddenCounts).toEqual([1, 2]);
  });

  it("chooses elites of both kinds", () => {
    const picker = choosing(
      [0, 1].flatMap((elite) => [0, 1].map((elite_hidden) => both(2, 2, { elite, elite_hidden }))),
    );
    picker.wantedElite = 1;
    picker.wantedHiddenElite = 1;
    expect(picker.ready?.elite).toBe(1);
    expect(picker.ready?.elite_hidden).toBe(1);
  });
});
