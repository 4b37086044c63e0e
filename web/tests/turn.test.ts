// A planned turn: what is kept, what is asked of the server, and what the map offers meanwhile.
import { expect, test } from "vitest";
import { Picker } from "../src/lib/picker.svelte";
import { inForce, NONE } from "../src/lib/standing";
import type { Table } from "../src/lib/table.svelte";
import { Turn } from "../src/lib/turn.svelte";
import type { Choice, Decision, PlannedLine, PlanStage } from "../src/types";

const hires: Choice[] = [1, 2, 3].map((n) => ({
  line: `hire ${n} 9•`,
  kind: "hire",
  n,
  to: "9•",
  card: null,
}));
const moves: Choice[] = [{ line: "move 1 9• 8", kind: "move", n: 1, from: "9•", to: "8" }];
const disbands: Choice[] = [{ line: "disband 1 9•", kind: "disband", n: 1, from: "9•" }];
const pass: Choice = { line: "pass", kind: "pass" };

/** A server that knows three steps, of which the second needs the first. */
class Server {
  asked: PlannedLine[][] = [];
  played: PlannedLine[] | null = null;
  n = 7;
  view = { turn: 3 };
  desk = { acted: 0 };
  delay = 0;
  async ask(message: { do: string; lines: PlannedLine[] }) {
    if (this.delay) await new Promise((done) => setTimeout(done, this.delay));
    if (message.do === "play") {
      this.played = message.lines;
      return { ok: true, n: 8 };
    }
    this.asked.push(message.lines);
    const line = (step: string) => message.lines.find((one) => one.step === step)?.line ?? null;
    const stage = (step: string, actions: Choice[]): PlanStage => ({
      ...{ step, rule: "B9", prompt: "", passing: "", cost: 0, refused: null, windows: [] },
      actions: [pass, ...actions],
      chosen: line(step),
    });
    const stages = [stage("early_disband", disbands), stage("hire", hires)];
    if (line("hire")) stages.push(stage("move", moves));
    return { ok: true, stages, territories: {}, gold: 3, empty: [], risk: [], whole: true };
  }
}
const decision = { opened: 5, step: "hire", plan: true } as unknown as Decision;
const settled = () => new Promise((done) => setTimeout(done, 150));

async function begin() {
  const server = new Server();
  const turn = new Turn(new Picker());
  turn.begin(server as unknown as Table, decision);
  await settled();
  return { server, turn };
}

test("the first thing offered is one that takes nothing away", async () => {
  const { turn } = await begin();
  expect(turn.stage?.step).toBe("hire");
  expect(turn.planned).toBe(false);
  expect(turn.picker.planned).toBe(null);
});

test("what is planned is kept in the order of the steps, and can be taken back", async () => {
  const { server, turn } = await begin();
  turn.set(1, "hire 2 9•");
  await settled();
  expect(turn.stages.map((one) => one.step)).toEqual(["early_disband", "hire", "move"]);
  turn.set(2, "move 1 9• 8");
  await settled();
  turn.set(0, "disband 1 9•");
  await settled();
  expect(server.asked.at(-1)!.map((one) => one.line)).toEqual([
    "disband 1 9•",
    "hire 2 9•",
    "move 1 9• 8",
  ]);
  expect(server.played).toBe(null);
  turn.set(0, null);
  await settled();
  await turn.play();
  expect(server.played!.map((one) => one.step)).toEqual(["hire", "move"]);
});

test("a click on the map turns to the step that it can mean, never to one that takes away", async () => {
  const { turn } = await begin();
  turn.set(1, "hire 1 9•");
  await settled();
  turn.edit(null);
  expect(turn.picker.startsAt("9•")).toBe(true);
  turn.picker.dragFrom("9•");
  expect(turn.stage?.step).toBe("move");
});

test("whoever is asked again in the same turn finds the plan as it was", async () => {
  const { server, turn } = await begin();
  turn.set(1, "hire 3 9•");
  await settled();
  await turn.play();
  turn.begin(server as unknown as Table, { ...decision, opened: 9 });
  await settled();
  expect(turn.again).toBe(true);
  expect(server.asked.at(-1)).toEqual([{ step: "hire", line: "hire 3 9•" }]);
  turn.clear();
  await settled();
  expect(server.asked.at(-1)).toEqual([]);
});

test("a question that comes while the last one is still being looked at is looked at too", async () => {
  const { server, turn } = await begin();
  server.delay = 40;
  turn.set(1, "hire 3 9•");
  await new Promise((done) => setTimeout(done, 80));
  turn.begin(server as unknown as Table, null);
  turn.begin(server as unknown as Table, { ...decision, opened: 9 });
  await settled();
  expect(turn.seen).not.toBe(null);
  expect(server.asked.at(-1)).toEqual([]);
});

test("what nobody can pass has to be chosen, and is offered first", async () => {
  const { server, turn } = await begin();
  const ask = server.ask.bind(server);
  server.ask = async (message) => {
    const answer = await ask(message);
    const pay = { ...answer.stages![0]!, step: "pay", actions: [disbands[0]!, moves[0]!] };
    return { ...answer, stages: [answer.stages![1]!, { ...pay, chosen: null }] } as typeof answer;
  };
  turn.begin(server as unknown as Table, { ...decision, opened: 12 });
  await settled();
  expect(turn.open?.step).toBe("pay");
  expect(turn.stage?.step).toBe("pay");
});

test("orders in force are told in a few words", () => {
  expect(inForce(NONE)).toEqual([]);
  expect(inForce({ ...NONE, bid_limit: 4, bid_for_me: true, quiet: ["discard"] })).toEqual([
    "bid up to 4 a card",
    "no discards",
  ]);
  expect(
    inForce({ ...NONE, bid_limit: 2, stop_hires: { against: ["orcs", "elves"], least: 3 } }),
  ).toEqual(["pass above 2", "stop hires of Orcs and Elves"]);
});
