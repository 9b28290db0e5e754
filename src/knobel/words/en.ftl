### All words of knobel in English. Every key stands in de.ftl too.

## Games

game-zocknroll = Zock'n'Roll
game-zock = ZOCK
game-schocken = Schocken
game-zocknroll-tagline = Hold'em with dice: drop out and score, or stay in for everything
game-zock-tagline = Two players, two dice, nine fields each: who covers them all first?
game-schocken-tagline = The German pub classic: three dice, thirteen stones, and nobody wants them

## Rows of the Zock'n'Roll tableau

row-won_third = Round 3 won
row-five_of_a_kind = Five of a kind
row-four_of_a_kind = Four of a kind
row-large_straight = Large straight
row-full_house = Full house
row-three_of_a_kind = Three of a kind
row-two_pairs = Two pairs
row-pair = Pair
row-royal_pairs = Royal pairs
row-large_full_house = Large full house
row-highway = Highway
row-two_triples = Two triples
row-three_pairs = Three pairs
row-small_straight = Small straight
row-dropped_first = Dropped in round 1

## Throws of Schocken

rank-schock_out = Schock out
rank-jule = Jule
rank-schock = Schock { $x }
rank-admiral = Admiral
rank-strasse = Straße
rank-ordinary = Ordinary throw

## Options of Zock'n'Roll

option-zocknroll-board = Board
option-zocknroll-board-help = The basic board with two dice of your own, or the pro board with three and more combinations (N2).
choice-zocknroll-board-basic = Basic board
choice-zocknroll-board-pro = Pro board
option-zocknroll-first_to_decide = First to decide
option-zocknroll-first_to_decide-help = Who says first whether to drop or to stay: the starter, or the player to the starter's left, so that the starter decides last (N6).
choice-zocknroll-first_to_decide-starter = The starter
choice-zocknroll-first_to_decide-left_of_starter = Left of the starter
option-zocknroll-jorg_counts = Jörg counts
option-zocknroll-jorg_counts-help = Jörg plays along when you are three. If he counts as a player, winning round 3 is worth 4 points, otherwise 3 (N13).
choice-zocknroll-jorg_counts-true = Yes, 4 points
choice-zocknroll-jorg_counts-false = No, 3 points
option-zocknroll-royal_pairs = Royal pairs
option-zocknroll-royal_pairs-help = What the top row of the pro board asks for. No rule text says it, so this is an interpretation (N15).
choice-zocknroll-royal_pairs-456 = Pairs of 4, 5 and 6
choice-zocknroll-royal_pairs-consecutive = Three pairs in a row
choice-zocknroll-royal_pairs-six_alike = Six alike

## Options of ZOCK

option-zock-variant = Variant
option-zock-variant-help = Basic: both dice or their sum. A: you throw until a throw fails. B: any two fields with that sum. C: B with product and difference (K5).
choice-zock-variant-basic = Basic game
choice-zock-variant-A = A: throw on
choice-zock-variant-B = B: free sums
choice-zock-variant-C = C: product and difference
option-zock-two_digit = Numbers above 10
option-zock-two_digit-help = Whether a sum of 12 is covered by its digits 1 and 2, or sums above 10 cannot be covered. Variant C always reads digits (K6).
choice-zock-two_digit-digits = By their digits
choice-zock-two_digit-ten_only = Not at all
option-zock-games = Games
option-zock-games-help = How many games make a match. Whoever has the fewest loss points in the end wins (K8).
option-zock-referee = Referee
option-zock-referee-help = Either only possible covers are accepted, or you may cover what you like and your opponent has to notice and object (K9).
choice-zock-referee-strict = The program
choice-zock-referee-players = The players
option-zock-chips = Chips
option-zock-chips-help = What a red, blue, yellow and green chip is worth. The loser of a game pays the loss points in chips; they never decide the match (K10).
choice-zock-chips-none = Without chips

## Options of Schocken

