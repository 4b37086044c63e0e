"""Every kind of event, with its fields and who hears of it: the one place that says so.

Rules tell by name, and only while somebody listens:

    if s.log is not None:
        s.log.add(events.Bid(faction=f, gold=s.high_bid))

Whoever hears an event reads the same names. ``faction`` is who did it, or whom it befell; ``other``
is the faction it was done to. ``docs/events.md`` and the types of the page are made from here.
"""

from typing import Final

from dragondune.model.cards import NO_CARD
from dragondune.model.event_base import EVERYONE as EVERYONE
from dragondune.model.event_base import (
    Card,
    Cause,
    Clause,
    Contract,
    Count,
    Elites,
    Ending,
    Faction,
    Factions,
    Flag,
    Gold,
    Landing,
    MaybeCard,
    MaybeFaction,
    MaybeTerritory,
    Offer,
    Payment,
    Points,
    Question,
    Reason,
    Territory,
    Text,
    Topic,
    Topics,
    Turn,
    Units,
    Way,
    Window,
)
from dragondune.model.event_base import Event as Event
from dragondune.model.event_base import Log as Log
from dragondune.model.factions import NOBODY

# --- set-up ------------------------------------------------------------------------------


class GameBegan(Event):
    """The game begins."""

    players: Count


class Placed(Event):
    """A faction's first units are placed."""

    faction: Faction
    place: Territory
    units: Units


class TrollPlaced(Event):
    """A troll takes its place, in a castle or a forest."""

    place: Territory


class Predicted(Event, heard_by=("faction",)):
    """An oracle sees its own sealed prediction."""

    faction: Faction
    winner: Faction
    castle: Territory
    in_turn: Turn


class PredictionSealed(Event):
    """An oracle seals a prediction, or makes none."""

    faction: Faction
    predicted: Flag


class DragonPlaced(Event):
    """The wild dragons are placed, and the first player is drawn."""

    number: Landing
    first: Faction


class Dealt(Event, heard_by=("faction",)):
    """A player sees its usurper and its sabotage card."""

    faction: Faction
    usurper: Card
    sabotage: Card


class GotCard(Event, heard_by=("faction",)):
    """A player sees the artifact it receives."""

    faction: Faction
    card: Card


class DeckReshuffled(Event):
    """The discards are shuffled into a new deck of artifacts."""

    cards: Count


# --- dragons -----------------------------------------------------------------------------


class TurnBegan(Event):
    """A turn begins."""

    number: Turn
    first: Faction


class DragonSteered(Event):
    """A faction decides how far the dragons fly."""

    faction: Faction
    steps: Count


class Carried(Event):
    """An ace carries units away from the dragons."""

    faction: Faction
    source: Territory
    target: Territory
    units: Units
    card: Card


class DragonDie(Event):
    """The die says how far the dragons fly."""

    rolled: Count


class DragonCard(Event):
    """A card says how far the dragons fly."""

    card: Card


class DragonMoved(Event):
    """The dragons settle on the territories of a number."""

    number: Landing


class GoldBurnt(Event):
    """Gold on the board is destroyed."""

    place: Territory
    gold: Gold


class UnitsLost(Event):
    """Units die, or go where dragons send them in this edition."""

    faction: Faction
    place: Territory
    units: Units
    cause: Cause


# --- events and council ------------------------------------------------------------------


class EventTurned(Event):
    """An event card is turned up."""

    card: Card


class OmenTurned(Event):
    """The card that may call the Red Dragon is turned up."""

    card: Card


class RedDragon(Event):
    """The Red Dragon comes; nowhere if no event came before."""

    place: MaybeTerritory


class Rode(Event):
    """Units ride the Red Dragon."""

    faction: Faction
    source: Territory
    target: Territory
    units: Units


class GoldPlaced(Event):
    """The land yields gold."""

    place: Territory
    gold: Gold


class NoGold(Event):
    """The land yields nothing where the dragons are."""

    place: Territory


class ShownEvent(Event, heard_by=("faction",)):
    """A faction sees the next event card."""

    faction: Faction
    card: Card


class CouncilBegan(Event):
    """A Great Council is called."""


class CouncilEnded(Event):
    """The Great Council is over."""


class Proposed(Event):
    """A faction offers another an alliance."""

    faction: Faction
    other: Faction


class Refused(Event):
    """A faction turns an alliance down."""

    faction: Faction
    other: Faction


class Allied(Event):
    """Two factions are allies from now on."""

    faction: Faction
    other: Faction


class AllianceBroken(Event):
    """A faction leaves its ally."""

    faction: Faction
    other: Faction


# --- bidding -----------------------------------------------------------------------------


class BiddingBegan(Event):
    """So many artifacts will be sold."""

    cards: Count


class OnSale(Event):
    """An artifact is put up for sale, and so many follow."""

    left: Count


class ShownSale(Event, heard_by=("faction",)):
    """A faction sees the artifact on sale."""

    faction: Faction
    card: Card


class Bid(Event):
    """A faction bids."""

    faction: Faction
    gold: Gold


