// Looking back. The server is asked for one moment at a time, and not too often; what a slider or a
// held key passed by in the meantime is left out, but never where it came to rest.
import type { Moment } from "../lib/table.svelte";
import type { Seats } from "./seats.svelte";

const PAUSE_MS = 60;

export class Past {
  /** The moment that is shown; nothing while the page shows the present. */
  moment = $state.raw<Moment | null>(null);
  /** Where a slider or a held key has come to. */
  #wanted = $state<number | null>(null);
  #looking = false;

  constructor(readonly seats: Seats) {}

  /** The update that is shown, or about to be. */
  at = $derived.by(() => this.#wanted ?? this.moment?.n ?? this.seats.table.n);

  async look(n: number): Promise<void> {
    this.#wanted = n < this.seats.table.n ? Math.max(1, n) : null;
    if (this.#wanted === null) this.moment = null;
    if (this.#looking) return;
    this.#looking = true;
    while (this.#wanted !== null) await this.#fetch(this.#wanted);
    this.#looking = false;
  }

  async #fetch(n: number): Promise<void> {
    const seat = this.seats.table;
    const found = await seat.past(n);
    // An answer that was meant for another person's eyes is dropped.
    if (seat !== this.seats.table) this.#wanted = null;
    else if (this.#wanted !== null && found) this.moment = found;
    if (this.#wanted === n) this.#wanted = null;
    else await new Promise((go) => setTimeout(go, PAUSE_MS));
  }

  now(): Promise<void> {
    return this.look(this.seats.table.n);
  }

  forget(): void {
    this.#wanted = null;
    this.moment = null;
  }
}