option-schocken-stones = Stones
option-schocken-stones-help = How many penalty stones lie in the middle when a half begins. Whoever ends up with all of them loses the half (S1).
option-schocken-kept_dice = Kept dice
option-schocken-kept_dice-help = Whether dice you kept after an earlier throw may go back into the cup, or stay out (S4).
choice-schocken-kept_dice-may_return = May go back
choice-schocken-kept_dice-stay = Stay out
option-schocken-covered = Covered throw
option-schocken-covered-help = Which throw stays under the cup until all have finished, unseen even by the thrower: the third, the last that the round allows, or none (S5).
choice-schocken-covered-third = The third
choice-schocken-covered-last = The last allowed
choice-schocken-covered-none = None
option-schocken-ties = Equal throws
option-schocken-ties-help = Who is lower when two throws are equal: whoever threw later, or first of all whoever needed more throws (S8).
choice-schocken-ties-order = Later is lower
choice-schocken-ties-throws_then_order = Fewer throws, then order
option-schocken-sixes = Turn sixes
option-schocken-sixes-help = Two sixes in one open throw may become a one, three sixes two ones, as long as you have a throw left (H1).
choice-schocken-sixes-true = Yes
choice-schocken-sixes-false = No
option-schocken-hand_only = From the hand
option-schocken-hand_only-help = Straße and Admiral count only when all three dice come from one throw; otherwise they are ordinary throws (H2).
choice-schocken-hand_only-true = Yes
choice-schocken-hand_only-false = No
option-schocken-general_beats_schock2 = Admiral beats Schock 2
option-schocken-general_beats_schock2-help = Three alike, also called a General, ranks above Schock 2 instead of below it (H3).
choice-schocken-general_beats_schock2-true = Yes
choice-schocken-general_beats_schock2-false = No
option-schocken-jule = Jule
option-schocken-jule-help = 4-2-1 ranks between Schock out and Schock 6 and deals out 7 stones (H4).
choice-schocken-jule-true = Yes
choice-schocken-jule-false = No
preset-schocken-pub = Pub rules
preset-schocken-pub-help = The house rules met most often: sixes may be turned (H1), Straße and Admiral only from the hand (H2), the last allowed throw is covered (S5), and of equal throws the later is lower (S8).

## Bots

bot-random = Random
bot-random-help = Picks any legal move, each with the same chance.
bot-casual = Casual
bot-casual-help = A good-humoured beginner with sensible rules of thumb.
bot-strong = Strong
bot-strong-help = Plays as the mathematics of the game or half at hand says.
bot-master = Master
bot-master-help = Keeps the whole match or game in mind, and plays it as well as can be.
bot-jorg = Jörg
bot-jorg-help = Always stays, whatever the dice say (N4).

## Log: what happened

