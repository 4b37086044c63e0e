// Made from src/dragondune/model/events.py by `dragon-dune events --types > web/src/events.ts`.
import type { FactionName } from "./types";

/** What happened, by kind: the fields of an event. */
export type Told =
  | { kind: "game_began"; players: number }
  | { kind: "placed"; faction: FactionName; place: string; units: number }
  | { kind: "troll_placed"; place: string }
  | { kind: "predicted"; faction: FactionName; winner: FactionName; castle: string; in_turn: number }
  | { kind: "oracle"; faction: FactionName; foretold: boolean }
  | { kind: "dragon_placed"; number: number; first: FactionName }
  | { kind: "dealt"; faction: FactionName; usurper: string; sabotage: string }
  | { kind: "got_card"; faction: FactionName; card: string }
  | { kind: "deck_reshuffled"; cards: number }
  | { kind: "turn_began"; number: number; first: FactionName }
  | { kind: "dragon_steered"; faction: FactionName; steps: number }
  | { kind: "leapt"; faction: FactionName; source: string; target: string; units: number; card: string }
  | { kind: "dragon_die"; rolled: number }
  | { kind: "dragon_card"; card: string }
  | { kind: "dragon_moved"; number: number }
  | { kind: "gold_burnt"; place: string; gold: number }
  | { kind: "units_lost"; faction: FactionName; place: string; units: number; cause: "dragons" | "troll" | "red dragon" | "battle" }
  | { kind: "event_turned"; card: string }
  | { kind: "omen_turned"; card: string }
  | { kind: "red_dragon"; place: string | null }
  | { kind: "rode"; faction: FactionName; source: string; target: string; units: number }
  | { kind: "gold_placed"; place: string; gold: number }
  | { kind: "no_gold"; place: string }
  | { kind: "shown_event"; faction: FactionName; card: string }
  | { kind: "council_began" }
  | { kind: "council_ended" }
  | { kind: "proposed"; faction: FactionName; other: FactionName }
  | { kind: "refused"; faction: FactionName; other: FactionName }
  | { kind: "allied"; faction: FactionName; other: FactionName }
  | { kind: "alliance_broken"; faction: FactionName; other: FactionName }
  | { kind: "bidding_began"; cards: number }
  | { kind: "on_sale"; left: number }
  | { kind: "shown_sale"; faction: FactionName; card: string }
  | { kind: "bid"; faction: FactionName; gold: number }
  | { kind: "bid_passed"; faction: FactionName }
  | { kind: "unsold" }
  | { kind: "paid"; faction: FactionName; means: "gold" | "ace" | "right"; gold: number; card: string | null; receiver: FactionName | null }
  | { kind: "sold"; faction: FactionName; gold: number }
  | { kind: "second_card"; faction: FactionName }
  | { kind: "recruiting"; faction: FactionName }
  | { kind: "revived"; faction: FactionName; units: number; gold: number; card: string | null }
  | { kind: "disbanded"; faction: FactionName; place: string; units: number; gold: number; hidden: boolean }
  | { kind: "conscripted"; faction: FactionName; place: string; units: number }
  | { kind: "hire_announced"; faction: FactionName; place: string; units: number }
  | { kind: "hired"; faction: FactionName; place: string; units: number; gold: number; card: string | null }
  | { kind: "hire_stopped"; faction: FactionName }
  | { kind: "raised"; faction: FactionName; place: string; units: number; card: string | null }
  | { kind: "extended"; faction: FactionName; card: string }
  | { kind: "extra_move"; faction: FactionName; card: string | null }
  | { kind: "moved"; faction: FactionName; source: string; target: string; units: number; hidden: boolean }
  | { kind: "hid"; faction: FactionName; place: string; units: number; card: string | null }
  | { kind: "came_out"; faction: FactionName; place: string; units: number }
  | { kind: "stayed_hidden"; faction: FactionName; place: string; units: number }
  | { kind: "troll_left"; place: string }
  | { kind: "walls_broken"; faction: FactionName; place: string }
  | { kind: "honest_question"; faction: FactionName; other: FactionName; question: number }
  | { kind: "honest_answer"; faction: FactionName; question: number; yes: boolean }
  | { kind: "special_paid"; faction: FactionName; card: string }
  | { kind: "denied"; faction: FactionName; window: "question" | "red dragon" | "early disband" | "exchange" | "hiring"; other: FactionName; card: string }
  | { kind: "looked"; faction: FactionName; other: FactionName }
  | { kind: "hand_shown"; faction: FactionName; other: FactionName; cards: number }
  | { kind: "shown_card"; faction: FactionName; other: FactionName; card: string }
  | { kind: "battle_began"; attacker: FactionName; defender: FactionName; place: string }
  | { kind: "blessed"; faction: FactionName }
  | { kind: "asked"; faction: FactionName; other: FactionName; topics: ("colour" | "number" | "value")[]; card: string | null }
  | { kind: "answered"; faction: FactionName; topic: "colour" | "number" | "value"; answer: number }
  | { kind: "planned"; faction: FactionName }
  | { kind: "plan_made"; faction: FactionName; units: number; card: string | null }
  | { kind: "plan_shown"; faction: FactionName; units: number; card: string | null; elites: number }
  | { kind: "chaos"; faction: FactionName; place: string }
  | { kind: "lent"; faction: FactionName; usurper: string | null; sabotage: string | null }
  | { kind: "betrayed"; faction: FactionName; other: FactionName; usurper: string; sabotage: string }
  | { kind: "strength"; attacker: FactionName; attack: number; defender: FactionName; defence: number }
  | { kind: "battle_won"; winner: FactionName; loser: FactionName; place: string; treachery: boolean }
  | { kind: "battle_void"; attacker: FactionName; defender: FactionName; place: string }
  | { kind: "plundered"; faction: FactionName; other: FactionName }
  | { kind: "plundered_card"; faction: FactionName; other: FactionName; card: string }
  | { kind: "plunder_kept"; faction: FactionName }
  | { kind: "plunder_sold"; faction: FactionName; card: string; gold: number }
  | { kind: "income"; faction: FactionName; gold: number }
  | { kind: "collected"; faction: FactionName; place: string; gold: number }
  | { kind: "gave"; faction: FactionName; other: FactionName; gold: number }
  | { kind: "discarded"; faction: FactionName; card: string }
  | { kind: "decider_began"; tied: FactionName[]; ready: FactionName[] }
  | { kind: "game_won"; winners: FactionName[]; way: "three castles" | "allied castles" | "default" | "most castles" | "decider on the Great Mountain" | "first in player order" | "prophecy" }
  | { kind: "offered"; faction: FactionName; offer: number; words: string }
  | { kind: "offer_accepted"; faction: FactionName; offer: number }
  | { kind: "offer_refused"; faction: FactionName; offer: number }
  | { kind: "offer_withdrawn"; faction: FactionName; offer: number }
  | { kind: "offer_lapsed"; offer: number }
  | { kind: "agreed"; contract: number; parties: FactionName[]; words: string }
  | { kind: "agreement_end_wanted"; faction: FactionName; contract: number }
  | { kind: "agreement_over"; contract: number; ending: "fulfilled" | "ended by all" }
  | { kind: "agreement_void"; faction: FactionName; contract: number; clause: number }
  | { kind: "agreement_binds"; faction: FactionName; contract: number; clause: number }
  | { kind: "agreement_paid"; faction: FactionName; other: FactionName; gold: number; contract: number; clause: number }
  | { kind: "agreement_shown"; faction: FactionName; other: FactionName; contract: number; clause: number }
  | { kind: "agreement_card"; faction: FactionName; other: FactionName; card: string }
  | { kind: "agreement_no_card"; faction: FactionName; other: FactionName }
  | { kind: "agreement_size"; faction: FactionName; other: FactionName; units: number }
  | { kind: "battles_forgone"; faction: FactionName; battles: number }
  | { kind: "said"; faction: FactionName; words: string }
  | { kind: "undone"; faction: FactionName }
  | { kind: "rules_changed"; words: string }
  | { kind: "hinted"; faction: FactionName };
