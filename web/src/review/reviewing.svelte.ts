// A finished game on this page: its review as far as it is made, and its moments as they are looked at.
import { call, heldSeats, wordsOf } from "../lib/api";
import type { FactionName, Frame, GameReview, ReviewStatus, TableHeader } from "../types";

const POLL_MS = 1500;
const CHUNK = 60;
const PACE_MS = 1100;

export class Reviewing {
  header = $state.raw<TableHeader | null>(null);
  status = $state.raw<ReviewStatus | null>(null);
  trouble = $state("");
  at = $state(0);
  playing = $state(false);
  speed = $state(1);
  seat = $state<FactionName | null>(null);
  #frames = $state.raw<Record<number, Frame>>({});
  #asked = new Set<number>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #gone = false;
  #last = $state(0);

  constructor(readonly id: string) {}

  review = $derived.by<GameReview | null>(() => this.status?.review ?? null);
  frame = $derived.by<Frame | null>(() => this.#frames[this.at] ?? this.#nearest());
  /** The number of the last moment. */
  last = $derived.by(() => this.review?.moments ?? this.#last);

  #nearest(): Frame | null {
    for (let at = this.at; at >= 0 && at > this.at - CHUNK; at--)
      if (this.#frames[at]) return this.#frames[at]!;
    return null;
  }

  async open(): Promise<void> {
    try {
      this.header = await call<TableHeader>(`/api/tables/${this.id}`);
      this.#chooseSeat();
      await Promise.all([this.ask(), this.#load(0), this.#findEnd()]);
    } catch (error) {
      this.trouble = wordsOf(error);
    }
  }

  /** Mine, if I played here; else the winner's. */
  #chooseSeat(): void {
    const header = this.header!;
    const mine = heldSeats()[this.id]?.[0]?.seat;
    this.seat =
      (mine === undefined ? null : header.seats[mine]?.faction) ??
      header.winners[0] ??
      header.order[0] ??
      null;
  }

  async ask(): Promise<void> {
    this.trouble = "";
    try {
      this.status = await call<ReviewStatus>(`/api/tables/${this.id}/review`, {});
      this.#again();
    } catch (error) {
      this.trouble = wordsOf(error);
    }
  }

  #again(): void {
    if (this.#gone || this.status?.state === "done" || this.status?.state === "failed") return;
    setTimeout(() => void this.#poll(), POLL_MS);
  }

  async #poll(): Promise<void> {
    if (this.#gone) return;
    try {
      this.status = await call<ReviewStatus>(`/api/tables/${this.id}/review`);
    } catch {
      // The next try may get through.
    }
    this.#again();
  }

  /** How long the game is can be known before its review is made. */
  async #findEnd(): Promise<void> {
    const record = await call<{ actions: unknown[] }>(`/api/tables/${this.id}/record`);
    this.#last = record.actions.length;
  }

  async #load(chunk: number): Promise<void> {
    if (this.#asked.has(chunk) || chunk < 0) return;
    this.#asked.add(chunk);
    try {
      const path = `/api/tables/${this.id}/frames?first=${chunk * CHUNK}&number=${CHUNK}`;
      const found = await call<Frame[]>(path);
      this.#frames = {
        ...this.#frames,
        ...Object.fromEntries(found.map((frame) => [frame.at, frame])),
      };
    } catch {
      this.#asked.delete(chunk);
    }
  }

  look(at: number): void {
    this.at = Math.max(0, Math.min(this.last, Math.round(at)));
    const chunk = Math.floor(this.at / CHUNK);
    void this.#load(chunk);
    if (this.at % CHUNK > CHUNK / 2 && this.at + CHUNK / 2 < this.last) void this.#load(chunk + 1);
  }

  play(): void {
    if (this.playing) return this.pause();
    if (this.at >= this.last) this.look(0);
    this.playing = true;
    this.#tick();
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.#timer);
  }

  #tick(): void {
    // A moment in which nothing is told passes quickly; one that is not here yet is waited for.
    const quiet = !this.frame?.told.length;
    this.#timer = setTimeout(
      () => {
        if (!this.playing) return;
        if (this.frame?.at === this.at) this.look(this.at + 1);
        if (this.at >= this.last) this.pause();
        else this.#tick();
      },
      (quiet ? 250 : PACE_MS) / this.speed,
    );
  }

  close(): void {
    this.#gone = true;
    this.pause();
  }
}
