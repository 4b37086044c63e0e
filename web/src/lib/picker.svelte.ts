// Choosing one of the listed actions step by step: what, from where, to where, how many. The legal
// actions alone say what can come next; nothing here knows a rule.
import type { Choice, Decision } from "../types";

const PARTS = ["from", "to", "hidden", "card", "who"] as const;
type Part = (typeof PARTS)[number];

export class Picker {
  decision = $state.raw<Decision | null>(null);
  kind = $state<string | null>(null);
  chosen = $state<Partial<Record<Part, string | boolean>>>({});
  n = $state<number | null>(null);
  elite = $state(0);

  begin(decision: Decision | null): void {
    this.decision = decision;
    this.clear();
  }

  clear(): void {
    this.kind = null;
    this.chosen = {};
    this.n = null;
    this.elite = 0;
  }

  get actions(): Choice[] {
    return this.decision?.actions ?? [];
  }

  /** The actions that agree with everything chosen so far. */
  pool = $derived.by(() =>
    this.actions.filter(
      (action) =>
        (this.kind === null || action.kind === this.kind) &&
        PARTS.every((part) => this.chosen[part] === undefined || (action[part] ?? false) === this.chosen[part]),
    ),
  );

  /** Territories that can be picked next on the board. */
  lit = $derived.by(() => {
    const found = new Set<string>();
    for (const action of this.pool) {
      if (this.chosen.from === undefined && action.from) found.add(action.from);
      else if (this.chosen.to === undefined && action.to) found.add(action.to);
    }
    return found;
  });

  counts = $derived.by(() => [...new Set(this.pool.flatMap((a) => (a.n === undefined ? [] : [a.n])))].sort((a, b) => a - b));

  options(part: Part): (string | boolean)[] {
    return [...new Set(this.pool.map((action) => action[part] ?? false))];
  }

  /** Everything chosen that is needed, with the count at hand: the action to confirm. */
  ready = $derived.by<Choice | null>(() => {
    if (this.kind === null) return null;
    const wanted = this.n ?? this.counts.at(-1);
    const fits = this.pool.filter((a) => (a.n === undefined || a.n === wanted) && (a.elite ?? 0) === this.elite);
    if (fits.length === 1) return fits[0]!;
    return fits.length > 1 && fits.every((a) => PARTS.every((part) => (a[part] ?? false) === (fits[0]![part] ?? false))) ? fits[0]! : null;
  });

  pick(territory: string): boolean {
    if (this.chosen.from === territory) {
      this.clear();
      return true;
    }
    if (!this.lit.has(territory)) {
      const start = this.actions.filter((action) => action.from === territory);
      if (!start.length) return false;
      this.clear();
    }
    const asOrigin = this.pool.filter((action) => this.chosen.from === undefined && action.from === territory);
    const matches = asOrigin.length ? asOrigin : this.pool.filter((action) => action.to === territory);
    if (!matches.length) return false;
    const kinds = new Set(matches.map((action) => action.kind));
    if (this.kind === null && kinds.size === 1) this.kind = matches[0]!.kind;
    this.chosen = { ...this.chosen, [asOrigin.length ? "from" : "to"]: territory };
    this.n = null;
    return true;
  }

  set(part: Part, value: string | boolean | undefined): void {
    const { [part]: _, ...others } = this.chosen;
    this.chosen = value === undefined ? others : { ...others, [part]: value };
  }
}