log-starter = First to begin: { $name }.
log-cups = Turn { $turn }: all have thrown. Starter: { $name }.
log-white = White dice: { $dice }.
log-white-fourth = Fourth white die: { $die } ({ $dice }).
log-white-fifth = Fifth white die: { $die } ({ $dice }). All cups are lifted.
log-hand = { $name }: { $dice }, { $row }.
log-best = The best hand: { $name }.
log-tied = Equally good: { $names }. Nobody marks round 3.
log-jorg-best = Jörg alone is best, so nobody marks anything.
log-stay = { $name } stayed in.
log-drop = { $name } dropped with { $dice }: { $marks }.
log-mark = { $name } marked: { $marks }.
log-sixth-mark = A row has its sixth mark: the game ends with this turn (N12).
log-won = After { $turns ->
    [one] one turn
   *[other] { $turns } turns
} the winner is { $names }, { $points } points.
log-won-by-thirds = After { $turns ->
    [one] one turn
   *[other] { $turns } turns
} the winner is { $names }, { $points } points; the tie is decided by more marks in “Round 3 won” (N14).
log-won-shared = After { $turns ->
    [one] one turn
   *[other] { $turns } turns
} a shared victory, { $points } points each and equal in “Round 3 won” (N14): { $names }.
log-roll-off = Game { $game }, who begins? { $totals }.
log-roll-again = Equal, so once more.
log-throw = { $name } threw { $dice }.
log-no-cover = { $name } threw { $dice } and cannot use it.
log-cover = { $name } covered { $fields }.
log-left = Open: { $fields }.
log-all-covered = All nine are covered!
log-pass = { $name } covered nothing.
log-objection-right = { $name } objected, and rightly so. Open again for { $other }: { $fields }.
log-objection-wrong = { $name } objected, but everything was right.
log-accept = { $name } accepted.
log-game-won = Game { $number } of { $games } goes to { $name }; loss points for { $other }: { $loss }.
log-chips = Chips of { $name }: red { $red }, blue { $blue }, yellow { $yellow }, green { $green }; debt { $debt }.
log-match-won = The match goes to { $name }. Loss points: { $first }, { $second }.
log-match-drawn = The match is a draw. Loss points: { $first }, { $second }.
log-round = Round { $round } · { $part }
log-throws = { $name }, throw { $number }: { $told }
log-flip = { $count ->
    [one] two sixes made a one
   *[other] three sixes made two ones
}
log-keep = kept { $dice }
log-thrown = threw { $dice }: { $throw }
log-thrown-covered = { $count ->
    [one] one die
   *[other] { $count } dice
} under the cup
log-stand = { $name } stood with { $throw }.
log-limit = The others have { $throws ->
    [one] one throw
   *[other] { $throws } throws
}.
log-cups-up = All cups are lifted: { $hands }.
log-takes = Best: { $best }. Lowest: { $loser }, who takes { $count ->
    [one] one stone
   *[other] { $count } stones
} from the middle (left: { $left }).
log-hands = Best: { $best }, who hands { $count ->
    [one] one stone
   *[other] { $count } stones
} to the lowest: { $loser }.
log-schock-out = Schock out by { $best }! Lowest: { $loser }, who takes everything.
log-out = Out of this half, without stones: { $names }.
log-half-lost = { $part }, loser: { $name }.
log-final = Into the final: { $names }.
log-lost = After { $rounds ->
    [one] one round
   *[other] { $rounds } rounds
} the game is over, loser: { $name }.

## Play in the terminal

