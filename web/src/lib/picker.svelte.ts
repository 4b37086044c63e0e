// Choosing one of the listed actions step by step: what, from where, to where, how many. The legal
// actions alone say what can come next; nothing here knows a rule.
import type { Choice, Decision, GameView } from "../types";

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
/** What takes something away for good: nobody does it by a key, or because it is the only choice. */
const DESTRUCTIVE = new Set([
  "disband",
  "discard",
  "lose",
  "deny",
  "spend",
  "betray",
  "chaos",
  "break",
]);
export const isDestructive = (kind: string) => DESTRUCTIVE.has(kind);
/** Other choices that the map may turn to: the other steps of a turn that is planned as a whole. */
interface Other {
  actions: Choice[];
  use: () => void;
}

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
  others = $state.raw<Other[]>([]);
  /** The board as it would be after a turn that is being planned. */
  planned = $state.raw<GameView["territories"] | null>(null);

  begin(decision: Decision | null): void {
    const same =
      decision &&
      this.decision &&
      decision.opened === this.decision.opened &&
      decision.step === this.decision.step;
    this.decision = decision;
    if (!same) this.clear();
  }

  /** Begin with what was chosen before. */
  adopt(action: Choice): void {
    const chosen: Chosen = {};
    for (const part of PARTS) if (has(action, part)) chosen[part] = value(action, part);
    this.wish = action.kind;
    this.chosen = chosen;
    this.wanted = action.n ?? null;
    this.wantedElite = action.elite ?? null;
    this.wantedHidden = action.n_hidden ?? null;
    this.wantedHiddenElite = action.elite_hidden ?? null;
  }

  /** Has anything been chosen here? */
  get touched(): boolean {
    return this.wish !== null || this.wanted !== null || Object.keys(this.chosen).length > 0;
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
      const given = values.length === 1 && !(part === "from" && kind === "disband");
      if (take === undefined && given) take = values[0]!;
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
    if (this.#pickHere(id)) return true;
    const other = this.others.find(({ actions }) =>
      actions.some(
        (action) =>
          !isDestructive(action.kind) && (action.from === id || (!action.from && action.to === id)),
      ),
    );
    other?.use();
    return !!other && this.#pickHere(id);
  }

  #pickHere(id: string): boolean {
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
    return marches(this.built, id) || this.others.some(({ actions }) => marches(actions, id));
  }

  dragFrom(id: string): void {
    if (!marches(this.built, id)) this.others.find(({ actions }) => marches(actions, id))?.use();
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

const marches = (actions: Choice[], from: string) =>
  actions.some((action) => action.from === from && action.to !== undefined);

export const isBuilt = (kind: string) => BUILT.has(kind);
