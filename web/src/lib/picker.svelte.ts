// Choosing one of the listed actions step by step: what, from where, to where, how many. The legal
// actions alone say what can come next; nothing here knows a rule.
import type { Choice, Decision } from "../types";

export const PARTS = ["from", "to", "castle", "hidden", "who", "card"] as const;
export type Part = (typeof PARTS)[number];
export type Value = string | boolean | null;
type Chosen = Partial<Record<Part, Value>>;

/** Kinds that are put together on the map or with steppers; all others are plain buttons. */
const BUILT = new Set([
  "move",
  "hire",
  "raise",
  "conscript",
  "ace-place",
  "ride",
  "carry",
  "disband",
  "emerge",
  "revive",
  "special-revive",
  "lose",
  "predict",
  "fight",
  "walls",
]);
/** Where taking as many as possible is the usual wish. */
const ALL = new Set([
  "move",
  "ride",
  "carry",
  "emerge",
  "revive",
  "special-revive",
  "conscript",
  "ace-place",
  "predict",
]);
const ON_MAP: Part[] = ["from", "to", "castle"];

const has = (action: Choice, part: Part) => action[part] !== undefined;
const value = (action: Choice, part: Part): Value =>
  action[part] ?? (part === "hidden" ? false : null);

const sorted = (numbers: number[]): number[] => [...new Set(numbers)].sort((a, b) => a - b);

export class Picker {
  decision = $state.raw<Decision | null>(null);
  wish = $state<string | null>(null);
  chosen = $state.raw<Chosen>({});
  wanted = $state<number | null>(null);
  wantedElite = $state<number | null>(null);
  wantedHidden = $state<number | null>(null);
  wantedHiddenElite = $state<number | null>(null);

  begin(decision: Decision | null): void {
    const same =
      decision &&
      this.decision &&
      decision.opened === this.decision.opened &&
      decision.step === this.decision.step;
    this.decision = decision;
    if (!same) this.clear();
  }

  clear(): void {
    this.wish = null;
    this.chosen = {};
    this.#wantNothing();
  }