ui-you = You
ui-player = Player { $number }
ui-jorg = Jörg
ui-and = { $most } and { $last }
ui-first-half = First half
ui-second-half = Second half
ui-final = Final
ui-total = { $sum } = { $points } points
ui-sixth-mark = sixth mark: last turn
ui-stay = Stay in
ui-drop = Drop: { $row }
ui-drop-nothing = Drop with nothing
ui-mark = Mark { $row }
ui-means-stay = gets better { $better } · round 3: win { $won }, tie { $tied }
ui-means-stay-alone = sure to win round 3: at least +{ $points } · gets better { $better }
ui-cover = Cover { $fields }
ui-pass = Cover nothing
ui-throw = Throw
ui-accept = Accept
ui-object = Object
ui-means-cover = open: { $fields } (sum { $sum }) · next throw fits: { $usable }
ui-means-cover-all = wins the game · loss points for { $other }: { $loss }
ui-means-pass = the dice are handed over
ui-means-throw-on = the last cover stands, right or wrong
ui-means-accept = the game ends, your loss points: { $loss }
ui-means-object = a cover that did not fit is opened again
ui-stand = Stand
ui-means-stand = { $throw } counts
ui-keep = Keep { $dice }, throw { $count }
ui-throw-all = Throw all three
ui-flip = { $count ->
    [one] Sixes to one 1
   *[other] Sixes to two 1s
}: { $throws }
ui-means-reach-better = gets better { $chance }
ui-means-reach = { $throw } or more { $chance }
ui-under-the-cup = covered
ui-now-over = The game is over.
ui-now-type = Which dice fell? Type in { $count ->
    [one] one die
   *[other] { $count } dice
}.
ui-now-type-for = { $name }: which dice fell? Type in { $count ->
    [one] one die
   *[other] { $count } dice
}.
ui-now-throws = { $name }: about to throw
ui-now-dice = The dice are about to fall
ui-now-lot = The lot decides who begins
ui-now-starter = Who begins?
ui-draw-lot = Draw by lot
ui-begins = { $name } begins
ui-now-decide = { $name }: drop or stay?
ui-now-mark = { $name }: which row gets the mark?
ui-now-cover = { $name }: which fields to cover?
ui-now-object = { $name }: throw, or object to the last cover?
ui-now-accept = { $name }: accept the end of the game, or object?
ui-now-stand = { $name }: stand or throw again? Throws left: { $left }
ui-stage-start = About to begin
ui-stage-zocknroll = Turn { $turn }, round { $round } of 3
ui-stage-zock = Game { $game } of { $games }
ui-stage-schocken = Round { $round } · { $part }
ui-white-dice = White dice: { $dice }
ui-own-cup = { $name }, own cup: { $dice }, best row now: { $row }
ui-cup-lifted = { $name }, cup lifted: { $dice }
ui-cups-covered = Still covered: { $names }
ui-points = Points: { $totals }
ui-no-row = no row
ui-no-marks = no marks
ui-points-of = { $name }, points: { $points } ({ $marks })
ui-fields-of = { $name }, open fields: { $fields } (sum { $sum }), loss points so far: { $loss }
ui-in-the-box = Dice in the box: { $dice }
ui-middle = Stones in the middle: { $count }
ui-stones-of = { $name }: { $count ->
    [one] one stone
   *[other] { $count } stones
}.
ui-not-thrown = Has not thrown yet.
ui-out = Out.
ui-kept = Kept: { $dice }.
ui-covered = Under the cup: { $count ->
    [one] one die
   *[other] { $count } dice
}.
ui-lies = { $dice }: { $throw } ({ $throws ->
    [one] one throw
   *[other] { $throws } throws
}).
ui-plain-welcome = { $game }. Type the number of your choice and press Enter; u takes back, t shows the table, r the rules, q saves and leaves.
ui-plain-game = Which game?
ui-plain-resume = Go on: { $game }, { $players }
ui-plain-choose = { $count ->
    [one] Go on with 1:
   *[other] Your choice, 1 to { $count }:
}
ui-plain-fields = Fields to cover, for example 3 6, or 0 for none:
ui-plain-dice = Dice:
ui-plain-not-understood = That is not one of the choices; please type { $count ->
    [one] 1
   *[other] a number from 1 to { $count }
}.
ui-plain-not-fields = Please type open fields ({ $fields }), or 0 for none.
ui-plain-hand-over = The keyboard goes to { $name }. Everyone else looks away; press Enter when { $name } is ready.
ui-bad-dice = Please type { $count ->
    [one] one die
   *[other] { $count } dice
} from 1 to 6, for example { $example }.
ui-took-back = Taken back.
ui-cannot-take-back = There is nothing to take back: dice have fallen, a cup was lifted or somebody else decided since.
ui-saved-and-left = The game is saved; knobel play --resume goes on with it.
ui-bots-get-ready = The bots are getting ready …
ui-left = See you.
ui-record-saved = Record saved: { $file }
ui-record-unfinished = A game that is not over has no record yet, because a record shows all dice.
ui-save-damaged = The saved game { $file } is damaged and cannot be continued; it was left as it is.
ui-cannot-save = The game cannot be saved in { $folder }; it goes on, but leaving would lose it.
ui-no-saves = There is no saved game to go on with.

## Odds

