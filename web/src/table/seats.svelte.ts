// Which seat of a table this browser plays: one, none, or several in turn. Between people who share a
// device there is a curtain, but not where everything is open: an auction goes on before all eyes.
import { untrack } from "svelte";
import { dropSeat, heldSeats, type HeldSeat } from "../lib/api";
import { Table } from "../lib/table.svelte";
import type { FactionName } from "../types";

/** Decisions that need no look at anybody's cards, and that everyone hears of anyway. */
const OPEN = new Set(["bid", "council_turn", "proposal"]);

/** A seat that is asked something while nobody's cards are shown. */
interface Hand {
  seat: HeldSeat;
  table: Table;
}

export class Seats {
  held = $state.raw<HeldSeat[]>([]);
  table: Table;
  /** To whom the device is to be handed; until then nobody's cards are shown. */
  curtain = $state.raw<HeldSeat | null>(null);
  /** How much of the talk the person of the present seat has read. */
  readTalk = $state(0);
  #readBy = new Map<string | null, number>();
  #hand = $state.raw<Hand | null>(null);
  /** Who wants to decide behind the curtain what could be decided openly. */
  #private = "";

  /** `leaving` forgets what one person looked at: it is not for the next one's eyes. It hears
      whether another seat takes over. */
  constructor(
    readonly id: string,
    readonly leaving: (another: boolean) => void,
  ) {
    const held = heldSeats()[id] ?? [];
    this.held = held;
    // With several seats in one browser nobody's cards are shown before it is clear whose turn it is.
    this.table = $state.raw(new Table(id, held.length === 1 ? held[0]!.token : null));
  }

  faction(one: HeldSeat): FactionName | null {
    return this.table.header?.seats[one.seat]?.faction ?? null;
  }

  sitAt(one: HeldSeat | null): void {
    this.curtain = null;
    const token = one?.token ?? null;
    const another = this.table.token !== token;
    this.leaving(another);
    if (!another) return;
    this.#readBy.set(this.table.token, this.readTalk);
    this.readTalk = this.#readBy.get(token) ?? 0;
    this.table.close();
    this.table = new Table(this.id, token);
  }

  /** Somebody sat down here in the waiting room. */
  joined(): void {
    this.held = heldSeats()[this.id] ?? [];
    this.table.close();
    this.table = new Table(this.id, this.held.length === 1 ? this.held[0]!.token : null);
  }

  close(): void {
    this.#letGo();
    this.table.close();
  }

  /** What one of those at this device decides with all others looking on. */
  get open(): Hand | null {
    const hand = this.#hand;
    const step = hand?.table.decision?.step ?? "";
    return hand && this.table.token === null && !this.curtain && OPEN.has(step) ? hand : null;
  }

  /** The one who is asked openly would rather decide alone: an ace may be behind it. */
  alone(): void {
    const hand = this.#hand;
    if (!hand) return;
    this.#private = hand.seat.token;
    this.curtain = hand.seat;
    this.#letGo();
  }

  #letGo(): void {
    this.#hand?.table.close();
    this.#hand = null;
  }

  /** A seat was given up, or lost: whoever had it goes on watching. */
  gaveUp(token: string): void {
    dropSeat(this.id, token);
    this.held = this.held.filter((one) => one.token !== token);
    if (this.table.token === token) this.sitAt(this.held.length === 1 ? this.held[0]! : null);
  }

  /** After every update: is it the turn of another seat of this browser? */
  follow(): void {
    if (this.table.unseated) return untrack(() => this.gaveUp(this.table.token ?? ""));
    const { view, header } = this.table;
    if (this.held.length < 2 || !view || !header) return;
    const waits = (one: HeldSeat) =>
      !view.over && view.waiting.includes(this.faction(one) as FactionName);
    const next = this.held.find(waits);
    const deciding = !!this.table.decision;
    const asked = this.#hand?.table.decision;
    untrack(() => {
      // The server may have passed for the one to whom the device was to be handed.
      if (this.curtain && !waits(this.curtain)) {
        this.curtain = null;
        // Nobody knows who holds the device now, so nobody's cards are shown.
        if (!view.over) this.sitAt(null);
      }
      if (view.over || deciding || !next || next.token === this.table.token) {
        this.#letGo();
        if (deciding) this.#private = "";
        return;
      }
      if (!header.hotseat) this.sitAt(next);
      else if (!this.curtain) this.#handOver(next, asked?.step, !!asked?.ordered);
    });
  }

  /** Ask first what it is about: only what is secret needs a curtain. */
  #handOver(next: HeldSeat, step: string | undefined, ordered: boolean): void {
    if (this.#private === next.token) this.curtain = next;
    else if (this.#hand?.seat.token !== next.token) {
      this.#letGo();
      this.#hand = { seat: next, table: new Table(this.id, next.token) };
    } else if (step === undefined || ordered) return;
    else if (!OPEN.has(step)) {
      this.#letGo();
      this.curtain = next;
    } else if (this.table.token !== null) this.sitAt(null);
  }
}