  #wantNothing(): void {
    this.wanted = this.wantedElite = this.wantedHidden = this.wantedHiddenElite = null;
  }

  built = $derived((this.decision?.actions ?? []).filter((action) => BUILT.has(action.kind)));
  kinds = $derived([...new Set(this.built.map((action) => action.kind))]);
  kind = $derived(
    this.wish && this.kinds.includes(this.wish)
      ? this.wish
      : this.kinds.length === 1
        ? this.kinds[0]!
        : null,
  );

  #ofKind(kind: string | null): Choice[] {
    return kind === null ? [] : this.built.filter((action) => action.kind === kind);
  }

  /** What is settled for a kind: chosen, or without another choice, or the usual thing. */
  #settle(kind: string | null): {
    fixed: Chosen;
    options: Partial<Record<Part, Value[]>>;
    open: Part[];
    pool: Choice[];
  } {
    let pool = this.#ofKind(kind);
    const fixed: Chosen = {};
    const options: Partial<Record<Part, Value[]>> = {};
    const open: Part[] = [];
    for (const part of PARTS) {
      if (!pool.some((action) => has(action, part))) continue;
      const values = [...new Set(pool.map((action) => value(action, part)))];
      options[part] = values;
      let take = this.chosen[part];
      if (take === undefined || !values.includes(take)) take = undefined;
      if (take === undefined && values.length === 1) take = values[0]!;
      if (take === undefined && part === "hidden") take = false;
      if (take === undefined && part === "card") take = values.includes(null) ? null : values[0]!;
      if (take === undefined) open.push(part);
      else {
        fixed[part] = take;
        pool = pool.filter((action) => value(action, part) === take);
      }
    }
    return { fixed, options, open, pool };
  }

  settled = $derived(this.#settle(this.kind));
  fixed = $derived(this.settled.fixed);
  pool = $derived(this.settled.pool);
  counts = $derived(sorted(this.pool.flatMap((a) => (a.n === undefined ? [] : [a.n]))));
  n = $derived(this.#number(this.counts, this.wanted));
  /** Where open and hidden units go together: how many hidden ones. */
  hiddenCounts = $derived(
    sorted(
      this.pool.flatMap((a) => (a.n !== this.n || a.n_hidden === undefined ? [] : [a.n_hidden])),
    ),
  );
  nHidden = $derived(this.#number(this.hiddenCounts, this.wantedHidden));
  /** The actions with so many units; which of these are elite is left to choose. */
  #sized = $derived(
    this.pool.filter(
      (a) => (a.n === undefined || a.n === this.n) && (a.n_hidden ?? null) === this.nHidden,
    ),
  );
  elites = $derived(sorted(this.#sized.map((a) => a.elite ?? 0)));
  elite = $derived(
    this.wantedElite !== null && this.elites.includes(this.wantedElite)
      ? this.wantedElite
      : (this.elites[0] ?? 0),
  );

  hiddenElites = $derived(
    sorted(
      this.#sized.filter((a) => (a.elite ?? 0) === this.elite).map((a) => a.elite_hidden ?? 0),
    ),
  );
  hiddenElite = $derived(
    this.wantedHiddenElite !== null && this.hiddenElites.includes(this.wantedHiddenElite)
      ? this.wantedHiddenElite
      : (this.hiddenElites[0] ?? 0),
  );

  /** Everything needed is chosen: the action to confirm. */
  ready = $derived.by<Choice | null>(() => {
    if (this.kind === null || this.settled.open.length) return null;
    return (
      this.#sized.find(
        (a) => (a.elite ?? 0) === this.elite && (a.elite_hidden ?? 0) === this.hiddenElite,
      ) ?? null
    );
  });

  /** The number wished for, within what can be; all or the least where nothing is wished. */
  #number(counts: number[], wanted: number | null): number | null {
    if (!counts.length) return null;
    const usual = ALL.has(this.kind ?? "") ? counts.at(-1)! : counts[0]!;
    return wanted === null ? usual : Math.max(counts[0]!, Math.min(counts.at(-1)!, wanted));
  }

  #nextOnMap(kind: string): { part: Part; values: Set<string> } | null {
    const { fixed, options, open } = this.#settle(kind);
    const part =
      ON_MAP.find((one) => open.includes(one)) ??
      [...ON_MAP].reverse().find((one) => options[one] && fixed[one] !== undefined);
    return part ? { part, values: new Set(options[part] as string[]) } : null;
  }

  /** Territories that can be picked next on the board. */
  lit = $derived.by(() => {
    const found = new Set<string>();
    for (const kind of this.kind ? [this.kind] : this.kinds)
      for (const id of this.#nextOnMap(kind)?.values ?? []) found.add(id);
    return found;
  });
  origin = $derived((this.fixed.from as string | undefined) ?? null);
  target = $derived(
    (this.fixed.to as string | undefined) ?? (this.fixed.castle as string | undefined) ?? null,
  );

  /** Pick a territory on the board; false when nothing can be done with it. */
  pick(id: string): boolean {
    for (const kind of this.kind ? [this.kind] : this.kinds) {
      const next = this.#nextOnMap(kind);
      if (!next?.values.has(id)) continue;
      if (this.chosen[next.part] === id) {
        this.clear();
        return true;
      }
      this.wish = kind;
      this.set(next.part, id);
      return true;
    }
    for (const kind of this.kinds) {
      if (!this.#ofKind(kind).some((action) => action.from === id)) continue;
      if (this.chosen.from === id) this.clear();
      else {
        this.clear();
        this.wish = kind;
        this.set("from", id);
      }
      return true;
    }
    return false;
  }

  /** Can a drag begin here? */
  startsAt(id: string): boolean {
    return this.built.some((action) => action.from === id && action.to !== undefined);
  }

  dragFrom(id: string): void {
    const first = this.built.find((action) => action.from === id && action.to !== undefined);
    if (!first) return;
    if (this.kind !== first.kind) this.wish = first.kind;
    this.set("from", id);
  }

  set(part: Part, to: Value | undefined): void {
    const others: Chosen = { ...this.chosen };
    delete others[part];
    if (part === "from" && this.chosen.from !== to) delete others.to;
    this.chosen = to === undefined ? others : { ...others, [part]: to };
    this.wanted = part === "card" || part === "hidden" ? this.wanted : null;
    this.wantedElite = this.wantedHiddenElite = null;
    if (part !== "card") this.wantedHidden = null;
  }

  choose(kind: string): void {
    this.wish = kind;
    this.#wantNothing();
  }
}

export const isBuilt = (kind: string) => BUILT.has(kind);