odds-percent = { NUMBER($percent, minimumFractionDigits: 2, maximumFractionDigits: 2) }
odds-hardly = < 0.01
odds-nearly = > 99.99
odds-chance = Chance
odds-row = Best row
odds-nothing = Nothing
odds-round = Round { $round }
odds-dice = { $count } dice
odds-rows-legend = Percent   = this row is the best one   ≥ this row or a better one
odds-now = Now: { $row }
odds-showdown = In round 3, against { $cups ->
    [one] one unknown cup
   *[other] { $cups } unknown cups
}:
odds-showdown-won = your hand is the only best one
odds-showdown-tied = your hand is one of several best ones
odds-showdown-lost = another hand is better
odds-open = open: { $fields }
odds-usable = the throw can be used
odds-finishing = the throw can cover all that is open
odds-field = Field
odds-cover = Cover
odds-covers = Covers
odds-throw = Throw
odds-ways = Ways
odds-schocken-title = All 56 throws, best first
odds-stones = Stones
odds-all-stones = all
odds-throws = { $count ->
    [one] 1 throw
   *[other] { $count } throws
}
odds-throws-legend = Percent   = exactly this throw   ≥ this one or better, keeping the best dice
odds-target = { $throw } or better ({ $name }, rank { $place } of 56)
odds-fresh-cup = Fresh cup
odds-throws-left = { $dice } lie, { $count ->
    [one] 1 throw left
   *[other] { $count } throws left
}
odds-stand = stand
odds-keep = keep { $keep }
odds-throw-all = throw all three
odds-flip = turn { $flip ->
    [one] a six
   *[other] two sixes
}, keep { $keep }

## The app

ui-white = White dice
ui-white-short = White
ui-cup = Cup
ui-in = in
ui-dropped = out R{ $round }
ui-sum = Points
ui-open-sum = open: { $sum }
ui-loss-points = Loss points
ui-in-the-middle = In the middle
ui-kept-short = kept
ui-thrown-short = thrown
ui-covered-short = covered
ui-waiting = not yet thrown
ui-out-short = out
ui-throws-short = { $throws ->
    [one] 1 throw
   *[other] { $throws } throws
}
ui-best = ▲ best
ui-lowest = ▼ lowest
ui-next-turn = Next turn
ui-next-game = Next game
ui-next-round = Next round
ui-means-next = go on when you have seen everything
ui-means-throw = let the dice fall
ui-pick-fields = Pick fields by 1 to 9: { $fields }
ui-home-title = Three dice games for an evening
ui-home-play = Play { $game }
ui-home-resume = Go on with { $game }
ui-home-rules = Rules
ui-home-rules-help = Read the rules of all three games
ui-home-language = Deutsch
ui-home-language-help = Auf Deutsch spielen
ui-home-theme = Light or dark
ui-home-theme-help = An evening at the table, or daylight
ui-home-quit = Quit
ui-home-quit-help = Good night
ui-home-events = { $stage } · { $players }
ui-setup-title = { $game }: set the table
ui-setup-preset = House rules
ui-setup-preset-none = As chosen below
ui-setup-players = Players
ui-setup-seat = Seat { $number }
ui-setup-person = Person
ui-setup-dice = Dice
ui-setup-dice-system = Thrown by the computer
ui-setup-dice-seeded = Repeatable, from a number
ui-setup-dice-typed = Real dice, typed in
ui-setup-seed = Number
ui-setup-start = Start
ui-setup-back = Back
ui-setup-chips = without, or four values: 1,2,5,10
ui-setup-not-number = { $option }: please type a whole number from { $least } to { $most }.
ui-setup-not-chips = Chips: please type four numbers of at most a billion such as 1,2,5,10, or nothing.
ui-hand-over-title = The keyboard goes to { $name }
ui-hand-over-text = The cups are covered. Everyone else looks away now.
ui-hand-over-ready = Enter: I am { $name }, show me my dice
ui-log = Log
ui-result = Result
ui-result-replay = Replay
ui-result-replay-help = Look at the game again, step by step
ui-result-again = Play again
ui-result-again-help = The same table, a new game
ui-result-record = Save the record
ui-result-record-help = As a file that knobel replay can check
ui-result-home = Home
ui-result-home-help = Choose another game
ui-replay-place = Event { $event } of { $events }
ui-key-take-back = take back
ui-key-rules = rules
ui-key-log = log
ui-key-speed = faster
ui-key-slow = slower
ui-key-language = Deutsch
ui-key-theme = light/dark
ui-key-home = home
ui-key-back = back
ui-keys-pages = PgUp/PgDn
ui-keys-ends = Home/End
ui-keys-delete = Del
ui-key-scroll = scroll
ui-key-step = step
ui-key-jump = ten steps
ui-key-ends = start/end
ui-key-delete = delete saved game
ui-cannot-delete = The saved game { $file } cannot be deleted.
ui-saved-deleted = The saved game is deleted.
ui-scored = { $points ->
    [one] one point
   *[other] { $points } points
}
ui-lost-points = { $points ->
    [one] one loss point
   *[other] { $points } loss points
}
ui-halves-lost = { $count ->
    [0] no half lost
    [one] one half lost
   *[other] { $count } halves lost
}

