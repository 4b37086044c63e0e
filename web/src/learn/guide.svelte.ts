// The guide of a lesson as it is drawn: the card that is shown, and earlier ones that are read again.
// At which step it stands, and what it says to a deed, the server judges (lessons/guide.py).
import { once } from "../lib/api";
import type { Table } from "../lib/table.svelte";
import type { GuideState, LessonText } from "../types";

export class Guide {
  lesson = $state.raw<LessonText | null>(null);
  /** How many cards back the one lies that is read again. */
  back = $state(0);

  constructor(
    readonly table: Table,
    name: string,
  ) {
    once<LessonText>(`/api/lessons/${name}`).then(
      (lesson) => (this.lesson = lesson),
      () => {},
    );
  }

  get #now(): GuideState | null {
    return this.table.guide;
  }

  steps = $derived(this.lesson?.steps ?? []);
  at = $derived(this.#now?.at ?? 0);
  done = $derived(this.lesson !== null && this.at >= this.steps.length);
  step = $derived(this.steps[this.at] ?? null);
  /** Has the moment of the present step come? */
  here = $derived(this.#now?.here ?? false);
  /** Does it ask for a deed that can be done now? */
  asks = $derived(this.#now?.asks ?? false);
  /** Does it end of itself, when something has come about? */
  closes = $derived(this.#now?.closes ?? false);
  word = $derived(this.#now?.word ?? "");
  /** The card that is shown: the present one, or an earlier one that is read again. */
  shown = $derived(this.steps[this.at - this.back] ?? null);
  last = $derived(this.at === this.steps.length - 1);

  next(): void {
    if (this.back) this.back -= 1;
    else void this.table.ask({ t: "lesson", do: "next", step: this.at });
  }

  again(): void {
    if (this.back < this.at) this.back += 1;
  }

  /** Stop before the end. */
  end(): void {
    this.back = 0;
    void this.table.ask({ t: "lesson", do: "end" });
  }
}
