// Changes put into what was known before: the result is the update as the server would have told it
// whole. Nothing that was there before is altered, so whoever still draws it is not disturbed.
import type { DeltaMessage, FactionName, GameView, UpdateMessage, ViewChanges } from "../types";

/** Fields whose own fields are told one by one. */
const PARTS = ["me", "piles", "sale", "battle"] as const;

function partsOf(view: GameView, changes: ViewChanges): Partial<GameView> {
  const made: Record<string, unknown> = {};
  for (const part of PARTS) {
    const change = changes[part];
    if (change) made[part] = { ...view[part], ...change };
  }
  if (changes.territories) made["territories"] = { ...view.territories, ...changes.territories };
  if (changes.factions) made["factions"] = factionsOf(view, changes.factions);
  return made;
}

function factionsOf(
  view: GameView,
  changes: NonNullable<ViewChanges["factions"]>,
): GameView["factions"] {
  const made: Record<string, unknown> = { ...view.factions };
  for (const [name, change] of Object.entries(changes))
    made[name] = { ...view.factions[name as FactionName], ...change };
  return made;
}

/** A view with what has changed of it. */
export function changed(view: GameView, changes: ViewChanges | undefined): GameView {
  return changes ? ({ ...view, ...changes, ...partsOf(view, changes) } as GameView) : view;
}

/** The next update, of the one before and what it changes; `heard`: the number of the last event. */
export function next(before: UpdateMessage, delta: DeltaMessage, heard: number): UpdateMessage {
  const { view: common, ...all } = delta.all;
  const { view: mine, ...own } = delta.own ?? {};
  const events = own.events ?? all.events ?? [];
  return {
    ...before,
    ...all,
    ...own,
    n: delta.n,
    since: before.n,
    view: changed(changed(before.view, common), mine),
    events: events.map((event) => ({ ...event, n: heard + event.n })),
  };
}

/** Does it go on from there? If not, the whole has to be asked for. */
export function follows(
  before: UpdateMessage | null,
  delta: DeltaMessage,
): before is UpdateMessage {
  return before !== null && delta.n === before.n + 1;
}