## Drawings of positions (the keys of rules/forms/labels.py)

label-admiral = Admiral
label-blue = Blue
label-chips = Chips
label-claims = Covered since the last hand-over
label-debt = Debt
label-dice = Dice
label-dropped = Dropped
label-final = Final
label-first_half = First half
label-game = Game
label-green = Green
label-in = In
label-jorg = Jörg
label-jule = Jule
label-loss_points = Loss points
label-lost = Lost
label-middle = Middle
label-ordinary = Ordinary
label-out = Out
label-over = Over
label-points = Points
label-red = Red
label-round = Round
label-schock = Schock
label-schock_out = Schock out
label-seat = Seat
label-second_half = Second half
label-starter = Starter
label-stones = Stones
label-strasse = Straße
label-throws = Throws
label-turn = Turn
label-white_dice = White dice
label-won = Won
label-yellow = Yellow

## knobel replay

replay-finished = { $events ->
    [one] finished after one event, right
   *[other] finished after { $events } events, right
}
replay-open = { $events ->
    [one] not finished, one event, right
   *[other] not finished, { $events } events, right
}

## knobel solve

solve-points = expected points
solve-win = chance to win the game
solve-match = chance to win the match
solve-first = The player who throws first
solve-seat-throws = Seat { $seat } throws
solve-seat-covers = Seat { $seat } covers
solve-seat-waits = Seat { $seat }, before the roll-off
solve-seat-over = Seat { $seat }, at the end
solve-ahead = { $games ->
    [one] One game left
   *[other] { $games } games left
}, { $lead ->
    [0] equal losses
    [one] one loss point better
   *[other] { $lead } loss points better
}
solve-behind = { $games ->
    [one] One game left
   *[other] { $games } games left
}, { $lead ->
    [one] one loss point worse
   *[other] { $lead } loss points worse
}
solve-value = Value
solve-less = Less
solve-number = { NUMBER($number, minimumFractionDigits: 4, maximumFractionDigits: 4) }
solve-patience = this takes a while, the first time only
solve-growing = solving the match

### Schocken

solve-schocken-title = { $players } players, { $middle ->
    [0] no stones in the middle
    [one] one stone in the middle
   *[other] { $middle } stones in the middle
}
solve-schocken-place = { $place ->
    [1] Begins
   *[other] Follows as number { $place }
}
solve-schocken-half = Loses the half
solve-schocken-game = Loses the game
solve-schocken-growing = solving the half
solve-schocken-approximate = An approximation: so many players under these rules are not solved exactly.

### Zock'n'Roll

solve-zocknroll-growing = looking for best responses
solve-zocknroll-players = { $players } players
solve-zocknroll-points = Points of a turn
solve-zocknroll-place = { $place ->
    [0] Starter
    [1] To the left
   *[other] { $place } seats further
}
solve-zocknroll-number = { NUMBER($number, minimumFractionDigits: 6, maximumFractionDigits: 6) }
solve-zocknroll-exploitability = Nobody gains more than { $gain } points a turn by playing otherwise.
solve-zocknroll-seat = Seat { $seat } decides, for the points of the turn
solve-zocknroll-stay = stay
solve-zocknroll-drop = drop with the best row