class BidPassed(Event):
    """A faction does not bid."""

    faction: Faction


class Unsold(Event):
    """Nobody bids, and the artifact is laid aside."""


class Paid(Event):
    """The winner pays: gold to the receiver or to the bank, an ace, or a right of its alliance."""

    faction: Faction
    means: Payment
    gold: Gold = 0
    card: MaybeCard = NO_CARD
    receiver: MaybeFaction = NOBODY


class Sold(Event):
    """The artifact goes to the highest bidder."""

    faction: Faction
    gold: Gold


class SecondCard(Event):
    """The winner takes a second artifact, unseen."""

    faction: Faction


# --- recruitment and movement ------------------------------------------------------------


class Recruiting(Event):
    """A faction takes its turn."""

    faction: Faction


class Revived(Event):
    """Units come back from the graveyard, for gold or for a card."""

    faction: Faction
    units: Units
    gold: Gold
    card: MaybeCard


class Disbanded(Event):
    """Units go back to the bank."""

    faction: Faction
    place: Territory
    units: Units
    gold: Gold
    hidden: Flag


class Conscripted(Event):
    """Units are conscripted."""

    faction: Faction
    place: Territory
    units: Units


class HireAnnounced(Event):
    """A faction means to hire, and another may stop it."""

    faction: Faction
    place: Territory
    units: Units


class Hired(Event):
    """Mercenaries are hired, at half price with an ace."""

    faction: Faction
    place: Territory
    units: Units
    gold: Gold
    card: MaybeCard


class HireStopped(Event):
    """A faction may not hire in this turn."""

    faction: Faction


class Raised(Event):
    """Units are put on the board for nothing, or by an ace."""

    faction: Faction
    place: Territory
    units: Units
    card: MaybeCard


class Extended(Event):
    """An ace takes a movement one territory further."""

    faction: Faction
    card: Card


class ExtraMove(Event):
    """A faction may move once more, for a card where it costs one."""

    faction: Faction
    card: MaybeCard


class Moved(Event):
    """Units move."""

    faction: Faction
    source: Territory
    target: Territory
    units: Units
    hidden: Flag


class Hid(Event):
    """Units go into hiding."""

    faction: Faction
    place: Territory
    units: Units
    card: MaybeCard


class CameOut(Event):
    """Units come out of hiding."""

    faction: Faction
    place: Territory
    units: Units


class StayedHidden(Event):
    """Units stay in hiding, with those who join them."""

    faction: Faction
    place: Territory
    units: Units


class TrollLeft(Event):
    """A troll leaves its place."""

    place: Territory


# --- special cards -----------------------------------------------------------------------


class WallsBroken(Event):
    """The walls of a castle are broken."""

    faction: Faction
    place: Territory


class HonestQuestion(Event):
    """A faction puts a question of the list to another."""

    faction: Faction
    other: Faction
    question: Question


class HonestAnswer(Event):
    """The question is answered, honestly."""

    faction: Faction
    question: Question
    yes: Flag


class SpecialPaid(Event):
    """A card is discarded for a special action."""

    faction: Faction
    card: Card


class Denied(Event):
    """An ace stops what another faction was about to do."""

    faction: Faction
    window: Window
    other: Faction
    card: Card


class Looked(Event):
    """A faction demands to see another's artifacts."""

    faction: Faction
    other: Faction


class HandShown(Event):
    """So many artifacts are shown to the faction."""

    faction: Faction
    other: Faction
    cards: Count


class ShownCard(Event, heard_by=("faction", "other")):
    """One of the artifacts shown."""

    faction: Faction
    other: Faction
    card: Card


# --- battle ------------------------------------------------------------------------------


class BattleBegan(Event):
    """A battle begins."""

    attacker: Faction
    defender: Faction
    place: Territory


class Blessed(Event):
    """A faction calls down its blessing."""

    faction: Faction


class Asked(Event):
    """A faction puts battle questions to its opponent, both at once with an ace."""

    faction: Faction
    other: Faction
    topics: Topics
    card: MaybeCard


class Answered(Event):
    """The opponent answers: units, an artifact's value, or its colour (1 red, 2 black, 0 none)."""

    faction: Faction
    topic: Topic
    answer: Count


class Planned(Event):
    """A faction has made its plan."""

    faction: Faction


class PlanMade(Event, heard_by=("faction",)):
    """A faction's own plan."""

    faction: Faction
    units: Units
    card: MaybeCard


class PlanShown(Event):
    """A plan is shown."""

    faction: Faction
    units: Units
    card: MaybeCard
    elites: Elites


class Chaos(Event):
    """A chaos monster comes to the battle."""

    faction: Faction
    place: Territory


class Lent(Event):
    """A faction's cards, one or both, were those that its ally has shown for treachery."""

    faction: Faction
    usurper: MaybeCard
    sabotage: MaybeCard


class Betrayed(Event):
    """Treachery: a faction shows the usurper and the sabotage that undo its opponent."""

    faction: Faction
    other: Faction
    usurper: Card
    sabotage: Card


