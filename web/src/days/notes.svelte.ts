// My notes at a table: asked for once, kept a moment after each change.
import { call, heldSeats, wordsOf } from "../lib/api";
import type { Mark, OwnNotes } from "../types";

const AFTER = 800; // milliseconds without a change, after which it is kept

export class Notes {
  text = $state("");
  marks = $state.raw<Mark[]>([]);
  problem = $state("");
  ready = $state(false);
  #waiting: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly table: string) {}

  get #head(): Record<string, string> {
    return { authorization: `Bearer ${heldSeats()[this.table]?.[0]?.token ?? ""}` };
  }

  async load(): Promise<void> {
    await this.#work(async () => {
      const found = await call<OwnNotes>(`/api/tables/${this.table}/notes`, undefined, this.#head);
      this.text = found.notes.text ?? "";
      this.marks = found.notes.marks ?? [];
      this.ready = true;
    });
  }

  /** Something was changed: keep it soon. */
  changed(): void {
    clearTimeout(this.#waiting);
    this.#waiting = setTimeout(() => void this.save(), AFTER);
  }

  async save(): Promise<void> {
    clearTimeout(this.#waiting);
    const body = { text: this.text, marks: this.marks };
    await this.#work(() => call(`/api/tables/${this.table}/notes`, body, this.#head));
  }

  async #work(deed: () => Promise<unknown>): Promise<void> {
    try {
      await deed();
      this.problem = "";
    } catch (error) {
      this.problem = wordsOf(error);
    }
  }
}