## knobel simulate

simulate-playing = playing
simulate-title-zocknroll = Zock’n’Roll · { $games ->
    [one] one game
   *[other] { $games } games
} · { $players } players
simulate-title-zock = ZOCK · { $games ->
    [one] one match
   *[other] { $games } matches
} · { $players } players
simulate-title-schocken = Schocken · { $games ->
    [one] one game
   *[other] { $games } games
} · { $players } players
simulate-seed = seed { $seed }
simulate-policies = Policy
simulate-policy-zocknroll-random = any legal move
simulate-policy-zocknroll-stay = always stays
simulate-policy-zocknroll-best = near equilibrium for each turn
simulate-policy-zock-random = any legal move
simulate-policy-zock-points = perfect for points
simulate-policy-zock-win = perfect for each game
simulate-policy-zock-match = perfect for the match
simulate-policy-schocken-random = any legal move
simulate-policy-schocken-best = perfect
simulate-percent = %
simulate-number = Mean
simulate-decimal = { NUMBER($number, minimumFractionDigits: 2, maximumFractionDigits: 2) }
simulate-fine = { NUMBER($number, minimumFractionDigits: 3, maximumFractionDigits: 3) }
simulate-typical = Mean { $mean } ± { $error }, median { $median }, nine in ten from { $low } to { $high }, at most { $most }

simulate-zock-beginner_wins = Who begins a game wins it
simulate-zock-wins = Seat { $seat } wins the match
simulate-zock-draw = Draw
simulate-zock-throws = Throws in a game
simulate-zock-loss = Loss points of a game
simulate-zock-losses = Loss points of a player in the match

simulate-schocken-starter_loses = Who begins loses the game
simulate-schocken-starter_loses_half = Who begins loses the first half
simulate-schocken-loses_again = One player loses both halves
simulate-schocken-loses = Seat { $seat } loses the game
simulate-schocken-rounds = Rounds in a game
simulate-schocken-throws = Throws in a game

simulate-zocknroll-starter_wins = Who starts the first turn wins alone
simulate-zocknroll-wins = Seat { $seat } wins alone
simulate-zocknroll-shared = The victory is shared
simulate-zocknroll-turn_points = { $place ->
    [1] Points of the starter in a turn
   *[other] Points of number { $place } in a turn
}
simulate-zocknroll-turns = Turns in a game
simulate-zocknroll-score = Points at the end
simulate-zocknroll-winning_score = Points of the winner

## Arena: bots against bots

arena-title = { $game } · { $players } players · { $deals ->
    [one] one deal
   *[other] { $deals } deals
}, { $games } games · seed { $seed }
arena-bot = Bot
arena-won = Won
arena-not-lost = Not lost
arena-interval = ± (95 %)
arena-points-zocknroll = Points
arena-points-zock = Points ahead
arena-points-schocken = Halves
arena-rating = Rating
arena-duel = Who against whom
arena-against = { $bot } – { $other }
arena-ahead = Ahead by
arena-error = Standard error
arena-errors = Errors
arena-percent = { NUMBER($percent, minimumFractionDigits: 2, maximumFractionDigits: 2) } %
arena-small-percent = { NUMBER($percent, minimumFractionDigits: 5, maximumFractionDigits: 5) } %
arena-number = { NUMBER($number, minimumFractionDigits: 2, maximumFractionDigits: 2) }
arena-preparing = getting the bots ready
arena-playing = playing
arena-patience = the bots are playing
arena-stopped = { $deals ->
    [0] stopped before the first deal was done
    [one] stopped after one deal
   *[other] stopped after { $deals } deals
}
arena-go-on = knobel arena --resume { $file } goes on from here
