// Which lines of the record somebody wants to see.
import type { FactionName, GameEvent } from "../types";

export type Filter = "all" | "mine" | "battles" | "gold" | "contracts";
export const FILTERS: Filter[] = ["all", "mine", "battles", "gold", "contracts"];

const kinds = (names: string) => new Set(names.split(" "));
const BATTLES = kinds(
  "battle_began blessed asked answered planned plan_made plan_shown chaos lent betrayed strength battle_won battle_void plundered plundered_card plunder_kept plunder_sold decider_began walls_broken battles_forgone",
);
const GOLD = kinds(
  "gold_burnt gold_placed no_gold bid paid sold revived hired income collected gave plunder_sold contract_paid disbanded",
);
const CONTRACTS = kinds(
  "offered offer_accepted offer_refused offer_withdrawn offer_lapsed said battles_forgone proposed refused allied alliance_broken",
);
const WHO = ["faction", "other", "attacker", "defender", "winner", "loser", "receiver"] as const;

/** Does it speak of me, or was it told to me alone? */
export function concerns(event: GameEvent, me: FactionName): boolean {
  const fields = event as unknown as Record<string, unknown>;
  const several = [fields["winners"], fields["parties"]].flat();
  return event.secret || WHO.some((field) => fields[field] === me) || several.includes(me);
}

/** Is it worth a line to me? That I asked for a hint is news to the others only. */
export const isNews = (event: GameEvent, me: FactionName | null): boolean =>
  !!event.text && !(me && event.kind === "hinted" && event.faction === me);

export function matching(
  event: GameEvent,
  filter: Filter,
  words: string,
  me: FactionName | null,
): boolean {
  if (words && !event.text.toLowerCase().includes(words.trim().toLowerCase())) return false;
  switch (filter) {
    case "mine":
      return !!me && concerns(event, me);
    case "battles":
      return BATTLES.has(event.kind) || (event.kind === "units_lost" && event.cause === "battle");
    case "gold":
      return GOLD.has(event.kind);
    case "contracts":
      return CONTRACTS.has(event.kind) || event.kind.startsWith("contract_");
    default:
      return true;
  }
}
