// The guide of a lesson: which step it stands at, and what it says to what the learner does.
// src/dragondune/lessons/walk.py has the same logic; its tests walk through every lesson.
import { once } from "../lib/api";
import type { Table } from "../lib/table.svelte";
import type { LessonMoment, LessonStep, LessonText } from "../types";

const FREE = ["look", "give"];
const word = (line: string) => line.split(" ")[0]!;

/** Does an action fit a pattern of words? A star stands for any word, alone for anything. */
export function fits(pattern: string, line: string): boolean {
  if (pattern === "*") return true;
  const wanted = pattern.split(" ");
  const words = line.split(" ");
  return (
    wanted.length === words.length && wanted.every((one, i) => one === "*" || one === words[i])
  );
}

export class Guide {
  lesson = $state.raw<LessonText | null>(null);
  at = $state(0);
  back = $state(0);
  word = $state("");
  #told = -1;
  #acting = false;

  constructor(
    readonly table: Table,
    name: string,
    at: number,
  ) {
    this.at = at;
    once<LessonText>(`/api/lessons/${name}`).then(
      (lesson) => {
        this.lesson = lesson;
        this.sync();
      },
      () => {},
    );
    table.guide = this;
  }

  steps = $derived(this.lesson?.steps ?? []);
  done = $derived(this.lesson !== null && this.at >= this.steps.length);
  step = $derived(this.steps[this.at] ?? null);
  /** Has the moment of the present step come? */
  here = $derived(this.step !== null && this.matches(this.step.when));
  /** The card that is shown: the present one, or an earlier one that is read again. */
  shown = $derived(this.steps[this.at - this.back] ?? null);
  last = $derived(this.at === this.steps.length - 1);

  #choosing(): string | null {
    const decision = this.table.decision;
    return decision && !decision.forced && decision.actions.length > 1 ? decision.step : null;
  }

  matches(when: LessonMoment): boolean {
    const view = this.table.view;
    if (!view) return false;
    const { turn, round, step, sale, left, place, waits, event, faction, contract, over } = when;
    return (
      (turn === undefined || view.turn === turn) &&
      (round === undefined || view.round === round) &&
      (step === undefined || this.#choosing() === step) &&
      (sale === undefined || view.sale?.card === sale) &&
      (left === undefined || view.sale?.left === left) &&
      (place === undefined || view.battle?.place === place) &&
      (waits === undefined || view.waiting.includes(waits)) &&
      (event === undefined ||
        this.table.events.some(
          (one) =>
            one.kind === event &&
            one.turn === (turn ?? view.turn) &&
            (faction === undefined || ("faction" in one && one.faction === faction)),
        )) &&
      (contract === undefined ||
        !!view.contracts?.some((one) => faction === undefined || one.parties.includes(faction)) ===
          contract) &&
      (over === undefined || view.over === over)
    );
  }

  /** Does a step expect a deed that can be done now? If not, it is read like others. */
  asks(step: LessonStep): boolean {
    const { decision, anytime, give } = this.table;
    const lines = [...(decision?.actions ?? []), ...anytime].map((action) => action.line);
    if (give) lines.push(...give.to.map((who) => `give ${who} 1`));
    return step.expect.some((pattern) => lines.some((line) => fits(pattern, line)));
  }

  /** Does a step end of itself, when something has come about? */
  closes(step: LessonStep): boolean {
    return Object.keys(step.until).length > 0;
  }

  next(): void {
    this.word = "";
    if (this.back) this.back -= 1;
    else if (this.step && (this.here || this.closes(this.step)) && !this.asks(this.step)) {
      this.at += 1;
      this.sync();
    }
  }

  again(): void {
    if (this.back < this.at) this.back += 1;
  }

  /** Stop before the end: one step beyond it, so that the lobby knows this from having read all. */
  end(): void {
    this.back = 0;
    this.at = this.steps.length + (this.last ? 0 : 1);
  }

  /** After every update: the moment that was waited for may have passed by, or been taken back. */
  sync(): void {
    const { table, steps } = this;
    const fresh = table.n !== this.#told;
    this.#told = table.n;
    if (!this.lesson || this.done || this.#acting) return;
    // Bots take nothing back, so it was the learner who did.
    if (fresh && table.news.some((one) => one.kind === "undone")) {
      for (let i = Math.min(this.at, steps.length - 1); i >= 0; i--) {
        if (!steps[i]!.expect.length || !this.matches(steps[i]!.when)) continue;
        this.at = i;
        return;
      }
    }
    while (this.step && this.here && this.closes(this.step) && this.matches(this.step.until))
      this.at += 1;
    if (this.here) return;
    const choosing = this.#choosing() !== null;
    const fits = ({ when }: LessonStep) =>
      Object.keys(when).length > 0 && choosing === (when.step !== undefined) && this.matches(when);
    const later = steps.findIndex((step, i) => i > this.at && fits(step));
    if (later > 0) this.at = later;
  }

  #covering(line: string): number {
    const free = FREE.includes(word(line));
    return this.steps.findIndex(
      (step, i) =>
        i >= this.at &&
        this.asks(step) &&
        FREE.includes(word(step.expect[0]!)) === free &&
        this.matches(step.when),
    );
  }

  /** May this be played? If the lesson cannot use it, the guide says a word instead. */
  allows(line: string): boolean {
    this.word = "";
    const step = this.steps[this.#covering(line)];
    if (!step || step.expect.some((pattern) => fits(pattern, line))) return true;
    this.back = 0;
    this.at = this.steps.indexOf(step);
    this.word = step.otherwise;
    return false;
  }

  /** The step whose deed this is, to be told once it is done. Its update may come before the answer. */
  deed(line: string): (ok: boolean) => void {
    const number = this.#covering(line);
    const n = this.table.n;
    this.#acting = true;
    return (ok) => {
      this.#acting = false;
      if (!ok) return;
      this.back = 0;
      if (number >= this.at) this.at = number + 1;
      if (this.table.n !== n) this.sync();
    };
  }
}