class Strength(Event):
    """What both sides reach."""

    attacker: Faction
    attack: Points
    defender: Faction
    defence: Points


class BattleWon(Event):
    """A battle is won, by strength or by treachery, for which the bank pays what the edition says."""

    winner: Faction
    loser: Faction
    place: Territory
    treachery: Flag


class BattleVoid(Event):
    """A battle ends, and nobody has won it."""

    attacker: Faction
    defender: Faction
    place: Territory


class Plundered(Event):
    """The winner takes an artifact."""

    faction: Faction
    other: Faction


class PlunderedCard(Event, heard_by=("faction", "other")):
    """The artifact taken."""

    faction: Faction
    other: Faction
    card: Card


class PlunderKept(Event):
    """The winner keeps its plunder."""

    faction: Faction


class PlunderSold(Event):
    """The winner sells its plunder."""

    faction: Faction
    card: Card
    gold: Gold


# --- gold and victory --------------------------------------------------------------------


class Income(Event):
    """A faction has an income."""

    faction: Faction
    gold: Gold


class Collected(Event):
    """A faction gathers gold from the land."""

    faction: Faction
    place: Territory
    gold: Gold


class Gave(Event):
    """A faction gives another gold."""

    faction: Faction
    other: Faction
    gold: Gold


class Discarded(Event):
    """An artifact is discarded."""

    faction: Faction
    card: Card


class DeciderBegan(Event):
    """The tied factions that are ready fight on the Great Mountain."""

    tied: Factions
    ready: Factions


class GameWon(Event):
    """The game is over."""

    winners: Factions
    way: Way


# --- contracts ---------------------------------------------------------------------------


class Offered(Event):
    """A faction offers a contract."""

    faction: Faction
    offer: Offer
    words: Text


class OfferAccepted(Event):
    """A faction accepts an offer."""

    faction: Faction
    offer: Offer


class OfferRefused(Event):
    """A faction refuses an offer."""

    faction: Faction
    offer: Offer


class OfferWithdrawn(Event):
    """An offer is taken back."""

    faction: Faction
    offer: Offer


class OfferLapsed(Event):
    """An offer has not been answered in its turn."""

    offer: Offer


class ContractSigned(Event):
    """A contract is signed by all its parties."""

    contract: Contract
    parties: Factions
    words: Text


class ContractEndWanted(Event):
    """A party would end a contract."""

    faction: Faction
    contract: Contract


class ContractOver(Event):
    """A contract is over."""

    contract: Contract
    ending: Ending


class ContractVoid(Event):
    """The faction cannot keep a clause at this moment, which is void for it."""

    faction: Faction
    contract: Contract
    clause: Clause


class ContractBinds(Event):
    """The condition of a clause has come, and it binds the faction."""

    faction: Faction
    contract: Contract
    clause: Clause


class ContractPaid(Event):
    """A faction pays what a contract demands."""

    faction: Faction
    other: Faction
    gold: Gold
    contract: Contract
    clause: Clause


class ContractShown(Event):
    """A faction shows another what a contract demands."""

    faction: Faction
    other: Faction
    contract: Contract
    clause: Clause


class ContractCard(Event, heard_by=("faction", "other")):
    """A card that is shown by contract."""

    faction: Faction
    other: Faction
    card: Card


class ContractNoCard(Event, heard_by=("faction", "other")):
    """There is no card to show by contract."""

    faction: Faction
    other: Faction


class ContractSize(Event, heard_by=("faction", "other")):
    """The size of a battle plan, told by contract."""

    faction: Faction
    other: Faction
    units: Units


class BattlesForgone(Event):
    """So many battles are left unfought, as contracts demand."""

    faction: Faction
    battles: Count


# --- at the table ------------------------------------------------------------------------


class Said(Event):
    """A bot speaks of a contract."""

    faction: Faction
    words: Text


class Undone(Event):
    """A faction takes its last action back."""

    faction: Faction


class RulesChanged(Event):
    """The table goes on with other rules, or by another version of them."""

    words: Text


class Hinted(Event):
    """A faction asks for a hint."""

    faction: Faction


class StandInBegan(Event):
    """From now on a bot plays for a person who may come back."""

    faction: Faction
    why: Reason


class PlayerBack(Event):
    """Somebody for whom a bot played is back."""

    faction: Faction


class Resigned(Event):
    """A person gives the seat up for good, and a bot plays on there."""

    faction: Faction


class Replaced(Event):
    """The host gives the seat of somebody who stayed away to a bot for good."""

    faction: Faction


class Substituted(Event):
    """Somebody else takes a seat over from its player, or from the bot that had it."""

    faction: Faction


# Where the chapters of ``docs/events.md`` begin
CHAPTERS: Final[dict[type[Event], str]] = {
    GameBegan: "Set-up",
    TurnBegan: "Dragons",
    EventTurned: "Events and council",
    BiddingBegan: "Bidding",
    Recruiting: "Recruitment and movement",
    WallsBroken: "Special cards",
    BattleBegan: "Battle",
    Income: "Gold and victory",
    Offered: "Contracts",
    Said: "At the table",
}
