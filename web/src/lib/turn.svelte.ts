// A recruitment turn that is planned as a whole. The server says what could come next, what it costs
// and how the board would look; here is only kept what was chosen, and which line of it is being edited.
import type { Choice, Decision, PlanMessage, PlannedLine, PlanStage } from "../types";
import { isDestructive, type Picker } from "./picker.svelte";
import type { Answer, Table } from "./table.svelte";

const PAUSE = 60;
const STEPS = 1000;

export class Turn {
  seen = $state.raw<PlanMessage | null>(null);
  /** Which stage is being edited. */
  active = $state<number | null>(null);
  /** A plan was begun, and somebody stepped in. */
  again = $state(false);
  trouble = $state<Answer | null>(null);
  busy = $state(false);

  #table: Table | null = null;
  #opened = -1;
  #lines: PlannedLine[] = [];
  #kept: { turn: number; lines: PlannedLine[] } | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asking = false;
  #stale = false;

  constructor(readonly picker: Picker) {}

  stages = $derived(this.seen?.stages ?? []);
  stage = $derived(this.active === null ? null : (this.stages[this.active] ?? null));
  /** A step that nobody can pass, and that is not decided yet. */
  open = $derived(this.stages.find((stage) => stage.chosen === null && isForced(stage)) ?? null);
  planned = $derived(this.stages.some((stage) => stage.chosen !== null));

  /** A decision of my recruitment turn has come up; null: there is none to plan. */
  begin(table: Table, decision: Decision | null): void {
    if (!decision) {
      this.#end();
      return;
    }
    if (this.#table === table && this.#opened === decision.opened) return;
    const turn = table.view?.turn ?? 0;
    const known = this.#kept?.turn === turn ? this.#kept.lines : [];
    clearTimeout(this.#timer);
    this.seen = null;
    this.#table = table;
    this.#opened = decision.opened;
    this.#lines = known;
    this.again = known.length > 0;
    this.active = null;
    this.trouble = null;
    void this.#look();
  }

  #end(): void {
    if (this.#table === null) return;
    clearTimeout(this.#timer);
    this.#table = null;
    this.#opened = -1;
    this.seen = null;
    this.active = null;
    this.picker.others = [];
    this.picker.planned = null;
    this.picker.begin(null);
  }

  /** Edit one line of the plan: the board lights up for it. */
  edit(at: number | null): void {
    this.active = at;
    this.#show();
  }

  /** Plan this action at a stage, or none; what was planned for later stages stays if it still can. */
  set(at: number, line: string | null): void {
    const stage = this.stages[at];
    if (!stage || stage.chosen === line) return;
    const before = this.stages.slice(0, at);
    // What followed from the old action (hiding on arrival, say) goes with it.
    const after = this.stages.slice(at + 1);
    this.#lines = [
      ...lines(before),
      ...(line === null ? [] : [{ step: stage.step, line }]),
      ...lines(after),
    ];
    this.#later();
  }

  clear(): void {
    this.#lines = [];
    this.#kept = null;
    this.again = false;
    this.active = null;
    this.picker.clear();
    void this.#look();
  }

  /** What is planned so far is offered again after a question in between. */
  keep(): void {
    if (this.#table) this.#kept = { turn: this.#table.view?.turn ?? 0, lines: this.#lines };
  }

  /** Play it; what is left when somebody steps in is offered again. */
  async play(): Promise<Answer> {
    const table = this.#table;
    if (!table || this.busy) return { ok: false };
    this.busy = true;
    this.keep();
    const answer = await table.ask({ t: "plan", do: "play", lines: this.#lines, n: table.n });
    this.busy = false;
    if (answer.ok) table.desk.acted = Math.max(table.desk.acted, answer.n ?? 0);
    return answer;
  }

  #later(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#look(), PAUSE);
  }

  async #look(): Promise<void> {
    const table = this.#table;
    if (!table) return;
    if (this.#asking) {
      this.#stale = true;
      return;
    }
    this.#asking = true;
    const opened = this.#opened;
    const answer = await table.ask({ t: "plan", do: "preview", lines: this.#lines, n: table.n });
    this.#asking = false;
    const passed = this.#table !== table || this.#opened !== opened;
    if (this.#stale) {
      // Another plan, or another question, came meanwhile.
      this.#stale = false;
      void this.#look();
    } else if (passed) return;
    else if (answer.ok) {
      this.trouble = null;
      this.#take(answer as unknown as PlanMessage);
    } else {
      this.trouble = answer;
      this.#timer = setTimeout(() => void this.#look(), STEPS);
    }
  }

  #take(seen: PlanMessage): void {
    const was = this.stage;
    this.seen = seen;
    this.picker.planned = this.planned ? seen.territories : null;
    // The stage that is being edited may have come to stand elsewhere.
    if (was) {
      const found = seen.stages.findIndex(
        (one, at) => one.step === was.step && at >= (this.active ?? 0) - 1,
      );
      this.active = found < 0 ? null : found;
    }
    if (this.active === null) {
      const offers = (is: (stage: PlanStage) => boolean) =>
        seen.stages.findIndex((one) => one.chosen === null && is(one));
      const forced = offers(isForced);
      const first = forced < 0 ? offers(invites) : forced;
      this.active = first < 0 ? null : first;
    }
    this.#show();
  }

  /** Let the board and the panel offer what the edited stage may be. */
  #show(): void {
    this.picker.others = this.stages.map((stage, at) => ({
      actions: stage.actions,
      use: () => this.edit(at),
    }));
    this.picker.begin(this.stage && decisionOf(this.stage, this.#opened, this.active!));
    const chosen = this.stage && chosenOf(this.stage);
    if (chosen && !this.picker.touched) this.picker.adopt(chosen);
  }
}

const lines = (stages: PlanStage[]): PlannedLine[] =>
  stages.flatMap(({ step, chosen }) => (chosen === null ? [] : [{ step, line: chosen }]));

const isForced = (stage: PlanStage) => !stage.actions.some((action) => action.kind === "pass");

/** Can something be done on the map that a player is likely to want? */
const invites = (stage: PlanStage): boolean =>
  stage.actions.some((action) => action.to !== undefined && !isDestructive(action.kind));

/** A stage as the decision it would be. */
export function decisionOf(stage: PlanStage, opened: number, at: number): Decision {
  const { step, rule, prompt, passing, actions } = stage;
  const plain = { forced: false, ordered: false, plan: true, worth: null, homes: [] };
  return { step, rule, prompt, passing, actions, opened: opened * STEPS + at, ...plain };
}

export const chosenOf = (stage: PlanStage): Choice | null =>
  stage.actions.find((action) => action.line === stage.chosen) ?? null;
