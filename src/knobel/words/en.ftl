### All words of knobel in English. Every key stands in de.ftl too.
###
### One word for one thing. Zock'n'Roll: turn (three rounds), round, row, mark, sheet, hand, cup, white dice, starter;
### drop, stay in. ZOCK: match (several games), game, field, cover, penalty points. Schocken: game, half, final, round,
### throw, stones; stand, keep, reroll. Everywhere: player, opponent, host, spectator, bot, seat, log, record, replay,
### statistics, undo, verify (dice), fair (dice); start (not begin) for players and games; the server (not the house).
###
### The reader is "you": a message that names a player has a variant for the name `ui-you`, `[You]`, with the right
### verb and case. Lists of names begin an English sentence and follow a colon in German ("du und Ben" takes no third
### person). Buttons say what happens when they are pressed, in at most three words.

## Games

game-zocknroll = Zock'n'Roll
game-zock = ZOCK
game-schocken = Schocken
game-zocknroll-tagline = Poker with dice: drop out and score, or stay in and risk it all
game-zock-tagline = Two players, two dice, nine fields each: who covers them all first?
game-schocken-tagline = The German pub classic: three dice, and thirteen stones that no one wants

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
option-zocknroll-first_to_decide-help = Who decides first whether to drop or stay: the starter, or the player to the left, so that the starter decides last (N6).
choice-zocknroll-first_to_decide-starter = The starter
choice-zocknroll-first_to_decide-left_of_starter = Left of the starter
option-zocknroll-jorg_counts = Jörg counts
option-zocknroll-jorg_counts-help = Jörg joins when there are three of you. If he counts as a player, winning round 3 is worth 4 points, otherwise 3 (N13).
choice-zocknroll-jorg_counts-true = Yes, 4 points
choice-zocknroll-jorg_counts-false = No, 3 points
option-zocknroll-royal_pairs = Royal pairs
option-zocknroll-royal_pairs-help = What the top row of the pro board requires. No rule book says, so this is an interpretation (N15).
choice-zocknroll-royal_pairs-456 = Pairs of 4, 5 and 6
choice-zocknroll-royal_pairs-consecutive = Three pairs in a row
choice-zocknroll-royal_pairs-six_alike = Six alike

## Options of ZOCK

option-zock-variant = Variant
option-zock-variant-help = Basic: both dice or their sum. A: you keep throwing until a throw fails. B: any two fields with that sum. C: like B, plus product and difference (K5).
choice-zock-variant-basic = Basic game
choice-zock-variant-A = A: keep throwing
choice-zock-variant-B = B: any two fields
choice-zock-variant-C = C: product and difference
option-zock-two_digit = Numbers above 10
option-zock-two_digit-help = A sum of 12 is covered by its digits 1 and 2, or sums above 10 cannot be covered. Variant C always uses digits (K6).
choice-zock-two_digit-digits = By their digits
choice-zock-two_digit-ten_only = Not at all
option-zock-games = Length
count-zock-games = { $count ->
    [one] 1 game
   *[other] { $count } games
}
option-zock-games-help = How many games make a match. The player with the fewest penalty points wins (K8).
option-zock-referee = Referee
option-zock-referee-help = Either only legal covers are accepted, or you may cover anything and your opponent has to notice and object (K9).
choice-zock-referee-strict = The program
choice-zock-referee-players = The players
option-zock-chips = Chips
option-zock-chips-help = What a red, blue, yellow and green chip is worth. The loser of a game pays the penalty points in chips; they never decide the match (K10).
choice-zock-chips-none = No chips

## Options of Schocken

option-schocken-stones = Stones
option-schocken-stones-help = How many stones lie in the middle when a half begins. The player who ends up with all of them loses the half (S1).
option-schocken-kept_dice = Kept dice
option-schocken-kept_dice-help = Whether dice you have kept may go back into the cup later, or stay out (S4).
choice-schocken-kept_dice-may_return = May go back
choice-schocken-kept_dice-stay = Stay out
option-schocken-covered = Covered throw
option-schocken-covered-help = Which throw stays under the cup until everyone has finished, hidden even from its thrower: the third, the last one allowed in the round, or none (S5).
choice-schocken-covered-third = The third
choice-schocken-covered-last = The last allowed
choice-schocken-covered-none = None
option-schocken-ties = Equal throws
option-schocken-ties-help = Which of two equal throws is lower: the later one, or the one that took more throws and only then the later one (S8).
choice-schocken-ties-order = Later is lower
choice-schocken-ties-throws_then_order = By throws, then order
option-schocken-length = Length
option-schocken-length-help = A whole game has two halves and, if they have different losers, a final. Or you play one half only, and its loser loses the game (S11).
choice-schocken-length-game = Whole game
choice-schocken-length-half = One half
option-schocken-sixes = Turn sixes
option-schocken-sixes-help = Two sixes in one open throw may become a one, three sixes two ones, as long as you have a throw left (H1).
choice-schocken-sixes-true = Yes
choice-schocken-sixes-false = No
option-schocken-hand_only = In one throw only
option-schocken-hand_only-help = Straße and Admiral count only when all three dice come from one throw; otherwise they are ordinary throws (H2).
choice-schocken-hand_only-true = Yes
choice-schocken-hand_only-false = No
option-schocken-general_beats_schock2 = Admiral beats Schock 2
option-schocken-general_beats_schock2-help = An Admiral, also called a General, ranks above Schock 2 instead of below it (H3).
choice-schocken-general_beats_schock2-true = Yes
choice-schocken-general_beats_schock2-false = No
option-schocken-jule = Jule
option-schocken-jule-help = 4-2-1 ranks between Schock out and Schock 6 and deals out 7 stones (H4).
choice-schocken-jule-true = Yes
choice-schocken-jule-false = No
preset-schocken-pub = Pub rules
preset-schocken-pub-help = The most common house rules: sixes may be turned (H1), Straße and Admiral count in one throw only (H2), the last allowed throw is covered (S5), and the later of equal throws is lower (S8).

## Bots

bot-random = Random
bot-random-help = Picks a legal move at random.
bot-casual = Casual
bot-casual-help = A cheerful beginner with sensible rules of thumb.
bot-strong = Strong
bot-strong-help = Plays by the odds.
bot-master = Master
bot-master-help = Plays as well as possible, with the whole game or match in mind.
bot-jorg = Jörg
bot-jorg-help = Always stays, whatever the dice say (N4).
bot-third-party-help = A third-party bot. If it makes no valid move in time, Casual moves instead.

## Log: what happened

log-starter = { $name ->
    [You] You start
   *[other] { $name } starts
}.
log-cups = Turn { $turn }: all cups are thrown. { $name ->
    [You] You start
   *[other] { $name } starts
}.
log-white = White dice: { $dice }.
log-white-fourth = Fourth white die: { $die } ({ $dice }).
log-white-fifth = Fifth white die: { $die } ({ $dice }). All cups are lifted.
log-hand = { $name }: { $dice }, { $row }.
log-best = Best hand: { $name ->
    [You] yours
   *[other] { $name }
}.
log-tied = { $names } are equally good, so no one marks round 3 (N10).
log-jorg-best = Jörg alone has the best hand, so no one marks anything (N10).
log-stay = { $name ->
    [You] You stay
   *[other] { $name } stays
} in.
log-lift = { $name ->
    [You] You lift
   *[other] { $name } lifts
}: { $dice }.
log-drop = { $name ->
    [You] You drop
   *[other] { $name } drops
} with { $dice }: { $marks }.
log-mark = { $name ->
    [You] You mark
   *[other] { $name } marks
} { $marks }.
log-sixth-mark = A row has its sixth mark: the game ends after this turn (N12).
log-won = After { $turns ->
    [one] one turn
   *[other] { $turns } turns
} { $names ->
    [You] you win
   *[other] { $names } wins
} with { $points } points.
log-won-by-thirds = After { $turns ->
    [one] one turn
   *[other] { $turns } turns
} { $names ->
    [You] you win
   *[other] { $names } wins
} with { $points } points; more marks in “Round 3 won” break the tie (N14).
log-won-shared = { $names } share the victory after { $turns ->
    [one] one turn
   *[other] { $turns } turns
}: { $points } points each, and equal in “Round 3 won” (N14).
log-roll-off = Game { $game }, roll-off: { $totals }. { $outcome }
log-total = { $name } { $total }
log-roll-again = A tie: throw again.
log-throw = { $name ->
    [You] You throw
   *[other] { $name } throws
} { $dice }.
log-no-cover = { $name ->
    [You] You throw
   *[other] { $name } throws
} { $dice }: nothing fits.
log-cover = { $name ->
    [You] You cover
   *[other] { $name } covers
} { $fields }. { $left }
log-left = Open: { $fields }.
log-all-covered = All nine are covered!
log-pass = { $name ->
    [You] You cover
   *[other] { $name } covers
} nothing.
log-objection-right = { $name ->
    [You] You object
   *[other] { $name } objects
}, and rightly so. Open again for { $other ->
    [You] you
   *[other] { $other }
}: { $fields }.
log-objection-wrong = { $name ->
    [You] You object
   *[other] { $name } objects
}, but everything was right.
log-accept = { $name ->
    [You] You accept
   *[other] { $name } accepts
}.
log-game-won = { $name ->
    [You] You win
   *[other] { $name } wins
} game { $number } of { $games }. { $other ->
    [You] You take
   *[other] { $other } takes
} { $loss ->
    [one] one penalty point
   *[other] { $loss } penalty points
}.
log-chips = { $name ->
    [You] Your chips
   *[other] Chips of { $name }
}: red { $red }, blue { $blue }, yellow { $yellow }, green { $green }; debt { $debt }.
log-match-won = { $name ->
    [You] You win
   *[other] { $name } wins
} the match. Penalty points: { $first }, { $second }.
log-match-drawn = The match is a draw. Penalty points: { $first }, { $second }.
log-round = Round { $round } · { $part }
log-round-of-half = Round { $round }
log-throws = { $name ->
    [You] Your throw { $number }
   *[other] { $name }, throw { $number }
}: { $told }
log-flip = { $count ->
    [one] two sixes turned into a one
   *[other] three sixes turned into two ones
}
log-keep = { $dice } kept
log-thrown = { $dice } thrown: { $throw }
log-thrown-covered = { $count ->
    [one] one die
   *[other] { $count } dice
} under the cup
log-stand = { $name ->
    [You] You stand
   *[other] { $name } stands
} with { $throw }.
log-limit = The others get { $throws ->
    [one] one throw
   *[other] up to { $throws } throws
}.
log-cups-up = All cups are lifted: { $hands }.
log-hand-of = { $name } { $throw }
log-tie-by-order = { $names } threw the same: the later throw is lower (S8).
log-tie-by-throws = { $names } threw the same: more throws is lower (S8).
log-takes = { $best ->
    [You] You have
   *[other] { $best } has
} the best throw. { $loser ->
    [You] You take
   *[other] { $loser } takes
} { $count ->
    [one] one stone
   *[other] { $count } stones
} from the middle ({ $left } left).
log-hands = { $best ->
    [You] You have the best throw and hand
   *[other] { $best } has the best throw and hands
} { $loser ->
    [You] you
   *[other] { $loser }
} { $count ->
    [one] one stone
   *[other] { $count } stones
}.
log-schock-out = { $best ->
    [You] You throw
   *[other] { $best } throws
} a Schock out! { $loser ->
    [You] You are lowest and take
   *[other] { $loser } is lowest and takes
} everything.
log-out = { $names ->
    [You] You are
   *[other] { $names } { $count ->
        [one] is
       *[other] are
    }
} out of this half: no stones.
log-half-lost = { $part }: { $name ->
    [You] you lose
   *[other] { $name } loses
}.
log-final = { $names } play the final.
log-lost = After { $rounds ->
    [one] one round
   *[other] { $rounds } rounds
} the game is over: { $name ->
    [You] you lose
   *[other] { $name } loses
}.

## Table: who comes and goes

table-created = New table: { $game }.
table-sat = { $name ->
    [You] You sit
   *[other] { $name } sits
} down.
table-bot-sat = { $name } joins (bot: { $level }).
table-left = { $name ->
    [You] You leave
   *[other] { $name } leaves
} the table.
table-removed = The host removes { $name ->
    [You] you
   *[other] { $name }
} from the table.
table-changed = The host changes the settings: { $game }.
table-host = { $name ->
    [You] You are
   *[other] { $name } is
} the host now.
table-started = Game { $number } starts.
table-away-time = Time is up: a bot plays for { $name ->
    [You] you
   *[other] { $name }
}.
table-away-left = { $name ->
    [You] You are
   *[other] { $name } is
} away: a bot plays on.
table-away-host = The host lets a bot play for { $name ->
    [You] you
   *[other] { $name }
}.
table-back = { $name ->
    [You] You are
   *[other] { $name } is
} back.
table-carried = { $name ->
    [You] You are
   *[other] { $name } is
} now here on another device, too.
table-emoted = { $name }: { $emote }
table-wants-rematch = { $name ->
    [You] You want
   *[other] { $name } wants
} another game.
table-lost-turn = The bot { $bot } made no valid move in time, so { $level } moved instead.
table-absent = { $name ->
    [You] Your device
   *[other] { $name }’s device
} did not contribute to this throw.
table-protested = { $name ->
    [You] Your device
   *[other] { $name }’s device
} says that it did answer.
table-claimed = { $name ->
    [You] You have your own phone
   *[other] { $name } has a phone
} at the table now.
table-released = { $name ->
    [You] Your phone has
   *[other] The phone of { $name } has
} left: the host enters the dice for this seat.
table-sat-out = { $name ->
    [You] You sit out.
   *[other] { $name } sits out.
}
table-sat-in = { $name ->
    [You] You are
   *[other] { $name } is
} back in the game.
table-taken-back = { $name ->
    [You] You take
   *[other] { $name } takes
} back { $count ->
    [one] the last entry
   *[other] the last { $count } entries
} (R6).
table-disputed = { $name ->
    [You] You entered
   *[other] { $name } entered
} something else: please look again and enter it once more (R6).
table-closed = The host has closed the table.
emote-hello = Hello!
emote-well_played = Well played!
emote-thanks = Thanks!
emote-luck = What luck!
emote-ouch = Ouch!
emote-hurry = Come on, your turn!
emote-laugh = Ha ha!
emote-think = Let me think …

## Refusals: what a rule asks for, where it says no

refusal-illegal = That is not possible now.
refusal-stale = The game has moved on in the meantime. Please look again.
refusal-malformed = The table did not understand that.
refusal-forbidden = You can’t do that at this table.
refusal-closed = This table is closed.
refusal-limit = That was too much at once. Please wait a moment.
refusal-N1 = Zock'n'Roll is for 3 to 12 players (N1).
refusal-N2 = The basic board has two dice in each cup, the pro board three (N2).
refusal-N3 = First it must be decided who starts, and it must be one of the players (N3).
refusal-N4 = With three players Jörg has a cup, too (N4).
refusal-N5 = A turn starts with all cups, then come three white dice; hidden dice stay hidden (N5).
refusal-N6 = Players decide one after the other, and it is another player’s turn (N6).
refusal-N7 = When you drop, you mark one row that your own and the white dice form, or none if they form nothing (N7).
refusal-N9 = In round 2 the fourth white die comes first, then those still in decide one after the other (N9).
refusal-N10 = After the fifth white die only the best hands mark a row, one that their dice form (N10).
refusal-N12 = The game is over (N12).
refusal-N13 = Jörg either counts as a player or not (N13).
refusal-N15 = Royal pairs are pairs of 4, 5 and 6, three pairs in a row, or six alike (N15).
refusal-R1 = At a table with real dice people throw and enter everything: no bots, no timer and no dice of the server, because dice that others cannot see prove nothing (R1).
refusal-R2 = Dice that lie open are told at once; only dice under a cup may stay face down (R2).
refusal-R3 = Cups are lifted in order, once each, and only when it is their time: to drop, in round 3, or when all have thrown (R3).
refusal-R5 = What lies under a cup is not told yet, so it cannot be known (R5).
refusal-R6 = That cannot be taken back: nothing was entered since, or the table has changed since the game ended (R6).
refusal-K1 = ZOCK is for two players with two six-sided dice (K1).
refusal-K2 = First both players throw two dice to see who starts (K2).
refusal-K3 = You can only cover open fields: the numbers of both dice, or their sum (K3).
refusal-K4 = If something fits your throw, you have to cover it; you can’t pass (K4).
refusal-K5 = That does not fit the variant, which says what a throw may cover and whose turn it is (K5).
refusal-K6 = Numbers above 10 are covered by their digits, or not at all (K6).
refusal-K8 = A match has at least one game, and this one may already be over (K8).
refusal-K9 = You can object or accept only right after your opponent’s cover, and only if the players are the referees (K9).
refusal-K10 = Each of the four chip colours needs a value, unless you play without chips (K10).
refusal-S1 = Schocken is for 2 to 24 players with at least one stone (S1).
refusal-S2 = The game is over (S2).
refusal-S3 = First it must be decided who starts, and it must be one of the players (S3).
refusal-S4 = After an open throw you stand, or keep at most two dice and reroll the others (S4).
refusal-S5 = Dice under a cup count only when all cups are lifted (S5).
refusal-S6 = Players throw one after the other, and it is another player’s turn (S6).
refusal-S8 = The later of equal throws is lower, or first the one that took more throws (S8).
refusal-S11 = You play a whole game or just one half (S11).
refusal-H1 = Two sixes in one open throw become a one, three become two, and you keep those; only if the table plays this house rule (H1).
refusal-H2 = Straße and Admiral in one throw only: on or off (H2).
refusal-H3 = Admiral above Schock 2: on or off (H3).
refusal-H4 = Jule: on or off (H4).

## Said of the game, in the terminal and in the browser

ui-you = You
ui-player = Player { $number }
ui-jorg = Jörg
ui-and = { $most } and { $last ->
    [You] you
   *[other] { $last }
}
ui-beside = { $one } · { $other }
ui-throw-named = { $throw } { $dice }
ui-first-half = First half
ui-second-half = Second half
ui-final = Final
ui-plus = +{ $points }
ui-score = { $row } +{ $points }
ui-total = { $sum } = { $points } points
ui-sixth-mark = sixth mark: last turn
ui-stay = Stay in
ui-drop = Drop: { $row }
ui-lift = Lift the cup and drop
ui-means-lift = tell the dice, then mark a row
ui-means-unknown = odds unknown: these dice are not told (R5)
ui-drop-nothing = Drop with nothing
ui-mark = Mark { $row }
ui-means-stay = { $better } to improve · round 3: win { $won }, tie { $tied }
ui-means-stay-alone = sure to win round 3: at least +{ $points } · { $better } to improve
ui-cover = Cover { $fields }
ui-pass = Cover nothing
ui-throw = Throw
ui-accept = Accept
ui-object = Object
ui-means-cover = open: { $fields } (sum { $sum }) · { $usable } to cover next
ui-means-cover-all = wins the game · { $other } takes { $loss ->
    [one] one penalty point
   *[other] { $loss } penalty points
}
ui-means-pass = passes the dice on
ui-means-throw-on = the last cover stands, right or wrong
ui-means-accept = the game ends: { $loss ->
    [one] one penalty point
   *[other] { $loss } penalty points
} for you
ui-means-object = reopens a cover that did not fit
ui-stand = Stand
ui-means-stand = { $throw } counts
ui-keep = Keep { $dice }, reroll { $count ->
    [one] one die
   *[other] two dice
}
ui-throw-all = Reroll all three
ui-flip = { $count ->
    [one] Turn two sixes into a 1
   *[other] Turn three sixes into two 1s
}: { $throws }
ui-means-reach-better = { $chance } to improve
ui-means-reach = { $chance } for a Schock
ui-under-the-cup = covered
ui-now-over = The game is over.
ui-now-type = Which dice fell? Type in { $count ->
    [one] one die
   *[other] { $count } dice
}.
ui-now-type-for = { $name ->
    [You] Which dice did you throw?
   *[other] { $name }: which dice fell?
} Type in { $count ->
    [one] one die
   *[other] { $count } dice
}.
ui-now-throws = { $name ->
    [You] Your dice are about to fall
   *[other] { $name } is about to throw
}
ui-now-by-hand = { $name ->
    [You] Your turn: throw!
   *[other] { $name } has to throw
}
ui-now-dice = The dice are about to fall
ui-now-lot = Drawing lots for who starts
ui-now-starter = Who starts?
ui-now-white = White dice: { $count ->
    [one] one
   *[other] three
}
ui-now-roll-off = Roll-off: two dice each
ui-now-tell = { $name ->
    [You] Which dice did you throw?
   *[other] { $name }: which dice?
}
ui-draw-lot = Draw lots
ui-begins = { $name ->
    [You] You start
   *[other] { $name } starts
}
ui-now-decide = { $name ->
    [You] Your turn
   *[other] { $name }
}: drop or stay?
ui-now-lift = { $name ->
    [You] Lift your cup: what lies there?
   *[other] { $name } lifts: what lies under the cup?
}
ui-now-mark = { $name ->
    [You] Your turn
   *[other] { $name }
}: which row gets the mark?
ui-now-cover = { $name ->
    [You] Your turn: what do you cover?
   *[other] { $name }: which fields to cover?
}
ui-now-object = { $name ->
    [You] Your turn
   *[other] { $name }
}: throw, or object to the last cover?
ui-now-accept = { $name ->
    [You] Do you accept the end of the game?
   *[other] { $name }: accept the end of the game, or object?
}
ui-now-stand = { $name ->
    [You] Stand
   *[other] { $name }: stand
} or throw again? { $left ->
    [one] One throw
   *[other] { $left } throws
} left
ui-stage-start = About to start
ui-stage-zocknroll = Turn { $turn } · round { $round }/3
ui-stage-zock = Game { $game } of { $games }
ui-stage-schocken = Round { $round } · { $part }
ui-stage-schocken-half = Round { $round } · One half
ui-white-dice = White dice: { $dice }
ui-own-cup = { $name ->
    [You] Your cup
   *[other] Cup of { $name }
}: { $dice }, best row now: { $row }
ui-cup-lifted = { $name }, lifted: { $dice }
ui-cups-covered = Still covered: { $names }
ui-points = Points: { $totals }
ui-no-row = no row
ui-no-marks = no marks
ui-points-of = { $name }: { $points ->
    [one] one point
   *[other] { $points } points
} ({ $marks })
ui-fields-of = { $name }: open fields { $fields } (sum { $sum }), penalty points so far: { $loss }
ui-in-the-box = Dice in the box: { $dice }
ui-middle = Stones in the middle: { $count }
ui-stones-of = { $name }: { $count ->
    [one] one stone
   *[other] { $count } stones
}.
ui-not-thrown = Not thrown yet.
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
ui-plain-welcome = { $game }. Type the number of your choice and press Enter. u: undo, t: show the table, r: rules, h: hints on or off, q: save and quit.
ui-plain-game = Which game?
ui-plain-resume = Continue: { $game }, { $players }
ui-plain-choose = { $count ->
    [one] Continue with 1:
   *[other] Your choice, 1 to { $count }:
}
ui-plain-fields = Fields to cover, for example 3 6, or 0 for none:
ui-plain-dice = Dice:
ui-plain-not-understood = That is not one of the choices; please type { $count ->
    [one] 1
   *[other] a number from 1 to { $count }
}.
ui-plain-not-fields = Please type open fields ({ $fields }), or 0 for none.
ui-plain-hand-over = Pass the keyboard to { $name }. Everyone else looks away; press Enter when { $name } is ready.
ui-bad-dice = Please type { $count ->
    [one] one die
   *[other] { $count } dice
} from 1 to 6, for example { $example }.
ui-took-back = Undone.
ui-cannot-take-back = This can no longer be undone: dice have fallen, a cup was lifted or another player has decided since.
ui-nothing-to-take-back = There is nothing to undo yet.
ui-leave-unsaved = The game cannot be saved in { $folder }. Leave again to quit without saving.
ui-saved-and-left = The game is saved. Continue it with knobel play --resume.
ui-bots-get-ready = The bots are getting ready …
ui-left = See you!
ui-record-saved = Record saved: { $file }. The dice of terminal games cannot be verified; those of the table in the browser can.
ui-record-unfinished = An unfinished game has no record yet, because a record shows all dice.
ui-save-damaged = The saved game { $file } is damaged and cannot be continued; it is left unchanged.
ui-cannot-save = The game cannot be saved in { $folder }. You can play on, but it will be lost when you leave.
ui-no-saves = There is no saved game to continue.

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
odds-showdown-won = you have the best hand alone
odds-showdown-tied = you share the best hand
odds-showdown-lost = another hand is better
odds-open = open: { $fields }
odds-usable = the throw can be used
odds-finishing = the throw can cover everything that is open
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
odds-throws-left = { $dice } on the table, { $count ->
    [one] 1 throw left
   *[other] { $count } throws left
}
odds-stand = stand
odds-keep = keep { $keep }
odds-throw-all = reroll all three
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
ui-loss-points = Penalty points
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
ui-means-next = continue when you are ready
ui-means-throw = throw the dice
ui-pick-fields = Pick fields with 1 to 9: { $fields }
ui-home-title = Three dice games for an evening
ui-home-play = Play { $game }
ui-home-resume = Continue { $game }
ui-home-more = { $count ->
    [one] One more saved game
   *[other] { $count } more saved games
}
ui-home-more-help = Show all of them
ui-date = %Y-%m-%d %H:%M
ui-home-rules = Rules
ui-home-rules-help = Read the rules of all three games
ui-home-language = Deutsch
ui-home-language-help = Auf Deutsch spielen
ui-home-theme = Theme
ui-home-theme-help = Light or dark
ui-home-quit = Quit
ui-home-quit-help = See you soon
ui-home-events = { $stage } · { $players }
ui-setup-title = { $game }: new game
ui-setup-preset = House rules
ui-setup-preset-none = As chosen below
ui-setup-players = Players
ui-setup-seat = Seat { $number }
ui-setup-person = Person
ui-setup-dice = Dice
ui-setup-dice-system = Thrown by the computer
ui-setup-dice-seeded = Repeatable, from a seed
ui-setup-dice-typed = Real dice, typed in
ui-setup-seed = Seed
ui-setup-start = Start
ui-setup-back = Back
ui-setup-chips = none, or four values: 1,2,5,10
ui-setup-not-number = { $option }: please type a whole number from { $least } to { $most }.
ui-setup-not-chips = Chips: please type four numbers such as 1,2,5,10, each at most a billion, or leave this empty.
ui-hand-over-title = Pass the keyboard to { $name }
ui-hand-over-text = The cups are covered. Everyone else, look away now.
ui-hand-over-ready = Enter: I’m { $name }, show me my dice
ui-log = Log
ui-result = Result
ui-result-replay = Replay
ui-result-replay-help = Watch the game again, step by step
ui-result-again = Play again
ui-result-again-help = The same table, a new game
ui-record = Record: { $file }
ui-record-at = Record: { $file } (knobel coach FILE analyses it)
ui-saves-tidied = { $count ->
    [one] One unfinished game was deleted
   *[other] { $count } unfinished games were deleted
} (the latest { $games } are kept, for { $days } days).
ui-hints-on = Hints are on: each choice shows its odds.
ui-hints-off = Hints are off.
ui-key-hints = hints on
ui-key-no-hints = hints off
ui-key-coach = coach
ui-coach-working = Analysing every decision…
ui-result-coach = Coach
ui-result-coach-help = What each decision cost, and how much was luck
ui-result-home = Home
ui-result-home-help = Choose another game
ui-replay-place = Step { $event } of { $events }
ui-key-take-back = undo
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
ui-delete-again = Press { $again } again to delete this saved game for good.
ui-scored = { $points ->
    [one] one point
   *[other] { $points } points
}
ui-lost-points = { $points ->
    [one] one penalty point
   *[other] { $points } penalty points
}
ui-final-lost = half and final lost
ui-game-lost = lost
ui-game-not-lost = not lost
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
label-loss_points = Penalty points
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
label-tied = Tied
label-turn = Turn
label-white_dice = White dice
label-won = Won
label-yellow = Yellow

## knobel replay

replay-event = event { $event }
record-empty = The record is empty.
record-deep = This is nested too deeply to be a record.
record-json = This is not JSON.
record-twice = The key { $what } stands twice in one object.
record-number = A record contains whole numbers only, not { $what }.
record-object = A record is a JSON object.
record-key = A record has no { $what }.
record-lacks = The record lacks “{ $what }”.
record-format = The format must be “{ $what }”.
record-newer = The record was written by a newer knobel ({ $what }). Update knobel to read it.
record-options = These players or options do not exist ({ $what }).
record-players = “players” must be a list of names.
record-name = The name { $what } contains half a character.
record-events = “events” must be a list.
record-event = This is not a known event ({ $what }).
record-early = A result is given, but the game is not over.
record-result = The given result does not follow from the events: { $what }.
record-file = The file cannot be read: { $what }.
replay-finished = { $events ->
    [one] valid: finished after one event
   *[other] valid: finished after { $events } events
}
verify-right = { $game } · { $throws ->
        [one] the only throw is verified
       *[other] all { $throws } throws are verified
    }
verify-server = { $game } · { $throws ->
        [one] the server alone determined the only throw: it matches the server's commitment, but no player's device contributed to it
       *[other] the server alone determined all { $throws } throws: they match its commitments, but no player's device contributed to them
    }
verify-event = event { $number }:{" "}
verify-part = part { $number }:{" "}
verify-alone = { $throws ->
        [one] the server determined one of them alone
       *[other] the server determined { $throws } of them alone
    }
verify-none = no device contributed for { $names } (bots have none)
verify-without = { $throws ->
        [one] { $name }'s device did not contribute to one throw
       *[other] { $name }'s device did not contribute to { $throws } throws
    }
verify-absent = { $times ->
        [one] { $name }'s device did not answer once
       *[other] { $name }'s device did not answer { $times } times
    }
verify-changes = { $times ->
        [one] { $name }'s device started a new chain once
       *[other] { $name }'s device started a new chain { $times } times
    }
verify-unfinished = { $events ->
        [one] the game is not finished: the record ends after one event
       *[other] the game is not finished: the record ends after { $events } events
    }
verify-taken = { $events ->
        [one] the first event came from another game and cannot be verified
       *[other] the first { $events } events came from another game and cannot be verified
    }
verify-strict = the throws are verified, but that is not enough for --strict: { $why }
verify-bots = name the bots with --bot NAME
replay-open = { $events ->
    [one] valid so far: not finished, one event
   *[other] valid so far: not finished, { $events } events
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
    [0] level on penalty points
    [one] one penalty point ahead
   *[other] { $lead } penalty points ahead
}
solve-behind = { $games ->
    [one] One game left
   *[other] { $games } games left
}, { $lead ->
    [one] one penalty point behind
   *[other] { $lead } penalty points behind
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
    [1] Starts
   *[other] Throws as number { $place }
}
solve-schocken-half = Loses the half
solve-schocken-game = Loses the game
solve-schocken-growing = solving the half
solve-schocken-approximate = An approximation: so many players under these rules are not solved exactly. In 95 of 100 cases the chance is within ± { NUMBER($error, maximumFractionDigits: 2) } %.
solve-schocken-approximate-game = The half is exact. The game is an approximation, because its first half is not solved for the game: in 95 of 100 cases the chance is within ± { NUMBER($error, maximumFractionDigits: 2) } %.
solve-rounded-1 = { NUMBER($number, minimumFractionDigits: 1, maximumFractionDigits: 1) }
solve-rounded-2 = { NUMBER($number, minimumFractionDigits: 2, maximumFractionDigits: 2) }

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
solve-zocknroll-exploitability = No player gains more than { $gain } points a turn by playing differently.
solve-zocknroll-not-unique = Other equilibria exist, in which seats are worth slightly more or less.
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
simulate-patience = the games are being played; that may take a moment
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
simulate-random = Perfect play is simulated for two players only; without --policy more players make any legal move.
simulate-percent = %
simulate-number = Mean
simulate-decimal = { NUMBER($number, minimumFractionDigits: 2, maximumFractionDigits: 2) }
simulate-fine = { NUMBER($number, minimumFractionDigits: 3, maximumFractionDigits: 3) }
simulate-typical = Mean { $mean } ± { $error }, median { $median }, nine in ten from { $low } to { $high }, at most { $most }

simulate-zock-beginner_wins = The player who starts a game wins it
simulate-zock-wins = Seat { $seat } wins the match
simulate-zock-draw = Draw
simulate-zock-throws = Throws in a game
simulate-zock-loss = Penalty points of a game
simulate-zock-losses = Penalty points of a player in the match

simulate-schocken-starter_loses = The player who starts loses the game
simulate-schocken-starter_loses_half = The player who starts loses the first half
simulate-schocken-loses_again = The same player loses both halves
simulate-schocken-loses = Seat { $seat } loses the game
simulate-schocken-rounds = Rounds in a game
simulate-schocken-throws = Throws in a game

simulate-zocknroll-starter_wins = The starter of the first turn wins alone
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
arena-duel = Match-up
arena-against = { $bot } – { $other }
arena-ahead = Ahead by
arena-error = Standard error
arena-errors = Ratio
arena-percent = { NUMBER($percent, minimumFractionDigits: 2, maximumFractionDigits: 2) } %
arena-small-percent = { NUMBER($percent, minimumFractionDigits: 5, maximumFractionDigits: 5) } %
arena-number = { NUMBER($number, minimumFractionDigits: 2, maximumFractionDigits: 2) }
arena-lost-turns = { $bot } lost { $lost } of { $turns } turns to Casual: { $failed } by an error, { $late } by the time limit of { $seconds } s, { $illegal } by an illegal move.
arena-no-lost-turns = { $bot } lost none of { $turns } turns to Casual (time limit: { $seconds } s a decision).
arena-preparing = getting the bots ready
arena-playing = playing
arena-patience = the bots are playing
arena-stopped = { $deals ->
    [0] stopped before the first deal was done
    [one] stopped after one deal
   *[other] stopped after { $deals } deals
}
arena-go-on = knobel arena --resume { $file } continues from here

## Clubs on the command line

club-none = This server has no clubs yet.
club-heading-id = Id
club-heading-name = Name
club-heading-members = Members
club-heading-games = Games
club-exported = The club has been written to { $file }.
club-backed-up = { $count ->
    [one] One club has been written to { $folder }.
   *[other] { $count } clubs have been written to { $folder }.
}
club-made = New club: { $club }
club-link = One-time link, valid for seven days, to open on this server: { $link }
club-imported = Games: { $games }, members: { $members }.

## The server

serve-ready = The table is open: { $address }
serve-lan = In this network: { $address }
serve-no-lan = No network: only this computer can reach the table.
serve-running = The table is open already: { $address }
serve-listens = Listens in all networks of this computer, port { $port }: { $addresses }
serve-door = Door code for newcomers: { $code }
serve-stop = Ctrl-C stops the server; games continue when it starts again.
serve-stopped = The server is stopped.
serve-fault = The server had to end because of an internal error. Nothing that was acknowledged is lost: start it again. The log says what happened.

## knobel admin
admin-no-tables = There are no such tables.
admin-no-blocks = No network is blocked.
admin-no-log = The audit log is empty.
admin-for-good = for good
admin-seat = Seat { $number }
admin-game = Game
admin-heading-code = Code
admin-heading-game = Game
admin-heading-phase = Phase
admin-heading-seats = Seats
admin-heading-last = Last used
admin-heading-made = Made
admin-heading-maker = Made by device
admin-heading-entries = Entries
admin-heading-size = Size
admin-heading-network = Network
admin-heading-at = Since
admin-heading-when = Time
admin-heading-until = Until
admin-heading-who = User
admin-heading-action = Action
admin-heading-detail = Details
admin-closed = Table { $code } is closed.
admin-renamed = The name at table { $code } is replaced.
admin-new-code = The table has a new code: { $code }
admin-blocked = { $network } is blocked.
admin-unblocked = { $network } is not blocked any more.
admin-erased = Deleted. { $tables ->
    [one] One table
   *[other] { $tables } tables
} changed, { $records ->
    [one] one loaded record
   *[other] { $records } loaded records
} deleted.
admin-erase-playing = A game still runs at { $codes }: run the command again when it is over.
admin-erase-clubs = Clubs keep these members until the club deletes them: { $names }
move-working = Copying and comparing the rows of the store
move-table = table
move-rows = rows
move-done = All { $rows } rows are copied and compared. The old store is unchanged; do not start a server with it any more.
backup-done = The store has been copied to { $file }.
check-missing = table { $code }, entry { $version }: the entry is missing
check-checksum = table { $code }, entry { $version }: the entry does not match its checksum
check-unreadable = table { $code }, entry { $version }: the entry cannot be decoded
check-short = table { $code }, entry { $version }: the entry and all after it are missing
check-other = table { $code }, entry { $version }: the entry is not the one that was recorded as the last
check-read = table { $code }: it cannot be read: { $why }
check-replay = table { $code }: its log cannot be replayed
check-no-log = table { $code }: it is listed, but has no log
check-listing = table { $code }: the list of tables contradicts its log
check-games = table { $code }: the list of games contradicts its log
check-dice = table { $code }: the dice counts contradict its log
check-club-results = table { $code }: the results that clubs have of its games contradict its log
check-read-club = club { $code }: it cannot be read: { $why }
check-books = club { $club }: its books contradict its games
check-accounts = club { $club }: its accounts contradict its bookings
check-pages = the file is damaged: { $why }
check-page = page { $page } of the file does not match its checksum
check-list = the list { $list } cannot be read: { $why }
check-fine = The store is in order: { $tables ->
    [one] 1 table
   *[other] { $tables } tables
}, version { $version }.
check-older = The store has version { $version }, which has no checksums: only gaps were looked for. The server of this version upgrades it.
check-found = { $count ->
    [one] 1 problem
   *[other] { $count } problems
} found. The server refuses tables with a damaged entry; all others work. To repair them, restore a backup.
check-progress = Checking: { $done } of { $tables } tables
prepare-working = Compiling solvers, coach and bots
prepare-done = Solvers, coach and bots are compiled: their first answers now come as quickly as all others.
prepare-already = Everything is compiled already.

## Browser: frame

web-skip = Skip to content
web-nav = Pages
web-home = Home
web-reload = Reload
web-page-missing = This page could not be loaded.
web-lost = Page not found
web-lost-help = This address does not exist. Is part of the link missing?
web-close = Close
web-cancel = Cancel
web-loading = One moment …
web-rule = Rule { $rule }
web-rule-missing = The rule could not be loaded.
web-all-rules = All rules
web-rules = Rules

## Browser: pages

web-trouble-again = Try again
web-games = Games
web-name = Your name
web-guest = Guest
web-name-missing = What should the others call you? Please enter a name.
web-trouble-offline = The server cannot be reached. Check your connection and try again.
web-trouble-broken = Something went wrong. Please try again.
web-trouble-unknown = There is nothing under this code or link. Is part of it missing?

web-start-play = Play now
web-start-code = I have a code
web-start-table = With friends
web-start-learn = Show me how
web-start-rules = Rules
web-start-resume = Your tables
web-start-your-turn = Your turn
web-start-phase-lobby = waiting
web-start-phase-playing = playing
web-start-phase-over = game over
web-start-remove = Remove from this list: { $game }, { $players }
web-start-removed = { $game } removed from the list.
web-start-put-back = Undo

web-door-title = Door code
web-door-help = The host of this server asks newcomers for a code, once per device. It is beside the QR code, or ask the host.
web-door-code = Code
web-door-go = Enter
web-door-wrong = This is not the code.
web-trouble-door = This server asks for a door code first.
web-trouble-full = The storage of this server is full: no new tables. Running games go on.
web-trouble-blocked = This network is blocked here.
web-text-privacy = Privacy
web-text-imprint = Imprint
web-settings-data = Your data
web-settings-data-help = The operator of this server can send or delete what is stored about this device. Name this id:
web-settings-device = Id of this device

web-join-title = Join a table
web-join-code = Table code
web-join-go = Join
web-join-help = Three short words. Capitals and dashes don’t matter. A link works, too.
web-join-empty = Please enter the code, for example bala-kimo-rosu.
web-join-not-a-code = The code is not complete. It has three words of four letters, for example bala-kimo-rosu.
web-join-unknown = There is no such table. Please ask for the code again.
web-join-full = All seats at this table are taken.
web-join-closed = This table is closed.
web-join-watch = Watch
web-join-own = No code?
web-join-own-link = Create a table.

web-carry-title = Continue on this device
web-carry-take-help = This link brings your seat to this device. The other device keeps it, too.
web-carry-take = Continue here
web-carry-spent = This link has expired: it works only once and only for a short time. Get a new one on the other device.

web-new-title = { $game }: new table
web-new-bots = Bots at the table
web-new-bots-help = { $free ->
    [0] All seats are taken.
    [one] One seat is free, for a bot or a friend with the link.
   *[other] { $free } seats are free, for bots or friends with the link.
}
web-new-bot = Bot { $number }
web-new-bot-in = Add a bot
web-new-bot-out = Remove bot { $number }
web-new-less = less
web-new-more = more
web-new-count-other = Another number
web-new-rules = Rules
web-new-preset-usual = By the book
web-new-preset-usual-help = The rules as written, without house rules.
web-new-preset-own = Your own mix.
web-new-more-rules = More rules and house rules
web-new-manners = Timer, speed and access
web-new-real = With real dice
web-new-make = Create table
web-new-start = Start now
web-new-make-help = Then you get a link and a QR code for the others.
web-new-make-help-enough = “Create table” gives you a link for the others; “Start now” begins with the bots alone.

web-table-clock = Thinking time
web-table-clock-help = For each decision. When it runs out, a bot plays until you are back.
web-table-clock-0 = No limit
web-table-clock-30 = 30 seconds
web-table-clock-60 = 1 minute
web-table-clock-180 = 3 minutes
web-table-pace = Bot speed
web-table-pace-human = Relaxed
web-table-pace-quick = Fast
web-table-pace-instant = Instant
web-table-throws = Throwing the dice
web-table-throws-hand = By hand
web-table-throws-auto = Automatic
web-table-door = Access
web-table-door-help = If people have to knock, you let them in one by one.
web-table-door-open = Anyone with the link
web-table-door-knock = Knock first
web-table-stand-in = Stand-in
web-table-stand-in-help = The bot that plays while a player is away.

web-history-title = Your games
web-history-all = All
web-history-games = Played
web-history-won = won
web-history-drawn = drawn
web-history-lost = lost
web-history-unfinished = not finished
web-history-points-zocknroll = { $points ->
    [one] 1 point
   *[other] { $points } points
}
web-history-points-zock = { $points ->
    [one] 1 penalty point
   *[other] { $points } penalty points
}
web-history-points-schocken = lost
web-history-replay = Replay
web-history-record = Record
web-history-more = Show older games
web-history-none-of-these = You haven’t played this game on this device yet.
web-history-empty = You haven’t finished a game yet. Your first one will appear here, ready to watch again.
web-history-empty-go = Choose a game

web-stats-title = Your statistics
web-stats-share = { NUMBER($percent, maximumFractionDigits: 0) } % won
web-stats-games = Games
web-stats-wins = Wins
web-stats-points-zocknroll = Points
web-stats-points-zock = Penalty points
web-stats-points-schocken = Lost
web-stats-best-zocknroll = Best game
web-stats-best-zock = Best match
web-stats-streak = Streak
web-stats-longest = Longest winning streak
web-stats-won-in-a-row = { $count ->
    [one] 1 win
   *[other] { $count } wins
}
web-stats-lost-in-a-row = { $count ->
    [one] 1 loss
   *[other] { $count } losses
}

web-record-title = Load a record
web-record-help = Drop a record here or choose a file to watch the game move by move.
web-record-pick = Choose a file
web-record-too-large = This file is too large for a record: at most one megabyte is allowed.
web-record-wrong = There is a mistake in { $file }: { $why }
web-record-no-json = { $file } is not a knobel record.

web-replay-title = Replay
web-replay-of = { $game }: replay
web-replay-missing = There is no such game here. Is part of the link missing?
web-replay-controls = Playback
web-replay-place = Position in the game
web-replay-play = Play
web-replay-pause = Pause
web-replay-on = Step forward
web-replay-back = Step back
web-replay-turn-on = Next part
web-replay-turn-back = Start of this part
web-replay-turn-zocknroll = Turn { $number }
web-replay-turn-zock = Game { $number }
web-replay-turn-schocken = Round { $number }
web-replay-keys = Keys: ← and → to step, Home and End to jump, space to play.
web-replay-share-help = Anyone with the link can watch the game.

web-rules-title = Rules
web-rules-of = { $game }: rules
web-rules-contents = Contents
web-start-clubs = Clubs
web-remember = Remember this round
web-print = Printable score sheets
web-rules-print = Print

web-settings-title = Settings
web-settings-help = Changes apply at once, on this device only.
web-settings-you = You
web-settings-language = Language
web-settings-language-auto = System
web-settings-look = Appearance
web-settings-theme = Theme
web-settings-theme-auto = System
web-settings-theme-dark = Dark
web-settings-theme-light = Light
web-settings-contrast = Contrast
web-settings-contrast-auto = System
web-settings-contrast-more = High
web-settings-dice = Your dice
web-settings-dice-seat = Seat colour
web-settings-play = At the table
web-settings-speed = Animations
web-settings-speed-0-5 = Slow
web-settings-speed-1 = Normal
web-settings-speed-2 = Fast
web-settings-speed-0 = Off
web-settings-sound = Sound
web-settings-haptics = Vibration
web-settings-haptics-help = On your turn and when dice fall, if the device supports it.
web-settings-take-back = Undo window (1 second)
web-settings-take-back-help = You have one second to undo a decision.
web-settings-throw-for-me = Throw for me
web-settings-throw-for-me-help = Your dice are thrown automatically.
web-settings-keys = Keyboard shortcuts
web-settings-keys-help = Play with letters and digits. Turn this off if you use dictation.
web-settings-preview = Preview

web-learn-title = { $game }: your first game
web-learn-note = Guide
web-learn-page = Step { $page } of { $pages }
web-learn-watch = Watch …
web-learn-on = Next
web-learn-back = Back
web-learn-hurry = Skip
web-learn-throw = Your turn: throw!
web-learn-decide = Your turn: decide!
web-learn-play = Now play for real

## Browser: first games

learn-zocknroll-sheet = This is your sheet. Every mark scores the points shown in its row. When any row gets its sixth mark, the game ends and the most points win.
learn-zocknroll-cups = All cups are turned over. Two dice lie under yours, and only you may look. Jörg is the fourth at the table: no one looks under his cup, and he never drops.
learn-zocknroll-drop = The three white dice belong to everyone. With your 2 and your 5 you have two pairs. Drop now and you score 3 points, plus 1 for dropping in round 1. Against three cups that is a good deal: drop.
learn-zocknroll-drop-instead = You could. But two pairs are easily beaten here, and then you get nothing at all. Take the safe points: drop with two pairs.
learn-zocknroll-safe = Your marks are safe, your cup lies open, and the turn goes on without you. Ben and Cleo stay: they will see more dice, but may end up with nothing.
learn-zocknroll-second = The fourth white die, round 2. Ben drops with two pairs: 3 points, without the extra point of round 1. Cleo wants more.
learn-zocknroll-lifted = The fifth white die, and all cups are lifted. Cleo has three of a kind, Jörg just two pairs. The best hand marks its row and “Round 3 won”. If two hands were equally good, each would mark only its row (N10).
learn-zocknroll-stay = A new turn. Ben and Cleo are out, only Jörg is left. You have three fours: dropping scores 4 + 1. But against Jörg alone you will usually win round 3. Stay in!
learn-zocknroll-stay-instead = 5 points would be safe. But “Round 3 won” is worth 4, and the row comes on top. Stay in.
learn-zocknroll-stay-on = A 3 doesn’t help. One more die will come. Dropping scores just 4 now, because the extra point is for round 1 only. Stay in!
learn-zocknroll-stay-on-instead = Three of a kind almost certainly beats Jörg, and then you get 4 more points. Stay in.
learn-zocknroll-mark = The fourth four! Four of a kind, and yours is the best hand. You get “Round 3 won”; now mark one more row that your dice can form. Take the best.
learn-zocknroll-mark-instead = You may, to make the game longer or to end it. But four of a kind is worth 9 points.
learn-zocknroll-end = 13 points in one turn! That is all there is to it: drop out and score, or stay in for everything. Are you ready?

learn-zock-box = This is the box. Your nine fields are in front, Ben’s are opposite. The first to cover all nine wins.
learn-zock-begin = Both have thrown: you 9, Ben 4. The higher number starts. Throw your dice!
learn-zock-choice = 3 and 6: cover both fields, or their sum, the 9. The 9 only ever comes as a sum, while 3 and 6 come in other ways, too. Take the 9.
learn-zock-choice-instead = Two fields at once are tempting. But the 9 is hard to get rid of later. Cover the 9.
learn-zock-ten = Ben threw 5 and 5. Doubles only count as their sum, and 10 covers the 1 (K6). Your turn: throw!
learn-zock-twelve = Two sixes, sum 12. A two-digit number covers its digits: 1 and 2. Nothing else fits, and you must cover if you can (K4).
learn-zock-must = Ben threw 2 and 1, but his 1 was already covered. So it had to be the sum, the 3. Throw again!
learn-zock-nothing = 1 and 1, sum 2: your 2 is already covered. Nothing fits, so you sit this one out. Let’s skip ahead a little.
learn-zock-later = A few throws later: only your 7 is open, and Ben’s 4 and 8. Throw!
learn-zock-last = 4 and 3 make 7. Cover it!
learn-zock-end = You have won! Ben’s open fields are his penalty points: 4 + 8 = 12. After the last game of a match, the player with the fewest penalty points wins. Are you ready?

learn-schocken-mats = Thirteen penalty stones lie in the middle, beer mats as in a pub, and no one wants them. In every round the lowest throw gets some. The player who ends up with all of them loses the half.
learn-schocken-throw = You were drawn to start. You have up to three throws. Shake the cup and throw!
learn-schocken-keep = 6-4-1, an ordinary throw. Ones are the best dice: two of them make a Schock. Keep the 1 and reroll the other two.
learn-schocken-keep-instead = You could. But the 1 is the best to build on: keep just that.
learn-schocken-stand = Two sixes: 6-6-1. No Schock, but high. If you stand now, the others get at most two throws, as many as you took (S6). Stand.
learn-schocken-stand-instead = The third throw would be covered, and the others would get one more, too. 6-6-1 is good enough: stand.
learn-schocken-lifted = Everyone has thrown. Ben’s Straße 6-5-4 is best and deals out two stones, Cleo’s 4-2-1 is lowest. So Cleo gets two stones from the middle, and you none.
learn-schocken-covered = The loser starts the next round. Cleo has thrown three times, and the third throw is always covered: no one sees it, not even Cleo (S5). Two ones lie in the open. Your turn: throw!
learn-schocken-one = 2-2-1 is the lowest throw of all. But there is a 1 in it: keep it and reroll the twos.
learn-schocken-one-instead = That would give the one away, or keep a two. Keep just the 1 and reroll both twos.
learn-schocken-blind = Another one: Schock 4! But Cleo has a Schock under the cup as well. Your two ones are safe, and it stays a Schock whatever falls. Keep them and throw the third die covered.
learn-schocken-blind-instead = Schock 4 is strong. But try the covered throw this time: keep both ones and throw the third die.
learn-schocken-won = Cups up: Schock 6! It beats Cleo’s Schock 2 and deals out six stones. Ben had an Admiral, three alike, and was still the lowest. Six stones for Ben.
learn-schocken-end = Once the middle is empty, stones go from the best throw to the lowest, and a player with none is out. The player with all of them loses the half; in a whole game the losers of the two halves play a final. And three ones, Schock out, end a half at once. Are you ready?
## Browser: table

web-no-connection = No connection
web-to-the-table = Opening the table …
web-lost-line = Connection lost. We keep trying, and your seat stays yours.
web-try-now = Try now
web-gone-missing = There is no such table
web-gone-missing-help = There is no table with the code “{ $code }”. Is it right?
web-gone-forbidden = No access
web-gone-forbidden-help = This page belongs to a different server than the table “{ $code }”. Please open the link again.
web-gone-damaged = This table cannot be opened
web-gone-damaged-help = What the server has stored of the table “{ $code }” is damaged. Only the host of the server can help: by restoring a backup.
web-other-code = Enter another code
web-table-closed = The table is closed
web-table-closed-help = The host has closed this table.
web-last-replay = Watch the last game
web-away-time = Your time is up: a bot plays for you.
web-away-left = You were away: a bot plays for you.
web-away-host = The host lets a bot play for you.
web-back = I’m back
web-asleep = Everyone is away. The table pauses until a player comes back.
web-log = Log
web-log-empty = Nothing has happened yet.
web-emotes = Reactions
web-menu = Menu
web-yours = Your seat
web-others = The others
web-watching = You are watching.
web-removed = The host has removed you from the table.
web-bot-plays = bot plays
web-not-here = not here
web-take-back = Undo
web-keys = Keyboard shortcuts
web-key-take-back = Undo the decision
web-key-skip = Skip the animation
web-key-keys = This list
web-lag = Ping: { $lag } ms
web-leave = Leave the table
web-leave-game = Leave, a bot plays on
web-invite = Invite friends
web-invite-code = Scan this, send the link, or read out the code:
web-loopback = Only this computer can reach this address: no other device can join yet.
web-loopback-help = Stop the server and start it for the local network. Your table stays, and the invitation then has a QR code and a link. In a terminal:
web-qr = QR code of this link
web-link = Link
web-share = Share
web-copy = Copy
web-copied = Copied
web-carry = Continue on another device
web-carry-help = Open this link on the other device. It works once and only for a short time. Don’t share it: it gives away your seat.
web-host-tools = Host controls
web-stand-in = Let a bot play
web-hand-on = Make host
web-unseat = Remove
web-unseat-name = Remove { $name }
web-close-table = Close the table
web-close-table-sure = This ends the table for everyone.
web-close-table-yes = Yes, close the table
web-knocks = { $name } is knocking.
web-let-in = Let in
web-turn-away = Turn away
web-you = you
web-host = host
web-again = wants another game
web-you-won = You have won!
web-won-game = { $name } has won
web-drawn = A draw: { $names }
web-no-winner = No winner
web-you-lost = You have lost
web-lost-game = { $name } has lost
web-player = Player
web-points-zocknroll = Points
web-points-zock = Penalty points
web-tally-wins = Wins so far
web-tally = { $wins } of { $games }
web-rematch = Play again
web-start-now = Start now
web-arrange = Change players or rules
web-to-result = To the result
web-wishes = Playing again: { $names }
web-start = Let’s go
web-start-next = Next game
web-missing-players = { $missing ->
    [one] One more player is needed. Invite a friend or add a bot.
   *[other] { $missing } more players are needed. Invite friends or add bots.
}
web-too-many-players = At most { $most } can play.
web-host-starts = { $name } starts the game.
web-who-is-here = At the table
web-watchers = { $count ->
    [one] One is watching.
   *[other] { $count } are watching.
}
web-full = All seats are taken
web-full-help = You can watch, and sit down as soon as a seat is free.
web-knocked = You have knocked
web-knocked-help = The host has to let you in.
web-sit-down-title = Take a seat
web-knock = Knock
web-sit-down = Sit down
web-bot-level = Add a bot
web-add-bot = Add
web-how-we-play = Game and rules
web-which-game = Game
web-change = Change
web-play-so = Apply
web-usual-rules = Standard rules.
web-other-options = More options

## Browser: dice and Zock'n'Roll

web-dice-die = die: { $value }
web-dice-hidden = hidden die
web-dice-hidden-count = { $count ->
    [one] one hidden die
   *[other] { $count } hidden dice
}
web-dice-colour-red = Red
web-dice-colour-blue = Blue
web-dice-colour-amber = Amber
web-dice-colour-green = Green
web-dice-colour-plum = Plum
web-dice-colour-sky = Sky blue
web-zocknroll-felt = Felt with cups and white dice
web-zocknroll-own-dice = Your dice
web-zocknroll-best-row = Best row now:
web-zocknroll-look = Look under the cup
web-zocknroll-look-help = Hold to peek; tap to leave it open or cover it
web-zocknroll-throw-cups = Throw your cup
web-zocknroll-throw-white = Throw the white dice
web-zocknroll-throw-help = Hold to shake, let go to throw
web-zocknroll-now-cups = Everyone throws: take your cup!
web-zocknroll-now-white = You start: throw the white dice!
web-zocknroll-look-first = Look under your cup
web-zocknroll-key-throw = Shake and throw
web-zocknroll-own-sheet = Your sheet
web-zocknroll-short-won_third = Won round 3
web-zocknroll-short-dropped_first = Out in round 1
web-zocknroll-short-large_full_house = Large full h.
web-zocknroll-sheets = Sheets
web-zocknroll-worth = per mark
web-zocknroll-marks = marks: { $marks } of { $circles }
web-zocknroll-leads = In the lead
web-zocknroll-leads-short = leads
web-zocknroll-starter = Starter:
web-zocknroll-other-rows = { $count ->
    [one] one other row
   *[other] { $count } other rows
}
web-zocknroll-out-now = You are out of this turn.
web-zocknroll-in-now = You are in; the others are still deciding.
web-zocknroll-fold = Show fewer
web-zocknroll-won = { $names ->
    [You] You have
   *[other] { $names } has
} the best hand: { $row }.
web-zocknroll-tied = { $names } are equally good with { $row }, so no one marks round 3 (N10).
web-zocknroll-jorg-won = Jörg alone has the best hand, { $row }, so no one marks anything (N10).
web-zocknroll-all-out = Everyone has dropped: the turn ends here (N8).
web-zocknroll-key-rows = Drop or mark: the best row, then the others

## Browser: ZOCK

web-zock-box = The box
web-zock-field-open = Field { $field }, open
web-zock-field-covered = Field { $field }, covered
web-zock-fields-of = { $name }, open fields: { $fields }
web-zock-open-sum = open { $sum }
web-zock-loss = penalty { $loss }
web-zock-dice = Dice in the box
web-zock-dice-of = { $who ->
    [you] Your throw
   *[other] { $name } throws
}
web-zock-useless = Nothing fits
web-zock-tap-box = Tap the box
web-zock-throw = Throw
web-zock-covers = What you can cover
web-zock-cover = Cover { $fields }
web-zock-choose-fields = Choose fields
web-zock-pass = Cover nothing
web-zock-accept = Agreed
web-zock-object = Object
web-zock-claims = Covered by { $name }
web-zock-claim = { $name } covered { $fields }
web-zock-no-claim = { $name } covered nothing
web-zock-game-won = { $who ->
    [you] You win game { $game }
   *[other] { $name } wins game { $game }
}
web-zock-game-loss = { $who ->
    [you] You take
   *[other] { $name } takes
} { $loss ->
    [one] one penalty point
   *[other] { $loss } penalty points
}
web-zock-slip = Penalty points
web-zock-slip-game = Game
web-zock-slip-sum = Sum
web-zock-chips-of = { $who ->
    [you] Your chips
   *[other] Chips of { $name }
}: red { $red }, blue { $blue }, yellow { $yellow }, green { $green }, worth { $worth } together
web-zock-debt = Debt { $debt }
web-zock-key-fields = Select or deselect a field
web-zock-key-cover = Cover the selected fields
web-zock-key-throw = Throw
web-zock-key-pass = Cover nothing (if the players are the referees)
web-zock-key-object = Object

## Browser: Schocken

web-schocken-table = The table
web-schocken-kept = Kept
web-schocken-thrown = Thrown
web-schocken-covered = covered
web-schocken-out = out
web-schocken-begins = Starts the round
web-schocken-best = Best
web-schocken-lowest = Lowest
web-schocken-stones = { $count ->
    [0] no stones
    [one] one stone
   *[other] { $count } stones
}
web-schocken-throws = Throws: { $throws } of { $allowed }
web-schocken-middle = { $count } in the middle
web-schocken-limit = { $who ->
    [you] You
   *[other] { $name }
} took { $throws ->
    [one] one throw, so everyone gets one
   *[other] { $throws } throws, so everyone gets up to { $throws }
}.
web-schocken-now-lift = All cups up!
web-schocken-verdict = { $best }: { $throw }. { $count ->
    [0] Lowest: { $lowest ->
        [You] you
       *[other] { $lowest }
    }
    [one] { $lowest ->
        [You] You take
       *[other] { $lowest } takes
    } one stone
   *[other] { $lowest ->
        [You] You take
       *[other] { $lowest } takes
    } { $count } stones
}.
web-schocken-verdict-all = { $best }: { $throw }! { $lowest ->
    [You] You lose
   *[other] { $lowest } loses
} at once (S10).
web-schocken-tie-later = { $who ->
    [you] { $other } and you threw the same, but you threw later (S8).
   *[other] { $other } and { $lower } threw the same, but { $lower } threw later (S8).
}
web-schocken-tie-throws = { $who ->
    [you] { $other } and you threw the same, but you took more throws (S8).
   *[other] { $other } and { $lower } threw the same, but { $lower } took more throws (S8).
}
web-schocken-lost = { $parts }
web-schocken-lost-part = { $part ->
    [0] Half 1 lost
    [1] Half 2 lost
   *[other] Final lost
} by { $name ->
    [You] you
   *[other] { $name }
}
web-schocken-throw = Throw
web-schocken-throw-help = Hold to shake, release to throw
web-schocken-allowed = { $throws ->
    [one] You have one throw.
   *[other] You have up to { $throws } throws.
}
web-schocken-covered-help = Hidden, even from you, until all cups are lifted (S5).
web-schocken-you-are-out = You are out of this half: no stones, no worries.
web-schocken-you-watch = The others play the final: sit back and watch.
web-schocken-keep-which = Which dice do you keep?
web-schocken-keep-die = Keep the { $value }
web-schocken-stays = Keep
web-schocken-goes = Reroll
web-schocken-throw-rest = { $count ->
    [0] Throw
    [one] Reroll one die
    [2] Reroll two dice
   *[other] Reroll all three
}
web-schocken-stand = Stand with { $throw }
web-schocken-deals = { $count ->
    [-1] deals out all stones
    [one] deals out one stone
   *[other] deals out { $count } stones
}
web-schocken-flip-which = Turn sixes
web-schocken-flip = { $ones ->
    [0] Leave sixes
    [one] Two sixes to a 1
   *[other] Three sixes to 1 1
}
web-schocken-why-three = You can keep at most two dice (S4).
web-schocken-why-stays = Kept dice stay out (S4).
web-schocken-why-turned = The turned one stays out (H1).
web-schocken-why-thrown = This six is rerolled (H1).
web-schocken-key-keep = Keep a die or put it back
web-schocken-key-throw = Throw
web-schocken-key-stand = Stand
web-schocken-key-flip = Turn sixes

## Browser: you


web-why-lost-part = { $part ->
    [0] Half 1 lost
    [1] Half 2 lost
   *[other] Final lost
} by { $names ->
    [You] you
   *[other] { $names }
}
web-why-drawn = Equal penalty points: a draw (K8)
web-why-shared = Equal on points and on third rounds won: the victory is shared (N14)
web-why-won-third = { $names } are equal on points: more third rounds won decides (N14)
web-why-margin = { $margin ->
    [one] By one point
   *[other] By { $margin } points
}
web-zocknroll-gained = { $points ->
    [one] One point for you
   *[other] { $points } points for you
}
web-zocknroll-nothing = Nothing for you this time.
web-now-see = Let’s see …

## POLISH
web-schocken-best-later = { $who ->
    [you] { $other } and you threw the same, but you threw earlier (S8).
   *[other] { $other } and { $best } threw the same, but { $best } threw earlier (S8).
}
web-schocken-best-throws = { $who ->
    [you] { $other } and you threw the same, but you took fewer throws (S8).
   *[other] { $other } and { $best } threw the same, but { $best } took fewer throws (S8).
}
web-history-loaded = loaded
web-name-left = { $left ->
    [0] At most { $most } characters
    [one] One character left
   *[other] { $left } characters left
}
web-wishes-missing = Waiting for: { $names }
web-clock-low = { $seconds } seconds left.

## The end of a game

web-end-sixth = { $who ->
    [you] Your sixth mark in “{ $row }” ended the game
   *[other] { $name }’s sixth mark in “{ $row }” ended the game
}
web-end-sixths = These sixth marks ended the game: { $marks }
web-end-sixth-of = { $name } (“{ $row }”)
web-end-last-cover = { $who ->
    [you] You covered your last field with { $dice }; { $other } had { $loss } left open
   *[other] { $name } covered the last field with { $dice }; { $whom ->
        [you] you
       *[other] { $other }
    } had { $loss } left open
}
web-end-match = { $name }: { $games } of { $count } games won, { $less } penalty points to { $more }
web-end-schock-out = { $who ->
    [you] Your Schock out
   *[other] Schock out by { $name }
} ended { $part ->
    [1] the second half
    [2] the final
   *[other] the half
}: all stones for { $whom ->
    [you] you
   *[other] { $other }
}
web-end-all-stones = { $who ->
    [you] You have all the stones
   *[other] { $name } has all the stones
}
web-end-both-halves = { $who ->
    [you] You lost both halves
   *[other] { $name } lost both halves
}
web-end-white = White dice
web-end-dropped = dropped in round { $round }
web-end-open = { $sum } open
web-end-last = Dice
web-end-stones = Stones
web-end-record = Your record here: { $wins } won, { $lost } lost
web-end-turning-luck = Turning point ({ $stage }): { $told } { $who ->
    [you] Your chances went
   *[other] { $name }’s chances went
} from { $before } to { $after }.
web-end-turning-decision = Turning point ({ $stage }): “{ $made }” instead of “{ $best }”. { $who ->
    [you] Your chances went
   *[other] { $name }’s chances went
} from { $before } to { $after }.
web-end-turning-cups = the cups were lifted.
web-end-look = Show the table
web-end-share = Share a picture
web-end-picture = Picture of the result
web-end-picture-alt = { $game }: { $result }. { $why }. { $standings }
web-end-save = Save picture
web-end-copy-text = Copy as text

## Coach: analysis

coach-told = { $first } { $then }
coach-turning-luck = { $stage }: the dice take { $name ->
    [You] you
   *[other] { $name }
} from { $before } to { $after }. ({ $told })
coach-turning-decision = { $stage }: { $name ->
    [You] you
   *[other] { $name }
} chose “{ $made }” instead of “{ $best }” and went from { $before } to { $after }.
coach-costs = { $made } costs { NUMBER($loss, minimumFractionDigits: 1, maximumFractionDigits: 1) } percentage points of your chance to win; { $best } is best.
coach-costs-schocken = { $made } raises your risk of losing by { NUMBER($loss, minimumFractionDigits: 1, maximumFractionDigits: 1) } percentage points; { $best } is best.
coach-costs-about = { $made } costs about { NUMBER($loss, minimumFractionDigits: 1, maximumFractionDigits: 1) } ± { NUMBER($error, minimumFractionDigits: 1, maximumFractionDigits: 1) } percentage points of your chance to win; { $best } is { $clear ->
    [yes] best
   *[no] better
}.
coach-costs-schocken-about = { $made } raises your risk of losing by about { NUMBER($loss, minimumFractionDigits: 1, maximumFractionDigits: 1) } ± { NUMBER($error, minimumFractionDigits: 1, maximumFractionDigits: 1) } percentage points; { $best } is { $clear ->
    [yes] best
   *[no] better
}.
coach-only = only { $chance }
coach-at = { $chance }
coach-estimate = about { $chance } ± { $error }
coach-doing-cover = { $place ->
    [first] Covering
   *[later] covering
} { $fields }
coach-doing-pass = { $place ->
    [first] Covering
   *[later] covering
} nothing
coach-doing-throw = { $place ->
    [first] Throwing
   *[later] throwing
}
coach-doing-accept = { $place ->
    [first] Accepting
   *[later] accepting
} the end
coach-doing-object = { $place ->
    [first] Objecting
   *[later] objecting
}
coach-doing-stand = { $place ->
    [first] Standing
   *[later] standing
}
coach-doing-keep = { $place ->
    [first] Keeping
   *[later] keeping
} { $dice }
coach-doing-throw-all = { $place ->
    [first] Rerolling
   *[later] rerolling
} all three
coach-doing-flip = { $place ->
    [first] Turning
   *[later] turning
} sixes into { $ones }{ $count ->
    [0] {""}
   *[other] {" "}and keeping { $keep }
}
coach-doing-stay = { $place ->
    [first] Staying
   *[later] staying
}
coach-doing-drop = { $place ->
    [first] Dropping
   *[later] dropping
} with “{ $row }”
coach-doing-drop-nothing = { $place ->
    [first] Dropping
   *[later] dropping
} with nothing
coach-doing-mark = { $place ->
    [first] Marking
   *[later] marking
} “{ $row }”
coach-zock-ends = It wins the game at once, and your opponent takes { $loss } penalty points.
coach-zock-finishing = With { $better } open the next throw ends the game { $chance } of the time, with { $worse } { $other }.
coach-zock-throws = With { $better } open you need { NUMBER($fewer, minimumFractionDigits: 1, maximumFractionDigits: 1) } more throws on average, with { $worse } { NUMBER($more, minimumFractionDigits: 1, maximumFractionDigits: 1) }.
coach-zock-hand-overs = With { $better } open you hand the dice over { NUMBER($fewer, minimumFractionDigits: 1, maximumFractionDigits: 1) } more times on average before you are done, with { $worse } { NUMBER($more, minimumFractionDigits: 1, maximumFractionDigits: 1) } times.
coach-zock-usable = With { $better } open you can use { $chance } of all throws, with { $worse } { $other }.
coach-zock-sum = It leaves { $less } instead of { $more } points open, in case you lose.
coach-zock-together = If you both play for points, it is worth { NUMBER($points, minimumFractionDigits: 1, maximumFractionDigits: 1) } penalty points in this game.
coach-zock-match = For the points of this game it is no mistake, but { $state ->
    [ahead] you are { $lead } points ahead
    [behind] you are { $lead } points behind
   *[level] the match is level
} with { $games ->
    [one] one game
   *[other] { $games } games
} to go.
coach-zock-objection = { $fields } did not fit the throw: an objection reopens { $count ->
    [one] it
   *[other] them
} (K9).
coach-zock-passed = { $dice } can be used, so you have to cover (K4).
coach-zock-wrong = { $dice } does not allow that: your opponent may object, which opens these fields again (K9).
coach-schocken-beat = You have to beat { $throw }: { $best } gets there { $chance } of the time, { $made } { $other }.
coach-schocken-enough = You beat { $throw } already; { $made } gets there { $other } of the time.
coach-schocken-lost = You have to beat { $throw }: { $made } never gets there, { $best } does { $chance } of the time.
coach-schocken-stand = An opponent with { $throws ->
    [one] one throw
   *[other] { $throws } throws
} beats { $throw } { $beaten } of the time; if you go on, you get at least that again only { $again } of the time, and the others may throw once more, too.
coach-schocken-go-on = An opponent with { $throws ->
    [one] one throw
   *[other] { $throws } throws
} beats { $throw } { $beaten } of the time, and you can still improve it { $better } of the time.
coach-schocken-reach = { $throw }: { $best } gets there { $chance } of the time, { $made } { $other }.
coach-schocken-only = { $throw }: { $best } gets there { $chance } of the time, { $made } never.
coach-schocken-have = You have { $throw } already; { $made } gets at least that again only { $other } of the time.
coach-schocken-have-first = You have { $throw } already; { $made } gets at least that again only { $other } of the time, and then the others may throw once more, too.
coach-schocken-half = Your risk of losing this half is { $other } instead of { $chance }.
coach-zocknroll-sure = You give up { $sure ->
    [one] one sure point
   *[other] { $sure } sure points
}: if you stay to the end, you win round 3 alone { $won } of the time and share it { $tied }, which brings { NUMBER($points, minimumFractionDigits: 1, maximumFractionDigits: 1) } points on average.
coach-zocknroll-fewer = You give up { $sure ->
    [one] one sure point
   *[other] { $sure } sure points
}: staying brings { $staying } on average.
coach-zocknroll-safe = Staying brings { $staying } points on average, but as the sheets stand { $sure ->
    [one] one sure point
   *[other] { $sure } sure points
} win more games.
coach-zocknroll-level = Staying and dropping bring about { $sure ->
    [one] one point
   *[other] { $sure } points
} each on average, but as the sheets stand { $best } wins more games.
coach-zocknroll-to-end = If you stay to the end, you win round 3 alone { $won } of the time and share it { $tied }, which brings { NUMBER($points, minimumFractionDigits: 1, maximumFractionDigits: 1) } points on average; dropping brings { $sure }.
coach-zocknroll-later = Staying brings { $staying } points on average, because you can still drop in round 2; dropping now brings { $sure }.
coach-zocknroll-more = Staying brings { $staying } points on average, dropping { $sure }.
coach-zocknroll-risk = Dropping brings you { $sure ->
    [one] one point
   *[other] { $sure } points
} and staying { $staying } on average, but as the sheets stand staying wins more games.
coach-points = { NUMBER($points, minimumFractionDigits: 1, maximumFractionDigits: 1) }
coach-points-about = about { NUMBER($points, minimumFractionDigits: 1, maximumFractionDigits: 1) } ± { NUMBER($error, minimumFractionDigits: 1, maximumFractionDigits: 1) }
coach-zocknroll-worth = “{ $better }” is worth { $more } points, “{ $worse }” only { $less }.
coach-zocknroll-too-soon = The sixth mark in “{ $worse }” ends the game (N12), which is too soon for you.
coach-zocknroll-ends = The sixth mark in “{ $better }” ends the game (N12), which suits you.
coach-zocknroll-fuller = “{ $worse }” then has { $marks } of six marks, “{ $better }” { $other }, and the sixth one ends the game (N12).
coach-least = { $throw } or better
coach-zock-let-stand = What your opponent covered wrongly does not help them: leave it as it is.
coach-exact = exact values
coach-estimated = estimates
coach-player = Player
coach-start = Start
coach-luck = Luck
coach-given = From others
coach-loss = Own mistakes
coach-result = Result
coach-adjusted = Without luck
coach-rate = Error rate
coach-number = { NUMBER($number, minimumFractionDigits: 1, maximumFractionDigits: 1) }
coach-percent = { NUMBER($percent, minimumFractionDigits: 1, maximumFractionDigits: 1) } %
coach-number-about = { NUMBER($number, minimumFractionDigits: 1, maximumFractionDigits: 1) } ± { NUMBER($error, minimumFractionDigits: 1, maximumFractionDigits: 1) }
coach-percent-about = { NUMBER($percent, minimumFractionDigits: 1, maximumFractionDigits: 1) } ± { NUMBER($error, minimumFractionDigits: 1, maximumFractionDigits: 1) } %
coach-turning-error = (change ± { NUMBER($error, minimumFractionDigits: 1, maximumFractionDigits: 1) } percentage points)
coach-mistakes-most = The { $shown } costliest of { $all }; --json has all.
coach-way-zock = Chance of winning the match
coach-way-zocknroll = Chance of winning
coach-way-schocken = Chance of not losing
coach-mistakes = Mistakes
coach-no-mistakes = None. Well played!
coach-forced = forced
coach-good = good
coach-inaccuracy = inaccuracy
coach-mistake = mistake
coach-blunder = blunder
coach-luck-of = { $name }: { $luck } in all. Luckiest: { $best } (event { $at }). Unluckiest: { $worst } (event { $other }).
coach-turning = Turning points
coach-analysing = analysing
coach-patience = analysing every decision; that may take a moment
coach-stopped = stopped; nothing was written
coach-rate-means = The error rate is what a decision costs on average, in thousandths of a victory: 0 is perfect play.
coach-adjusted-means = “Without luck” is the result minus luck: an estimate of what these decisions deserved. It can lie below 0 % or above 100 %.
coach-axis-start = start
coach-axis-end = { $events ->
    [one] one event
   *[other] { $events } events
}
coach-axis-games = { $games ->
    [one] one game
   *[other] { $games } games
}
coach-event-number = event { $event }
coach-profile-of = Profile: { $names }
coach-game = Game
coach-games = Games
coach-decisions = Decisions
coach-inaccuracies = Inaccuracies
coach-blunders = Blunders
coach-times = Times
coach-per-game = Cost per game
coach-phase = Phase
coach-phase-opening = opening
coach-phase-middle = middle
coach-phase-endgame = last three fields
coach-phase-referee = as referee
coach-phase-half = game of one half
coach-phase-first-half = first half
coach-phase-second-half = second half
coach-phase-final = final
coach-phase-round-1 = round 1
coach-phase-round-2 = round 2
coach-phase-marking = choice of the row
coach-slip = Typical mistake
coach-slip-stood = stood too early
coach-slip-threw-on = rerolled instead of standing
coach-slip-kept-too-many = kept too many dice
coach-slip-kept-too-few = kept too few dice
coach-slip-kept-others = kept the wrong dice
coach-slip-covered-more = covered two fields instead of one
coach-slip-covered-fewer = covered one field instead of two
coach-slip-covered-others = covered the wrong fields
coach-slip-covered-nothing = covered nothing
coach-slip-no-objection = did not object
coach-slip-objected = objected without need
coach-slip-stayed = stayed instead of dropping
coach-slip-dropped = dropped instead of staying
coach-slip-wrong-row = marked the wrong row
coach-fate = { $side ->
    [bad] Bad
   *[good] Good
} luck worth { NUMBER($luck, minimumFractionDigits: 1, maximumFractionDigits: 1) } victories in { $games } games; fair dice give ±{ NUMBER($deviation, minimumFractionDigits: 1, maximumFractionDigits: 1) } as a rule.
coach-fate-estimate = Some of the values are estimates, so this luck is one, too.
coach-fate-few = It takes { $games } games to tell how unusual that is.
coach-fate-players = With fair dice { $players } of { $of } players have as { $side ->
    [bad] bad
   *[good] good
} luck or { $side ->
    [bad] worse
   *[good] better
}.
coach-fate-usual = That is nothing special.
coach-fate-some = That happens to many.
coach-fate-unusual = That is unusual, but it happens.
coach-fate-rare = That is really rare.
coach-fan = Luck after every game
coach-fan-means = With fair dice, two of three players stay within the dark band, 19 of 20 within the light one.

## Browser: the coach

web-coach-analyse-title = Did I play badly, or was it the dice?
web-coach-analyse-help = The coach looks at every decision and every throw of this game. Once is enough: after that, anyone with the link can see it.
web-coach-analyse = Analyse
web-coach-running = The coach is analysing the game …
web-coach-queued = The coach is still busy with another game …
web-coach-progress = Progress of the analysis
web-coach-analysis = Analysis
web-coach-unit-zock = Chance of winning the match, in percent
web-coach-unit-schocken = Chance of not losing the game, in percent
web-coach-unit-zocknroll = Expected share of the victory, in percent
web-coach-chart-zock = Timeline: both players’ chances of winning over { $events } steps; { $slips } decisions cost something. The table below says the same in numbers.
web-coach-chart-schocken = Timeline: each player’s chance of not losing over { $events } steps; { $slips } decisions cost something. The table below says the same in numbers.
web-coach-chart-zocknroll = Timeline: each player’s share of the victory over { $events } steps; { $slips } decisions cost something. The table below says the same in numbers.
web-coach-luck-below = Bars below: luck and bad luck of { $name ->
    [You] you
   *[other] { $name }
}
web-coach-only = Show one player only
web-coach-slip-before = Previous mistake
web-coach-slip-after = Next mistake
web-coach-decision = Decision
web-coach-chose = { $name ->
    [You] You
   *[other] { $name }
} chose: { $move }
web-coach-cost = cost { $loss }
web-coach-made = played
web-coach-best = best
web-coach-points-zock = expected lead in penalty points: { $points }
web-coach-points-schocken = risk of losing this half: { $points }
web-coach-points-zocknroll = expected from this turn: { $points } points
web-coach-moves-more = { $count } more
web-coach-moves-fewer = Show fewer
web-coach-kind-forced = No choice
web-coach-kind-good = Good
web-coach-kind-inaccuracy = Inaccuracy
web-coach-kind-mistake = Mistake
web-coach-kind-blunder = Blunder
web-coach-luck-now = Luck in this throw:
web-coach-nothing-due = There is no decision here.
web-coach-no-slips = No mistakes found.
web-coach-table = The timeline as a table
web-coach-table-event = What happened
web-coach-table-quiet = Next step
web-coach-report = How each player did
web-coach-exact = All values are exact: this game is solved.
web-coach-estimated = Values are estimates from many simulated games; differences within the margin of error count as good.
web-coach-turning = Turning points
web-coach-luck = Luck
web-coach-loss = Own mistakes
web-coach-given = Mistakes of others
web-coach-rate = Error rate ({ $decisions ->
    [one] one decision
   *[other] { $decisions } decisions
})
web-coach-explain = What the numbers mean
web-coach-explain-luck = Luck is what dice and cups brought: the chance after a throw minus the chance before it. Start, luck, mistakes of others and own mistakes add up to the result.
web-coach-explain-rate = The error rate is what a decision costs on average, in thousandths of a win. It can be compared between games: 0 is perfect play.
web-coach-explain-kinds = An inaccuracy costs at least 0.5 %, a mistake 2 %, a blunder 5 % of the chance. Decisions without a choice do not count.
web-coach-keys = M jumps to the next mistake, Shift+M to the one before.
web-coach-play-on = Continue from here
web-coach-play-on-help = A new table starts exactly at this point. It does not count in the statistics.
web-coach-play-on-seat = You play
web-coach-play-on-level = Bots on the other seats
web-coach-play-on-begin = To the table
web-coach-to-editor = Change this position
web-coach-share = What to share
web-coach-share-game = The game
web-coach-share-moment = This moment
web-coach-share-position = This position
web-coach-share-position-help = Anyone with the link sees this position with the values of all moves.
web-coach-editor = { $game }: set up a position
web-coach-editor-help = Set up the table as you like. The coach tells you at once what every move is worth.
web-coach-undo = Undo
web-coach-redo = Redo
web-coach-text = The position as text
web-coach-text-help = One line that describes everything. Paste another one to set it up.
web-coach-text-wrong = This line is not a valid position.
web-coach-copy-text = Copy text
web-coach-values = What the position is worth
web-coach-weighing = The coach is working it out …
web-coach-no-moves = There is nothing to decide here.
web-coach-refused = Impossible position
web-coach-refused-plain = This position cannot be played: { $sentence }
web-coach-played = Each move was simulated { $played } times.
web-coach-solved = These values are exact.
web-coach-chances = Chances at the table
web-coach-odds = Odds
web-coach-seat = Player { $number }
web-coach-turn = Whose turn
web-coach-dice = The dice
web-coach-die = { $name }, die { $number }: { $value }
web-coach-die-hidden = { $name }, die { $number }: covered
web-coach-hidden = covered
web-coach-fewer = { $name }: one less
web-coach-more = { $name }: one more
web-coach-fields-of = Fields of { $name }
web-coach-zock-cover = lie in the box
web-coach-zock-throw = are thrown next
web-coach-zock-games = Games before this one: { $count }
web-coach-zock-game = Game { $number }: winner
web-coach-zock-game-loss = Game { $number }: penalty points
web-coach-zock-game-more = a game
web-coach-zock-game-less = the last one
web-coach-part = Part of the game
web-coach-part-0 = first half
web-coach-part-1 = second half
web-coach-part-2 = final
web-coach-lost = Who lost half { $half }
web-coach-begins = Who started the round
web-coach-stones = Stones
web-coach-stones-of = Stones of { $name }
web-coach-throws = Throws
web-coach-throws-of = Throws of { $name }
web-coach-kept = Kept dice
web-coach-kept-of = Kept dice of { $name }
web-coach-hand-of = Dice of { $name }
web-coach-not-thrown = Has not thrown in this round.
web-coach-round = Round
web-coach-round-1 = 1: three white dice
web-coach-round-2 = 2: four
web-coach-round-3 = 3: five, all cups lifted
web-coach-marks-now = Who marks
web-coach-starts = Who started the turn
web-coach-cups = Cups of the others
web-coach-cups-hidden = covered
web-coach-cups-open = open
web-coach-cup-of = Cup of { $name }
web-coach-cup-unknown = No other player knows this cup.
web-coach-dropped = { $name }: in or out
web-coach-dropped-0 = in
web-coach-dropped-1 = out in 1
web-coach-dropped-2 = out in 2
web-coach-sheet-of = Whose sheet
web-coach-panel = Coach
web-coach-hint = Hint
web-coach-silent = The coach has no answer right now.
web-coach-no-odds = No odds to show right now.
web-coach-objection = Wait a moment
web-coach-costs = “{ $move }” costs you { $loss } of your chance.
web-coach-anyway = Play it anyway
web-coach-again = Think again
web-coach-show = Show what is better
web-coach-players = Players
web-coach-new = Players and rules
web-coach-new-help = A different number of players or other rules start a new example.
web-coach-new-begin = Start with these
web-start-analysis = Set up a position
web-history-analyse = Analyse
web-coach-gist = Best: { $move } ({ $value })
web-analyse-game = Analyse this game
web-key-hint = Coach: odds and a hint
web-settings-tutor = Tutor
web-settings-tutor-help = Warns you before costly decisions, at tables where help is allowed.
web-settings-tutor-off = off
web-settings-tutor-blunder = before blunders
web-settings-tutor-mistake = before mistakes
web-trouble-coach-failed = The analysis could not be completed. Please try again.

## Coach at the table

table-played-on = This game continues another one, after { $taken ->
    [one] its first step
   *[other] { $taken } steps
}. It does not count in the statistics.
table-help-all = Everyone here may ask the coach.
web-table-help = Help from the coach
web-table-help-help = Odds, hints and a warning before blunders. Everyone at the table sees this setting.
web-table-help-alone = Only against bots
web-table-help-all = For everyone
web-table-help-never = Never
coach-odds-usable = Can be used
coach-odds-finishing = Covers everything
coach-odds-field = Field { $field } can be covered
coach-odds-grows = Better than { $row }
coach-odds-wins = { $count ->
    [one] Win round 3 against one cup
   *[other] Win round 3 against { $count } cups
}
coach-odds-ties = Tie in round 3
coach-odds-wins-belief = { $count ->
    [one] Win round 3 against this opponent
   *[other] Win round 3 against these opponents
}
coach-odds-ties-belief = Tie in round 3 with an opponent
coach-odds-row = { $row }
coach-odds-fresh-cup = { $throws ->
    [one] With one throw
   *[other] With { $throws } throws
}
coach-odds-about-unknown = Your dice are face down, so their odds cannot be known (R5).
coach-odds-about-turn = At the end of the turn, if you stay
coach-odds-about-throw = Your next throw
coach-odds-about-beat = To beat { $throw }, with { $left ->
    [one] one throw
   *[other] { $left } throws
} left
coach-odds-about-improve = To improve on { $throw }, with { $left ->
    [one] one throw
   *[other] { $left } throws
} left
coach-hint-alike = { $best } and { $other } are about equally good.
coach-note-over = The game is over here.
coach-note-dice = Dice are thrown here: there is no decision.
coach-note-hidden = Dice are thrown here, and some of the dice on the table are unknown.

## DRILL: explorer and training

web-start-explorer = Perfect play
web-start-training = Training
web-start-honesty = Fair dice?
web-explorer-title = Perfect play: { $game }
web-explorer-zock-help = Tap flaps to see the best cover for every throw. All values are exact.
web-explorer-schocken-help = Stand, or keep which dice? For every throw in any situation, with the risk of each choice.
web-explorer-zocknroll-help = How often to stay with each cup if only the points of this turn matter, drawn like poker charts.
web-explorer-train = Practise this
web-explorer-aim = What counts
web-explorer-choices = The choices
web-explorer-players = Players
web-explorer-house = House rules
web-explorer-house-plain = Plain
web-explorer-house-pub = Pub
web-explorer-zock-aim-win = Game
web-explorer-zock-aim-points = Points
web-explorer-zock-aim-match = Match
web-explorer-zock-games = Games left
web-explorer-zock-lead = Points ahead
web-explorer-zock-rival = Your opponent’s open fields
web-explorer-zock-own = Your open fields
web-explorer-zock-value-win = You throw now: you win { $value } of the games.
web-explorer-zock-value-match = You throw now: you win { $value } of the matches.
web-explorer-zock-value-points = You throw now: your opponent takes { $value } penalty points more than you.
web-explorer-zock-throws = The 21 throws and their best covers
web-explorer-zock-cell = { $dice }: { $cover }, { $value }
web-explorer-zock-idle = sit out (K4)
web-explorer-zock-throw = Throw
web-explorer-zock-openings = The first throw in all variants
web-explorer-zock-openings-win = The best cover for winning the game, and by how much it beats the next one. Tap a cell to see it above.
web-explorer-zock-openings-points = The best cover for penalty points, and by how many it beats the next one. Tap a cell to see it above.
web-explorer-zock-short-basic = Basic
web-explorer-zock-short-A = A
web-explorer-zock-short-B = B
web-explorer-zock-short-C = C
web-explorer-schocken-you = You …
web-explorer-schocken-begins = start
web-explorer-schocken-follows = throw { $place ->
    [2] second
    [3] third
   *[other] fourth
}
web-explorer-schocken-limit = Throws allowed
web-explorer-schocken-lies = Number { $place } has
web-explorer-schocken-hidden = With covered dice
web-explorer-schocken-open = Open
web-explorer-schocken-covered = { $dice ->
    [0] all covered
   *[other] { $dice } and covered dice
}
web-explorer-schocken-throw = You decide
web-explorer-schocken-after = { $count ->
    [one] after one throw
   *[other] after two throws
}
web-explorer-schocken-stones = Stones ({ $middle } in the middle)
web-explorer-schocken-stones-of = Stones of number { $place }
web-explorer-schocken-aim-half = The half
web-explorer-schocken-aim-game = The game
web-explorer-schocken-risk-half = On average you lose { $risk } of these halves.
web-explorer-schocken-risk-game = On average you lose { $risk } of these games.
web-explorer-schocken-bars-half = Bars: the chance of losing the half. Shorter is better.
web-explorer-schocken-bars-game = Bars: the chance of losing the game. Shorter is better.
web-explorer-schocken-approximate = Approximate: not solved exactly yet.
web-explorer-schocken-cell = { $dice }: { $choice }, risk { $risk }
web-explorer-schocken-again = reroll
web-explorer-schocken-legend = Pale dice go back into the cup. Below: the risk with the best choice.
web-explorer-rank-schock = Schock
web-explorer-rank-jule = Jule
web-explorer-rank-admiral = Admiral
web-explorer-rank-strasse = Straße
web-explorer-rank-ordinary = Ordinary throws
web-explorer-zocknroll-place = You decide as number
web-explorer-zocknroll-round = Decision
web-explorer-zocknroll-round-1 = Round 1
web-explorer-zocknroll-round-2 = Round 2
web-explorer-zocknroll-history = What the others did, in order
web-explorer-zocknroll-stayed = stays
web-explorer-zocknroll-later = later
web-explorer-zocknroll-out-first = out, round 1
web-explorer-zocknroll-out-second = out, round 2
web-explorer-zocknroll-white = White dice
web-explorer-zocknroll-cup = Your cup
web-explorer-zocknroll-cups = All cups
web-explorer-zocknroll-lowest = Cups whose lowest die is { $die }
web-explorer-zocknroll-nothing = Nothing
web-explorer-zocknroll-total = Across all cups, stay { $share } of the time.
web-explorer-zocknroll-spot = stay { $share } of the time. Dropping brings { $points ->
    [one] one point.
   *[other] { $points } points.
}
web-explorer-zocknroll-prize = Winning round 3 alone is worth { $points } more points.
web-explorer-zocknroll-jorg = Jörg joins and always stays (N4). Winning round 3 alone is worth { $points } more points.
web-explorer-zocknroll-drop = Drop
web-explorer-zocknroll-legend = Green = how often to stay in, in percent.
web-explorer-zocknroll-cell = { $dice }: { $row }, stays { $share }
web-explorer-zocknroll-map = Overview
web-explorer-zocknroll-map-help = Rows are cups, columns are white dice. Tap a cell to see it above.
web-training-of = Training: { $game }
web-training-help = Positions from real games where the right move is not obvious. Decide, then see what your move was worth.
web-training-daily = Puzzle of the day
web-training-today = Today
web-training-choose = Which puzzle
web-training-solve = Solve it
web-training-done = Solved: view again
web-training-streak = { $days ->
    [0] No streak yet
    [one] One day in a row
   *[other] { $days } days in a row
}
web-training-level = Level { $level }
web-training-levels-of = Levels of { $game }
web-training-levels-help = Die 1 is easy, die 5 hard. There is one puzzle per game every day, the same for everyone. Your first answer counts.
web-training-tally = { $right } of { $answered } right · { $loss } lost on average · longest streak: { $longest ->
    [one] one day
   *[other] { $longest } days
}
web-training-fresh = No puzzles answered yet.
web-training-looking = The coach is looking for a position …
web-training-answered = Answered
web-training-ask-zock = What do you cover?
web-training-ask-schocken = Stand, or keep what?
web-training-ask-zocknroll = What is best for the whole game?
web-training-ask-help = Choose at the table, as in a game. One answer is clearly better than the others.
web-training-solution = Solution
web-training-right = Right!
web-training-next = Next puzzle

## USER: the coach for players

web-coach-moves-of = What { $name } can do
web-trouble-thinking = The coach is still working it out. Ask again in a moment.
web-trouble-coach = The coach does not answer at the moment. Please try again.
web-explorer-number = Number { $place }
web-training-practise = Or practise, from easy to hard:

## FAIR: verifiable dice

web-fair-title = Dice you can verify
web-fair-seal = { $count ->
    [0] Dice: nothing to verify yet
    [one] Dice verified: { $count } throw
   *[other] Dice verified: { $count } throws
}
web-fair-seal-apart = Dice: your device does not contribute
web-fair-seal-broken = Dice: a check has failed
web-fair-alarm = These dice are not right.
web-fair-evidence = Save the evidence
web-fair-at-throw = Throw { $number }:
web-fair-at-event = Event { $number }:
web-fair-verified = { $count ->
    [one] One throw verified.
   *[other] All { $count } throws verified.
}
web-fair-verified-so-far = { $count ->
    [0] No throw has been verified yet.
    [one] One throw verified.
   *[other] { $count } throws verified.
}
web-fair-covered = { $count ->
    [one] One more is still under a cup.
   *[other] { $count } more are still under cups.
}
web-fair-later = { $count ->
    [one] One more is verified when the game is over.
   *[other] { $count } more are verified when the game is over.
}
web-fair-checking = Verifying all throws …
web-fair-unreachable = The record of this game is not available right now, so its dice are not verified.
web-fair-uncovered = The dice of this game cannot be verified.
web-fair-uncovered-help = That applies to games in the terminal, with real dice, from elsewhere, and from before dice could be verified.
web-fair-alone = { $count ->
    [one] One throw came from the server’s key alone.
   *[other] { $count } throws came from the server’s keys alone.
}
web-fair-none = No device contributed to the dice for { $names }. (Bots never contribute.)
web-fair-without = { $count ->
    [one] { $name ->
        [You] Your device
       *[other] { $name }’s device
    } did not contribute to one throw.
   *[other] { $name ->
        [You] Your device
       *[other] { $name }’s device
    } did not contribute to { $count } throws.
}
web-fair-without-you = { $count ->
    [one] This device did not contribute to one throw.
   *[other] This device did not contribute to { $count } throws.
}
web-fair-absent = { $name ->
    [You] Your device
   *[other] { $name }’s device
} { $count ->
    [one] did not answer once.
   *[other] did not answer { $count } times.
}
web-fair-changes = { $name ->
    [You] Your device
   *[other] { $name }’s device
} { $count ->
    [one] started a new chain of secrets once.
   *[other] started a new chain of secrets { $count } times.
}
web-fair-taken = { $count ->
    [one] The first event came from another game and cannot be verified.
   *[other] The first { $count } events came from another game and cannot be verified.
}
web-fair-all-there = Every device answered every time.
web-fair-protests = { $count ->
    [one] Once, a device reported that it did answer.
   *[other] { $count } times, a device reported that it did answer.
}
web-fair-explain-1 = Before the game the server locks away a key for every throw and shows everyone the seal on the box: after that it cannot swap a key.
web-fair-explain-2 = When dice are thrown, every phone at the table automatically adds its own secret; until then no one knows the dice, not even the server.
web-fair-explain-3 = Key and secrets together make the dice, and your device recalculates every throw that it may see.
web-fair-house-key = the server’s sealed key
web-fair-secrets = all players’ secrets
web-fair-dice = the dice
web-fair-numbers = The numbers
web-fair-game = Game ID
web-fair-root = Seal on the keys
web-fair-anchor = { $name ->
    [You] Commitment of your device
   *[other] Commitment of { $name }’s device
}
web-fair-last = The last throws, each with its key or, under a cup, with what the devices contributed
web-fair-covered-dice = under a cup
web-fair-copy = Copy the numbers
web-fair-remains = Limits
web-fair-remains-absence = A device that does not answer in time changes the dice once, without knowing how. This is counted, and everyone sees it.
web-fair-remains-operator = The operator of the server could look at covered dice in its memory.
web-fair-remains-rules = Your device checks the dice, not the rules: the server referees. “knobel verify” replays a record by the rules as well.
web-fair-remains-review = It is built from well-known parts, but no cryptographer has reviewed it.
web-fair-verifier = Verify a game yourself
web-fair-honesty = Dice statistics
web-fair-wrong-malformed = What the record says about its dice cannot be read.
web-fair-wrong-table = The dice were thrown for another table: game, options or names differ.
web-fair-wrong-taken = So many events cannot have come from another game.
web-fair-wrong-secret = The server’s secret is not the one that it had sealed.
web-fair-wrong-again = The server has used its keys a second time.
web-fair-wrong-early = The server has taken other keys while it still had some.
web-fair-wrong-unwanted = Dice were thrown that the game did not need.
web-fair-wrong-untold = Nothing is said about where these dice came from.
web-fair-wrong-seat = A device is named that has no seat.
web-fair-wrong-links = Not every device that takes part has answered or been called absent.
web-fair-wrong-promise = What { $name }’s device is said to have contributed is not what it had committed to.
web-fair-wrong-full = There are more throws than keys.
web-fair-wrong-dice = The dice are not those that key and secrets give.
web-fair-wrong-record = The record is about other dice than those that were thrown here.
web-fair-wrong-event = This is no event of the game, or its dice are not complete.
web-fair-wrong-root = The seal on the keys is another one than before.
web-fair-wrong-past = What the server says about earlier dice is not what it had said.
web-fair-wrong-instead = Dice should have been thrown, but something else was done.
web-fair-wrong-number = The throws are not numbered consecutively.
web-fair-wrong-key = The key is not one of those that the server had sealed.
web-fair-wrong-unproven = The dice were shown without their key.
web-fair-wrong-anchor = The commitment of this device was accepted, but it is not in the log.

## HONESTY: how the dice have fallen

web-stats-honesty = Are the dice fair?
web-honesty-title = Are the dice fair?
web-honesty-scope = Which dice
web-honesty-of-all = All finished games on this server.
web-honesty-of-table = All finished games at table { $code }.
web-honesty-unfinished = { $count ->
    [one] One unfinished game: its dice do not count yet.
   *[other] { NUMBER($count) } unfinished games: their dice do not count yet.
}
web-honesty-go-all = All tables
web-honesty-go-table = To the table
web-honesty-empty = No game is finished yet. Dice count once their game is over: until then some of them lie under cups.
web-honesty-whose = Whose dice
web-honesty-everybody = All
web-honesty-people = People
web-honesty-bots = Bots
web-honesty-nobodys = White dice and Jörg
web-honesty-dice = { $count ->
    [0] No dice
    [one] One die
   *[other] { NUMBER($count) } dice
}
web-honesty-count = { NUMBER($count, maximumFractionDigits: 0) }
web-honesty-count-fine = { NUMBER($count, maximumFractionDigits: 1) }
web-honesty-face = Face
web-honesty-thrown = Thrown
web-honesty-expected = Expected
web-honesty-expected-each = { $count } expected
web-honesty-findings = What the dice say
web-honesty-faces = Six faces
web-honesty-faces-help = Does each face fall about as often as the others?
web-honesty-faces-caption = How often each face fell; { $count } of each were expected
web-honesty-mean = Mean of a die
web-honesty-mean-help = A fair die shows three and a half on average in the long run.
web-honesty-mean-figure = { NUMBER($mean, minimumFractionDigits: 2, maximumFractionDigits: 2) }
web-honesty-doubles = Doubles
web-honesty-doubles-help = Throws of two or three dice in which a face comes at least twice.
web-honesty-repeats = The same again
web-honesty-repeats-help = Dice that show the same as the one before them at their seat: one in six. White dice and Jörg’s cup together count as a seat.
web-honesty-sides = People and bots
web-honesty-apart = Do both throw alike?
web-honesty-apart-help = How often each face fell for people and for bots, compared with how far chance alone drives them apart.
web-honesty-few = Not enough dice yet.
web-honesty-common = Nothing special: with fair dice, more than every second server looks at least this odd.
web-honesty-one-in = With fair dice, about 1 in { NUMBER($many) } servers looks at least this odd.
web-honesty-of-ten = With fair dice, about { NUMBER($many) } in 10 servers look at least this odd.
web-honesty-never = With fair dice, fewer than 1 in { NUMBER($many) } servers looks this odd.
web-honesty-look = Worth a second look.
web-honesty-p = p = { NUMBER($p, minimumFractionDigits: 3, maximumFractionDigits: 3) }
web-honesty-p-below = p < { NUMBER($p, minimumFractionDigits: 3, maximumFractionDigits: 3) }
web-honesty-p-above = p > { NUMBER($p, minimumFractionDigits: 3, maximumFractionDigits: 3) }
web-honesty-reading = How to read this
web-honesty-reading-share = Fair dice never fall exactly as expected. So the question is: how many servers with fair dice would be off at least this far, by chance alone? “1 in 20” is everyday luck. Only what is rarer than “1 in 10,000” deserves a second look, and only that is marked here.
web-honesty-reading-often = If you look often, you will find something.
web-honesty-reading-questions = This page asks up to 17 questions: four each about all dice, people’s, bots’, and the white dice and Jörg’s, and whether people and bots throw alike. Many of them overlap, and coming back when more dice have fallen asks them again. So a “1 in 20” turns up by itself now and then, and proves nothing.
web-honesty-reading-left = Leaving games skews the count.
web-honesty-reading-left-help = The dice of a closed table count; those of a game that everyone just leaves do not. If people leave whenever they are losing, the dice that are counted look too good, and fair ones look odd.
web-honesty-reading-proof = Counting only finds dice that are clumsily loaded. That a throw was not chosen is shown by its proof: the seal on the table verifies every single one.
web-honesty-counted = What is counted
web-honesty-counted-finished = All dice of finished games, in the order in which they were drawn, also of tables that were closed in the middle of a game. Not counted: games that are still running, loaded records, what was taken over from another game, games in the terminal, and real dice.
web-honesty-counted-whose = People and bots: the holder of the seat when the die fell, even if a bot stood in for a while. White dice and Jörg’s cup count separately.
web-honesty-method = For the six faces we square how far each count lies from the expected one, divide that by the expected one, and add it all up (chi-square test, five degrees of freedom); in the same way for people and bots side by side. Both need 150 dice, because the test promises too much with fewer. For the mean, doubles and repeats we add up how likely everything is that lies at least this far off; where there are many dice we compare the distance with its standard deviation. p is the share of servers with fair dice that lie at least this far off.
web-honesty-unproven = { $count ->
    [one] One die
   *[other] { NUMBER($count) } dice
} fell in games that began before there were proofs. They count here, but they cannot be verified.

## The command line: help

help-usage = Usage
help-options-piece = [OPTIONS]
help-arguments = Arguments
help-options = Options
help-commands = Commands
help-examples = Examples
help-default = default: { $default }
metavar-club = CLUB
metavar-command = COMMAND
metavar-game = GAME
metavar-number = NUMBER
metavar-rule = NUMBER
metavar-text = TEXT
metavar-file = FILE
metavar-files = FILE
metavar-folder = FOLDER
metavar-name = NAME
metavar-address = ADDRESS
metavar-url = URL
metavar-source = SOURCE
metavar-target = TARGET
metavar-network = NETWORK
metavar-bot = BOT
metavar-endpoint = HOST:PORT
metavar-code = CODE
metavar-device = DEVICE
metavar-duration = DURATION
metavar-seat = SEAT
metavar-door = DOOR-CODE
metavar-option = NAME=VALUE
metavar-bots = BOT,…
metavar-shell = SHELL
metavar-throw = THROW
metavar-dice = DICE
metavar-fields = FIELDS
metavar-position = POSITION
metavar-stones = A,B,…
metavar-policy = NAME,…
help-knobel =
    Zock'n'Roll, ZOCK and Schocken: play, read the rules, ask for odds and best play, analyse games.

    Without a command the table opens in the browser.
help-knobel-examples =
    knobel                         play in the browser
    knobel play zock               play in this terminal
    knobel rules schocken S7       read one rule
    knobel COMMAND --help          help for a command
help-help = Show this help.
help-version = Show the version.
help-lang = The language: en or de. Default: the language of the environment.
help-as_json = Print JSON, one line.
help-option = A variant or house rule, such as variant=C. May be given several times.
help-preset = Several house rules at once.
help-position = A position text, instead of the options of the game.
help-seed = The same number gives the same dice.
help-players = The number of players.
help-game = zocknroll, zock or schocken.
help-files = Records: .json, .jsonl (one a line), or - for standard input.
help-data = The folder of the store. Default: the user's data folder.
help-quiet = Print only what is wrong.
help-plain = Plain text without colours, for pipes and screen readers.
help-play = Play in this terminal, against bots or with friends at one keyboard. The dice of these games are not covered by knobel verify; those of the table in the browser are.
help-play-game = zocknroll, zock or schocken. Without it you choose.
help-play-players = The number of players, bots included.
help-play-name = The name of a person at this keyboard. May be given several times.
help-play-bots = The bots: random, casual, strong, master, jorg; or none.
help-play-watch = Only bots play, and you watch.
help-play-seed = Repeatable dice from this number.
help-play-dice = Where the dice come from; typed means real dice that you type in.
help-play-hints = Show odds beside your choices, or hide them. Your choice is remembered.
help-play-plain = Line by line, for pipes and screen readers.
help-play-resume = Continue the game that was saved last.
help-play-save_record = Write the record to this new file when the game is over.
help-play-examples =
    knobel play zocknroll --bots strong,casual
    knobel play zock -o variant=C -o games=3
    knobel play schocken --name Anna --name Ben --bots none
    knobel play zock --dice typed
help-serve = Run the server for the browser. It serves the web app, keeps all tables in a store on this computer, and lets friends join by link or QR code. It runs until Ctrl-C, and games continue when it starts again.
help-serve-config = A TOML file with options and limits; --show-config prints one. Otherwise KNOBEL_CONFIG names it.
help-serve-show_config = Print the configuration in effect, with the source of each value, and exit.
help-serve-store = The store: a file, or postgresql://USER@HOST/DATABASE. Default: tables.db in the data folder.
help-serve-nats = The address of NATS, nats://HOST:PORT, for several nodes with one store.
help-serve-node = The name of this node among several.
help-serve-trusted_proxy = An address or network of proxies whose X-Forwarded headers count. May be given several times.
help-serve-admin = The address for metrics and knobel admin. Port 0 is a free one.
help-serve-admin_open = Allow an --admin address that other computers can reach.
help-serve-host = The address to listen on. Otherwise 127.0.0.1, or with --lan all networks.
help-serve-port = The port. Default: 8421, or a free one.
help-serve-lan = Open the server to the local network, with a QR code for phones.
help-serve-open = Open the browser.
help-serve-door_code = Newcomers enter this code once per device before they can make or open tables. Without a value a code is drawn.
help-serve-bots = The number of processes for bots.
help-serve-third_party_bot = A third-party bot that tables may seat: NAME=package.module:name, or the name of an entry point. May be given several times.
help-serve-rate = The commands per second that one connection may send; 0 for no limit.
help-serve-examples =
    knobel serve --open            this computer only
    knobel serve --lan             phones in the same network, too
    knobel serve --host 0.0.0.0 --port 8000 --data /srv/knobel
help-admin = List and close tables, replace names, block networks, and answer requests about personal data on a server. Works with the running server, or on its store when no server runs; every change is in the audit log.
help-admin-list = List tables by last use.
help-admin-list-phase = Only tables in this phase.
help-admin-list-game = Only tables of this game.
help-admin-list-unused = Only tables that were not used for so long, such as 30d.
help-admin-list-limit = The most tables to list.
help-admin-show = Show a table: seats with their device ids, games, size.
help-admin-close = Close a table for good. A running game is given up.
help-admin-rename = Replace the name of a seat, also in the log and the replays of the table. Not while a game runs.
help-admin-rename-seat = The number of the seat, from 1.
help-admin-rename-name = The new name.
help-admin-new-code = Give a table a new code. Links with the old code do not work any more.
help-admin-block = Refuse all requests of an IP address or network.
help-admin-block-duration = For how long, such as 2d or 12h. Otherwise until it is unblocked.
help-admin-unblock = End a block.
help-admin-blocks = List the blocks in force.
help-admin-erase-device = Delete what is stored about a device. Its seats become anonymous.
help-admin-export-device = Print everything that is stored about a device, as JSON.
help-admin-log = Print the audit log, newest first.
help-admin-log-limit = The most lines to print.
help-admin-list-examples =
    knobel admin list --phase lobby --unused 30d
help-admin-show-examples =
    knobel admin show lala-lala-lala
help-admin-close-examples =
    knobel admin close lala-lala-lala
help-admin-rename-examples =
    knobel admin rename lala-lala-lala 2 Ben
help-admin-new-code-examples =
    knobel admin new-code lala-lala-lala
help-admin-block-examples =
    knobel admin block 192.0.2.0/24 --for 2d
help-admin-unblock-examples =
    knobel admin unblock 192.0.2.0/24
help-admin-blocks-examples =
    knobel admin blocks
help-admin-erase-device-examples =
    knobel admin erase-device DEVICE
help-admin-export-device-examples =
    knobel admin export-device DEVICE > data.json
help-admin-log-examples =
    knobel admin log --limit 20
help-admin-examples =
    knobel admin list --phase playing
    knobel admin close lala-lala-lala
    knobel admin block 192.0.2.0/24 --for 2d
    knobel admin erase-device DEVICE
help-code = The code of the table.
help-device = The id of the device; its owner finds it in the browser under Settings.
help-network = An IP address, or a network such as 192.0.2.0/24.
help-prepare = Compile solvers, coach and bots ahead of time, so that their first answers come as quickly as all others. The server does this in the background when it first starts.
help-prepare-background = Return at once and compile in a process of low priority.
help-prepare-again = Also if it has been done before.
help-prepare-examples =
    knobel prepare
    knobel prepare --background
help-store = The store, if it is not in the data folder: a file, or postgresql://USER:PASSWORD@HOST:PORT/DATABASE (KNOBEL_STORE).
help-move-store = Copy a store from a file to PostgreSQL, or back, and compare all rows. No server may be running.
help-move-store-source = The store to copy: a file, or postgresql://USER:PASSWORD@HOST:PORT/DATABASE.
help-move-store-target = An empty PostgreSQL database, or a new file.
help-move-store-examples =
    knobel move-store tables.db postgresql://knobel@localhost/knobel
help-backup = Copy the store of the server to a new file, also while the server runs.
help-backup-file = The new file. An existing file is not overwritten.
help-backup-examples =
    knobel backup knobel-backup.sqlite
help-check = Check the store of the server for damage, also while the server runs.
help-check-examples =
    knobel check
    knobel check --data /srv/knobel
    knobel check --store postgresql://localhost/knobel
help-club = Clubs of this server, for its host: list, export, import, backup.
help-club-examples =
    knobel club list
    knobel club export Stammtisch stammtisch.json
    knobel club import old-results.csv --club Stammtisch
help-club-list = List all clubs with their ids.
help-club-list-examples =
    knobel club list
    knobel club list --json
help-club-export = Write a club to a new file: everything as JSON, or its results as CSV. Also while the server runs.
help-club-export-club = The id of the club, the beginning of it, or its name.
help-club-export-file = The new file, .json or .csv; - for JSON on the standard output.
help-club-export-examples =
    knobel club export Stammtisch stammtisch.json
    knobel club export Stammtisch stammtisch.csv
help-club-import = Make a new club from a JSON export, or add an older list of results (CSV) to a club. The server must be stopped.
help-club-import-file = The file, .json or .csv.
help-club-import-club = The club that gets the results: its id, the beginning of it, or its name.
help-club-import-check = Only check the file, and change nothing.
help-club-import-examples =
    knobel club import stammtisch.json
    knobel club import old-results.csv --club Stammtisch --check
help-club-backup = Write every club as JSON into a folder, one file each. Also while the server runs.
help-club-backup-folder = The folder. Existing files are not overwritten.
help-club-backup-examples =
    knobel club backup clubs
help-club-link = Make a one-time link for a member, for example for a founder who has lost the phone. The server must be stopped.
help-club-link-club = The id of the club, the beginning of it, or its name.
help-club-link-member = The name of the member.
help-club-link-examples =
    knobel club link Stammtisch Anna
help-rules = Read the rules of a game, or one of them by its number.
help-rules-number = Only this rule, such as N7.
help-rules-plain = Plain text without bold headings.
help-rules-examples =
    knobel rules zock
    knobel rules schocken S7
help-odds = Exact chances in all three games.
help-odds-examples =
    knobel odds zock --open 1,2,5
    knobel odds schocken 665 --throws 2
help-odds-zock = What the next throw can cover: by field, by cover and by throw.
help-odds-zock-open_fields = Your open fields, such as 1,2,5. Default: all nine.
help-odds-zock-examples =
    knobel odds zock --open 1,2,5 --variant B
help-odds-zocknroll = Which row will be the best one: with fresh dice, or with your own and the white dice.
help-odds-zocknroll-own = The dice in your cup, such as 34.
help-odds-zocknroll-white = The white dice so far, such as 225.
help-odds-zocknroll-against = How many other cups are lifted in round 3, Jörg's included.
help-odds-zocknroll-examples =
    knobel odds zocknroll --own 34 --white 225 --against 2
help-odds-schocken = The rank and the chance of all 56 throws, or how to reach one of them and which dice to keep.
help-odds-schocken-throw = The throw to reach or to beat, such as 665.
help-odds-schocken-throws = How many throws are left, 1 to 3.
help-odds-schocken-dice = The three dice on the table. Without them the cup is fresh.
help-odds-schocken-kept = Which of them were kept from earlier throws.
help-odds-schocken-examples =
    knobel odds schocken 665 --throws 2
    knobel odds schocken 111 --dice 611 --preset pub
help-solve = What positions are worth under perfect play.
help-solve-examples =
    knobel solve zock --variant C
    knobel solve schocken --players 3
help-solve-zock = What a fresh game, a position with its covers, or the lead in a match is worth.
help-solve-zock-objective = What counts: points (default) or win; match for a position in a match.
help-solve-zock-match = Before a roll-off: how many games are left, 1 to 10.
help-solve-zock-lead = With --match: how many penalty points you are ahead. Default: 0.
help-solve-zock-examples =
    knobel solve zock --variant C
    knobel solve zock --match 3 --lead 5
help-solve-zocknroll = What a turn is worth to each seat near equilibrium, or how often to stay in a position.
help-solve-zocknroll-players = The number of players, 3 to 12. Default: 4.
help-solve-zocknroll-position = A position text with a player to decide, instead of the options.
help-solve-zocknroll-examples =
    knobel solve zocknroll --players 3 --board pro
help-solve-schocken = Who loses the half and the game under perfect play, from the first round or from any state of the stones. Two and three players are solved exactly, four and the half of five under the plain rules; otherwise the answer says that it is an approximation.
help-solve-schocken-players = The number of players; more than five are approximated.
help-solve-schocken-stones = The stones of each player, starting with the one who begins the next round.
help-solve-schocken-middle = The stones in the middle. Default: what is left of 13.
help-solve-schocken-examples =
    knobel solve schocken --stones 3,5
    knobel solve schocken --players 3 --preset pub
help-coach = Analyse games: what every decision cost and how much was luck. Several records give the profile of a player.
help-coach-as_json = Print JSON, one line per record.
help-coach-html = Write one page with plots to this file.
help-coach-seat = Only this seat, counted from 1.
help-coach-name = Only the player of this name.
help-coach-precision = How long estimates may take.
help-coach-examples =
    knobel coach game.json
    knobel coach *.json --name Anna --html anna.html
help-replay = Check records by replaying them, and show them. The exit code is 2 if a record is invalid.
help-replay-as_json = Print JSON, one line per record.
help-replay-moves = Print every event; by default for a single .json record.
help-replay-examples =
    knobel replay game.json
    knobel replay --quiet *.jsonl
help-verify =
    Verify the dice of games from the browser, throw by throw, from their records.

    Every throw must follow from the server's keys and the secrets of the players' devices, which were all committed to before. The game is replayed as well, so moves and result must follow the rules. The exit code is 1 if a throw or an event is wrong, 2 if a record cannot be read or has no throw that could be verified.
help-verify-as_json = Print JSON, one line per record.
help-verify-strict = Also fail if the game is not finished, if a throw came from the server alone, if a player's device did not contribute or started a new chain, or if events came from another game.
help-verify-bot = The name of a bot, which has no device. May be given several times.
help-verify-examples =
    knobel verify game.json
    knobel verify game.json --strict --bot Bruno
help-simulate = Play very many games without showing them, and print how often, how long and how much.
help-simulate-games = The number of games; in ZOCK of matches.
help-simulate-policy = How all play, or one name per seat. All games: random. ZOCK: points, win, match. Schocken: best, for two. Zock'n'Roll: stay, best.
help-simulate-threads = The number of threads. Default: one per processor.
help-simulate-examples =
    knobel simulate zock --games 1000000
    knobel simulate schocken --players 2 --policy best,random
help-arena = Let bots play duplicate matches: the same dice for all, and every bot in every seat.
help-arena-bots = Two or more bots: random, casual, strong, master, jorg, or third-party bots (package.module:name, or an entry point).
help-arena-games = The number of games, rounded up to whole deals.
help-arena-players = The number of seats at a table. Default: one per bot.
help-arena-without_luck = Count what decisions are worth, where the game is solved.
help-arena-time_limit = Seconds that a third-party bot has for a decision; then Casual moves.
help-arena-jobs = The number of processes. Default: one per processor.
help-arena-save = Write every deal to this new file.
help-arena-resume = Continue such a file.
help-arena-plot_file = Draw the result: .svg, .png or .pdf.
help-arena-examples =
    knobel arena zock strong casual
    knobel arena schocken strong casual random --games 10000
help-completion = Print the script that lets your shell complete commands, options and values with Tab.
help-completion-shell = bash, zsh or fish.
help-completion-examples =
    eval "$(knobel completion bash)"        in ~/.bashrc
    eval "$(knobel completion zsh)"         in ~/.zshrc
    knobel completion fish | source         in ~/.config/fish/config.fish

## The command line: errors

error-near = Did you mean { $near }?
error-output = the output cannot be written: { $why }
error-game = the game must be one of { $known }, not { $name }
error-bot = a bot must be one of { $known }, not { $name }
error-bot-game = { $bot } plays only { $games }
error-preset = { $game } has no preset { $name }; it has: { $known }
error-option = { $game } has no option { $name }; it has: { $known }
error-choice = { $option } must be one of { $known }
error-number = { $option } must be a whole number from { $least } to { $most }
error-players = { $low ->
    [2] { $high ->
        [2] the game is for exactly 2 players, not { $players }
       *[other] the game is for 2 to { $high } players, not { $players }
    }
   *[other] the game is for { $low } to { $high } players, not { $players }
}
error-die = a die shows 1 to 6, not “{ $mark }”
error-dice = { $count ->
    [one] one die is needed, not { $given }
   *[other] { $count } dice are needed, not { $given }
}
error-field = the fields are numbered 1 to 9; there is no field “{ $field }”
error-rule = { $game } has no rule { $name }; it has { $known }
error-command = there is no command { $name }; see knobel --help
error-command-game = the game must be one of { $commands }, not { $name }
error-whole = { $option } must be a whole number, not { $value }
error-whole-from = { $option } must be a whole number from { $low } on, not { $value }
error-whole-between = { $option } must be a whole number from { $low } to { $high }, not { $value }
error-one-of = { $option } must be one of { $known }, not { $name }
error-extra = one argument too many: { $what }
error-missing = { $what } is missing; see { $command } --help
error-needs-value = { $option } needs a value
error-no-value = { $option } takes no value
error-usage = { $why }
error-no-option = there is no option { $option }; see { $command } --help
error-use-option = { $option } is an option of the game: write -o { $name }=VALUE
error-key-value = an option is written NAME=VALUE, not { $text }
error-chips = { $option } must be none, four values such as 1,2,5,10, or { $example }
error-running = a server uses this store already: { $address } (knobel serve --open opens it in the browser)
error-config-toml = { $file } is not valid TOML: { $why }
error-config-key = { $file } has an unknown key { $name }
error-config-section = { $name } in { $file } must be a section, [{ $name }], not { $value }
error-config-variable = there is no environment variable { $name }
error-config-ratelimit = { $option } must be a rate such as "20/s, 60 at once", "3/min, 60 at once" or "unlimited", not { $value }
error-duration = { $option } must be a duration such as "90s", "12h" or "7d", not { $value }
error-config-duration = { $option } must be a duration such as "90s", "12h", "7d" or "off", not { $value }
error-config-duration-from = { $option } must be a duration of at least { $low }, not { $value }
error-config-duration-between = { $option } must be a duration from { $low } to { $high }, not { $value }
error-config-size = { $option } must be a size such as "512 MiB", "2 GB" or "off", not { $value }
error-config-size-from = { $option } must be a size of at least { $low }, not { $value }
error-config-size-between = { $option } must be a size from { $low } to { $high }, not { $value }
error-config-networks = { $option } must list IP addresses or networks such as "10.0.0.0/8", not { $value }
error-config-bots = { $option } must list bots with different names such as "clever = my_package.bots:clever", not { $value }
error-config-endpoint = { $option } must be HOST:PORT such as "127.0.0.1:9100", not { $value }
error-config-door = { $option } must be a text with at least 4 letters or digits
error-config-bool = { $option } must be true or false, not { $value }
error-config-text = { $option } must be a text, not { $value }
error-backup-database = this store is in PostgreSQL: pg_dump copies it, or knobel move-store to a file
error-name-length = a name has 1 to { $most } characters
error-name-characters = a name holds only characters that can be seen
error-admin-host = other computers reach { $host }, and the address for metrics and knobel admin is for this one: use 127.0.0.1, or add --admin-open
error-admin-table = there is no table { $code }
error-admin-code = { $code } is no table code
error-admin-closed = table { $code } is closed already
error-admin-seat = table { $code } has no seat { $seat }
error-admin-name = at table { $code } there is or was another { $name }
error-admin-playing = a game runs at table { $code }, and its dice are bound to the names: rename after it, or close the table
error-admin-network = { $network } is no IP address or network
error-admin-block-time = a block ends within 100 years; without --for it lasts until you end it
error-admin-not-blocked = { $network } is not blocked
error-admin-device = a device id has 64 digits and letters from a to f
error-admin-server = the server does not answer: { $why }
error-text-file = { $file } is no text in UTF-8
error-text-built-in = there is no built-in { $name }: write a text of your own
error-lan-host = --lan opens the server to the local network, but only this computer reaches { $host }: leave one of the two out
error-door-nats = each node would draw a door code of its own: with --nats, give --door-code a value
error-resume = --resume continues a saved game as it is, without GAME, options, seats or dice
error-no-game = options, seats and dice need the GAME that they are for
error-long-name = a name has at most { $most } characters, not { $name }
error-seed = a seed is for seeded dice, not for { $dice } dice
error-real-dice-bots = bots do not play with real dice: they cannot know what lies under their cup
error-unknown-dice = these dice are face down, so their odds cannot be known
error-no-seed = seeded dice need a seed
error-long-seed = a seed has at most { $most } digits
error-watch = spectators have no seat: give either --name or --watch
error-names = { $names } names are given for { $players } players
error-count = --players says { $players }, but people and bots together are { $together }
error-arena-resume = --resume continues the contest of its file, without GAME or options
error-arena-bots = name the GAME and at least two BOTs, such as: knobel arena zock strong casual
error-position-fields = a position already has its open fields and options
error-position-match = a position already has its options, games and penalty points
error-position-players = a position already has its options and players
error-position-game = this is not a position of { $game }
error-position-waits = no player has to drop or stay in this position
error-position-hidden = the cup of seat { $seat } is hidden, so how often it stays is not known
error-white = the white dice need your own dice to form a row
error-target = name the throw to reach, such as 665
error-kept = kept dice are some of the dice on the table, so give --dice, too
error-not-kept = { $kept } cannot have been kept of { $dice }
error-match-points = the value of a match is a chance to win, not points
error-match-games = a match has at least one game left before a roll-off, not { $games }
error-match-missing = say how many games of the match are left, such as --match 3
error-stones = give the stones of { $players } players, such as { $example }
error-middle = the middle cannot have fewer than no stones
error-no-stones = a half is played for at least one stone
error-lost-already = a player with all stones has lost the half already
error-beginner-out = the player who begins has lost the round before, and cannot be out of the half
error-policies = give one policy for all or one for each of { $seats } seats, not { $names }
error-seat-name = give --seat or --name, not both
error-no-player = no player of these records is called { $name }
error-no-seat = this record has { $seats } players: there is no seat { $seat }
error-file-exists = { $file } exists already; choose another name
error-no-folder = { $file } cannot be written: there is no such folder
error-folder = { $file } cannot be written: there is no such folder, or a folder of that name
error-folder-closed = { $file } cannot be written: you may not write to that folder
error-unusable = { $file } cannot be used: { $why }
error-third-party-own = { $name } is a bot of knobel: choose another name
error-third-party-name = { $name } names no bot: write package.module:name, or the name of an entry point of { $group }
error-third-party-module = there is no module { $module }: install it, or start knobel in the folder that contains it
error-third-party-import = the module { $module } fails while it is imported: { $why }
error-third-party-attribute = the module { $module } has no { $name }
error-third-party-kind = { $path } is no bot: it must be a function of view and moves, or a dict of such functions by game
error-third-party-start = { $name } is not imported after { $seconds } s
error-third-party-end = { $name } ends its process
error-two-bots = an arena needs at least two different bots
error-plot = a plot is written as { $kinds }, not as { $kind }
error-listen = nothing can listen at { $host }, port { $port }: { $why }
error-nats = NATS cannot be reached at { $address }: check --nats, and that nats-server runs there
error-nats-store = several servers need a store in PostgreSQL: name one with --store, or leave out --nats
error-node-name = another node of this cluster is called { $node }: choose another name with --node
error-node-name-form = the name of a node has 1 to 40 letters, digits, - and _, unlike { $node }
error-node-alone = another knobel is using this store: stop it, or start all of them with --nats
error-fenced = another server has taken over this table
error-policy = a policy of { $game } must be one of { $known }, not { $name }
error-no-store = there is no store in { $folder }
error-twice = { $option } is given twice
error-position-name = a position begins with one of { $known }, not { $name }
verify-real-dice = this game was played with real dice, which no one can check afterwards
verify-no-throws = no throw of this record is covered, so nothing is verified
verify-not-covered = this record says nothing about where its dice came from: games in the terminal, with real dice and from older versions are not covered
error-write = { $file } cannot be written: { $why }
error-throws = a player has one to three throws, not { $throws }
error-three-dice = a throw is three dice of 1 to 6, not { $dice }
error-field-twice = every player has each field only once
error-all-covered = a player who has covered all nine fields has won and throws no more
error-best-for-two = the tables of perfect play are for two players, not for { $players }
error-store-version = the store is of another version: start its server once with this one
error-no-club = there is no club { $name }; see knobel club list
error-club-several = several clubs match { $name }; use the id of one from knobel club list
error-club-needed = say with --club which club gets the results of { $file }
error-club-suffix = { $file } must end in .json or .csv
error-club-export = this file is no export of a club
error-club-member = the club has no member { $name }
error-list-text = the list must be text in UTF-8
error-read = { $file } cannot be read: { $why }
list-empty = line { $line }: there are no results in this list
list-long = line { $line }: a list holds { $most } lines at most; split it
list-cells = line { $line }: it has { $cells } cells, and the first line has { $first }
list-csv = line { $line }: this is no CSV
list-columns = line { $line }: the columns must be date, game, names, and places or points; or those of an export
list-same = line { $line }: lines with the same id must have the same date and game
list-players = line { $line }: a game has 2 to 24 players
list-twice = line { $line }: a name stands here twice
list-missing = line { $line }: places or points are missing
list-places = line { $line }: places begin with 1 and end at { $most } at most
list-game = line { $line }: the game must be one of { $games }
list-name = line { $line }: a name has 1 to 24 visible characters
list-count = line { $line }: there are { $names } names, but { $others } places or points
list-number = line { $line }: { $column } must be whole numbers from 0 to { $most }
list-old = line { $line }: the date must be after 1970
list-date = line { $line }: the date must look like 2024-05-01, 2024-05-01 21:30 or 01.05.2024
error-not-a-store = this file is no store of knobel
error-store-full = the disk is full: the store cannot be written
error-store-read-only = the store is read-only: its folder must be writable
error-store-closed = the store cannot be opened: its folder must exist and be writable
error-store-damaged = the store is damaged: the host of the server can restore a backup
error-write-ahead-log = the write-ahead log { $file } is damaged at frame { $frame }: what was written after it is out of reach
error-log-damaged = the log of this table is damaged at entry { $version }: the host of the server can restore a backup
error-schema-version = the store is damaged: it does not say which version it has (schema_version); restore a backup
error-store-newer = the store has version { $version }, and this knobel knows { $known }: install a newer one
error-copy-before = the store was not upgraded, because it could not be copied first: { $why }; nothing was changed
error-backup-damaged = the store is damaged, so it was not copied: knobel check says where; keep your last good backup
error-backup-copy = the copy is damaged, but the store is not: copy it to another disk
error-store-used = another knobel is using the store { $file } in this folder; stop it first
error-store-busy = another process is using the store
error-store-value = the store refuses a value
error-store-login = the database refuses the user or the password
error-store-no-database = the database does not exist: create it first
error-store-connections = the database has no free connection: raise max_connections
error-store-privilege = the user of the database may not write there
error-store-read-only-database = the database is read-only
error-store-database-busy = the database is busy: try again
error-store-starting = the database is starting or stopping: try again
error-store-broken = the connection to the database broke; what was sent last may be stored or not
error-store-unreachable = the database cannot be reached: is PostgreSQL running there?
error-store-address = the address of the store is malformed: postgresql://USER:PASSWORD@HOST:PORT/DATABASE
error-store-scheme = a store is a file, or postgresql://USER:PASSWORD@HOST:PORT/DATABASE
error-no-cluster = a store in PostgreSQL needs another package: pip install "knobel[cluster]"
error-move-places = a store is moved from a file to PostgreSQL, or back; knobel backup copies a file
error-move-running = a server is using this store; stop it first
error-move-database = the target is not empty: create a new database for it
error-move-row = row { $row } of { $table } was not copied as it is; the target stays empty
error-move-count = { $table } has { $rows } rows, and its index { $found }; the target stays empty
error-store-disk = the disk failed while the store was read or written
error-os-missing = No such file or directory
error-os-folder = Is a directory
error-os-forbidden = Permission denied
error-os-address-used = Address already in use
error-os-address-missing = Cannot assign requested address
error-os-full = No space left on device
compiling = compiling kernels for this computer, the first time only; this can take a minute (knobel prepare does it ahead of time)

## The stage

# The area beside the table.
web-beside = Log and coach
# The playback is fast because it is far behind.
web-catching-up = Catching up …
# The playback is fast because this player only watches bots; a button.
web-forward = 4× speed
web-slow-down = Slow down
## The rules in one minute: beside the pictures in the browser, and before the rules in the terminal

rules-minute = In one minute
minute-zocknroll-1 = You each throw the dice in your cup and look only under your own. The white dice in the middle count for everyone.
minute-zocknroll-2 = Three white dice fall. One after another you decide: drop out or stay in?
minute-zocknroll-3 = Drop, and you mark a row that your own and the white dice make. Its points are safe. Dropping in round 1 brings 1 point more.
minute-zocknroll-4 = Stay, and a fourth and a fifth white die follow. Then the cups are lifted. Only the best hand scores: its row and “Round 3 won”. The others get nothing.
minute-zocknroll-5 = As soon as any row has six marks, the turn is played to its end. The most points win.
minute-zock-1 = You each have nine open fields, 1 to 9. Cover all nine first and you win the game.
minute-zock-2 = Throw two dice and cover both numbers, or their sum: with 3 and 6 either the 3 and the 6, or the 9.
minute-zock-3 = Doubles count as their sum only. A sum of 10 covers the 1, a sum of 12 the 1 and the 2. A sum of 11 covers nothing.
minute-zock-4 = If the throw fits, you have to cover something. If it doesn’t, you sit it out.
minute-zock-5 = The loser’s open fields add up to penalty points. After the last game, the player with the fewest wins.
minute-schocken-1 = Thirteen stones lie in the middle. The player who ends up with all of them loses the half.
minute-schocken-2 = You throw three dice, up to three times, and may keep up to two of them in between. The third throw stays hidden under the cup.
minute-schocken-3 = The others get as many throws as the first player took. Then all cups are lifted.
minute-schocken-4 = Two ones make a Schock, and that is best. Three alike follow, then a straight, then everything else, read as a number. The best throw says how many stones the lowest takes.
minute-schocken-5 = Once the middle is empty, the best throw hands stones to the lowest, and players without stones are safe. In a whole game, both losers play a final.
web-ranking = { $game ->
    [zock] What a throw covers
   *[other] What beats what?
}
web-key-ranking = Ranking of throws
web-explain = { $what }: what is this?
guide-ranking-yours = your throw
guide-ranking-your-hand = your best row
guide-ranking-forms = you have it
guide-ranking-best-first = Best first. The number says how many stones the best throw deals out.
guide-ranking-rows = Best first. The number says how many points a mark brings.
guide-ranking-all = all
guide-ranking-from-to = { $from } to { $to }
guide-ranking-ordinary = all else, read as a number
guide-ranking-hand-only = Straße and Admiral count only in one throw; with kept dice they are ordinary throws (H2).
guide-ranking-sixes = Two sixes in one open throw may become a one, three sixes two ones (H1).
guide-ranking-schock-out = Schock out ends the half at once: the lowest throw loses it (S10).
guide-ranking-ties-order = The later of equal throws is lower (S8).
guide-ranking-ties-throws_then_order = Of equal throws the one that took more throws is lower, then the later one (S8).
guide-ranking-covered = Your last throw is covered: no one knows it until all cups are lifted (S5).
guide-ranking-nothing-yet = No row yet. More white dice will come.
guide-ranking-won_third = for the best hand in round 3, if it is the only one
guide-ranking-dropped_first = for dropping in round 1
guide-ranking-last = A sixth mark in any row ends the game after this turn (N12).
guide-ranking-zock-throw = { $who ->
    [You] Your throw
   *[other] Throw of { $who }
}
guide-ranking-zock-none = No throw lies in the box. This is how it works:
guide-ranking-both = both numbers
guide-ranking-sum = the sum
guide-ranking-pair = two fields with that sum
guide-ranking-product = the product
guide-ranking-difference = the difference
guide-ranking-taken = { $count ->
    [one] { $fields } is covered already
   *[other] { $fields } are covered already
}
guide-ranking-doubles = Doubles count as a sum only, not as two numbers (K3).
guide-ranking-digits = Above 9: 10 is field 1, 12 are fields 1 and 2. Nothing covers 11 (K6).
guide-ranking-ten-only = Above 9: 10 is field 1. Sums of 11 and 12 cover nothing (K6).
guide-ranking-must = If something fits, you have to cover it. Both dice always count (K4).
guide-ranking-A = You keep throwing until a throw does not fit (K5).
guide-ranking-no-way = impossible
guide-explain-starter = ① starts this round. The loser of a round starts the next one (S3).
guide-explain-throws = One ring for each throw allowed in this round; a full one has been used. No one gets more throws than the first player took (S6).
guide-explain-stones = Stones, drawn as beer mats. If you end up with all of them, you lose the half (S9).
guide-explain-middle = Stones that no one has yet. The lowest throw of each round takes some of them (S9).
guide-explain-covered = The dice lie hidden under the cup. No one knows them, not even the thrower, until all cups are lifted (S5).
guide-explain-rank = The throw that lies there, by its name. “Ranking” shows what beats what (S7).
guide-explain-out-half = Out of this half: no stones left, nothing more to fear (S9).
guide-explain-highest = Highest throw of the round: it decides how many stones the lowest gets (S7).
guide-explain-lowest = Lowest throw of the round: it takes the stones (S8).
guide-explain-score = Points so far: marks times what their rows are worth (N13).
guide-explain-gained = Points gained in this turn.
guide-explain-in = Still in: no drop so far in this turn (N6).
guide-explain-out-turn = Out of this turn: dropped in the round given after the R, with a row marked (N7).
guide-explain-leads = Most points at the moment.
guide-explain-marks = Each circle takes one mark. When any row has six, the game ends after this turn (N12).
guide-explain-row-value = What each mark in this row is worth, in points.
guide-explain-open-sum = Sum of the fields that are still open. If the game were lost now, these would be penalty points (K7).
guide-explain-loss = Penalty points from the games so far. The fewest win the match (K8).
guide-explain-clock = Seconds left for this decision. When time is up, a bot plays on.
guide-explain-bot = A square mark is a bot, a round one a person. The colour is that of the dice.
guide-explain-person = A round mark is a person, a square one a bot. The colour is that of the dice.
guide-explain-away = A bot plays for this person at the moment.
guide-explain-not-here = Not connected at the moment. The seat is kept.
guide-explain-points = { $game ->
    [zocknroll] Points at the end: marks times what their rows are worth (N13).
    [zock] Penalty points of all games. The fewest win (K8).
   *[other] Games lost.
}
guide-explain-wins = Games won at this table, of all played here.

## Browser: paper and clubs

web-print-title = { $game }: score sheets
web-print-help = Fits A4 and US Letter, black on white. To get a PDF, choose it in the print dialog.
web-print-players = Players
web-print-preview = Print preview
web-print-player = Player { $number }
web-print-name = Name
web-print-zocknroll = The sixth cross in any row ends the game after this turn. Points: crosses × value.
web-print-match = match of ten games
web-print-loss = Penalty points
web-print-zock = Cross out the fields instead of covering them. The first to cross out all nine wins; the other adds up the open fields.
web-print-schocken = who lost? (1 and 2: halves, F: final)
web-print-lost = Games lost
web-print-throws = Throws, best first
web-print-stones = { $stones ->
    [one] 1 stone
   *[other] { $stones } stones
}
web-print-all-stones = all stones: the half is decided
web-print-schocken-foot = Losing both halves loses the game; otherwise the two losers play the final. Equal throws: the later one is lower.

## Browser: tables with real dice

web-real-dice = Real dice
web-real-title = { $game } with real dice
web-real-intro = You throw your own dice, and this phone keeps the score. Enter what lies on the table: one tap per die.
web-real-who = Who is playing?
web-real-who-help = In the order in which you sit.
web-real-name = Name { $place }
web-real-up = Move { $name } up
web-real-drop-name = Remove { $name }
web-real-wrong-few = { $count ->
    [one] This game needs at least one player.
   *[other] This game needs at least { $count } players.
}
web-real-wrong-many = This game is for { $count } players at most.
web-real-wrong-twice = There are two players called { $name }. Add a letter, so that you can tell them apart.
web-real-begin = Start
web-real-no-seal = With real dice there is no seal: only you can see what fell, so no one else can check it.
web-real-unsealed = Real dice: no one else can check them, so there is no seal.
web-real-note = Cups stay hidden until they are lifted, so this phone never knows more than the table. Did something go wrong? “Undo” withdraws as many entries as you like, up to the start of the game.
web-real-keypad = Dice
web-real-face = { $value }
web-real-tapped = Entered: { $dice } ({ $count } dice)
web-real-remove = Remove the last die
web-real-face-down = under the cup
web-real-starts = Starts
web-real-points = { $count ->
    [one] point
   *[other] points
}
web-real-stones = { $count ->
    [one] stone
   *[other] stones
}
web-real-ask-starter = Who starts?
web-real-ask-white = { $place ->
    [1] White dice: three
    [4] The fourth white die
   *[other] The fifth white die
}
web-real-ask-cup = { $name ->
    [You] Stay or lift?
   *[other] { $name }: stay or lift?
}
web-real-ask-lift = { $name ->
    [You] Your cup
   *[other] { $name }’s cup
}: { $count ->
    [1] one die
    [2] two dice
   *[other] three dice
}
web-real-ask-jorg = Jörg’s cup: { $count ->
    [2] two dice
   *[other] three dice
}
web-real-ask-drop = { $name ->
    [You] You drop: which row?
   *[other] { $name } drops: which row?
}
web-real-ask-mark = { $name ->
    [You] You win: which row?
   *[other] { $name } wins: which row?
}
web-real-ask-tied = { $name ->
    [You] Tied: which row do you mark?
   *[other] Tied: { $name }’s row?
}
web-real-ask-roll-off = Roll-off: { $name ->
    [You] your
   *[other] { $name }’s
} two dice
web-real-ask-throw = { $name ->
    [You] Your throw
   *[other] { $name } throws
}: { $count ->
    [2] two dice
   *[other] three dice
}
web-real-ask-cover = { $name ->
    [You] Which fields do you cover?
   *[other] { $name }: which fields?
}
web-real-ask-accept = { $name ->
    [You] Do you accept?
   *[other] { $name }: accept?
}
web-real-ask-covered = { $name ->
    [You] Your throw stays covered
   *[other] { $name } throws covered
}
web-real-ask-keep = { $name ->
    [You] Tap the dice that you keep
   *[other] { $name }: tap what stays
}
web-real-keep-which = Which dice stay?
web-real-stay = Stay
web-real-lift = Lift
web-real-lift-help = and drop
web-real-not-lifted = Don’t lift
web-real-no-row = No row
web-real-no-row-first = Only “Dropped in round 1”
web-real-fields = { $fields }
web-real-stand = Stand
web-real-covered = Covered, done
web-real-cover = { $count ->
    [1] Covered: one die
    [2] Covered: two dice
   *[other] Covered: three dice
}
web-real-draw = Draw lots
web-real-waiting = { $name ->
    [You] You are asked
   *[other] { $name } is asked
} on another phone.
web-real-key-dice = Enter a die
web-real-key-covered = Covered throw
web-real-key-best = Best row; in Schocken: stand
web-real-undo-title = Undo entries
web-real-undo-help = Tap the first wrong entry. It and everything after it will be undone.
web-real-undo = { $count ->
    [one] Undo this entry
   *[other] Undo these { $count } entries
}
web-real-undo-none = Nothing has been entered yet.
web-real-disputed = Two phones disagree
web-real-claim = Which seat is yours?
web-real-claim-help = Tap your name to enter your dice on this phone.
web-real-record = Wins: { $wins } of { $games }
web-real-own-phone = own phone ·
web-real-sit-out = Sit out
web-real-sit-in = Back in
web-real-bench = Sitting out
web-real-add-who = Who joins?
web-real-add = Add
web-real-phone-each = A phone each
web-real-phone-each-help = With this link others look on, or take their own seat and enter their own dice.

web-club-clubs = Your clubs
web-club-new = New club
web-club-new-help = A club remembers your round: evenings, standings, records, luck and the penalty box. The quickest way to make one is from a table (“Remember this round”).
web-club-club-name = Name of the club
web-club-usual-name = Our round
web-club-make = Make the club
web-club-names-missing = Please enter a name for the club and your own.
web-club-remember-help = Everyone at the table becomes a member, and the games at this table count, including those already played.
web-club-remember-known = Which club do the games at this table count for?
web-club-join-title = Join the club
web-club-join-help = This link makes your device part of the club: you see its standings, evenings and penalty box. It works only once.
web-club-join = Join
web-club-join-spent = This link has been used or is too old. Ask for a new one.
web-club-status-404 = There is no such club, or this device is not part of it. Ask a member for a link.
web-club-status-403 = Only the founder or the treasurer may do that.
web-club-status-409 = That is no longer possible: someone else may have been faster. Reload the page.
web-club-former = Former member
web-club-former-count = { $count ->
    [one] There is also one former member without a name.
   *[other] There are also { $count } former members without names.
}
web-club-parts = Parts of the club
web-club-part-standings = Standings
web-club-part-evenings = Evenings
web-club-part-luck = Luck
web-club-part-box = Penalty box
web-club-part-members = Members
web-club-part-settings = Manage
web-club-season = Season
web-club-all-time = All time
web-club-all-games = All games
web-club-no-games = No games counted here yet. Tap “Remember this round” in the menu of a table, and its games count.
web-club-games = { $games ->
    [one] 1 game
   *[other] { $games } games
}
web-club-members-count = { $members ->
    [one] 1 member
   *[other] { $members } members
}
web-club-last = last on { $day }
web-club-more = Show older ones
web-club-save = Save
web-club-saved = Saved
web-club-edit = Edit
web-club-standings = Standings
web-club-member = Member
web-club-column-games = Games
web-club-column-games-help = Games played
web-club-column-wins = Wins
web-club-column-wins-help = First places
web-club-column-share = Rate
web-club-column-share-help = Share of games won
web-club-column-draws = Draws
web-club-column-draws-help = Drawn matches
web-club-column-losses = Last
web-club-column-losses-help = Last places
web-club-column-halves = Halves
web-club-column-halves-help = Halves lost in Schocken
web-club-column-finals = Finals
web-club-column-finals-help = Finals lost in Schocken
web-club-column-won = Points
web-club-column-won-help = Points in Zock'n'Roll
web-club-column-noted = Penalty
web-club-column-noted-help = Penalty points in ZOCK
web-club-column-streak = Streak
web-club-column-streak-help = Games won (+) or lost (−) in a row
web-club-column-rating = Rating
web-club-column-rating-help = Estimated strength, 95 % certain within ±
web-club-rating-help = The rating estimates strength from all placings. ± says how certain it is: every game narrows it.
web-club-longest-lost = Longest losing streak
web-club-course = Over time
web-club-measure = What is shown
web-club-legend = Lines
web-club-as-table = As a table
web-club-point = { $number }
web-club-records = Records
web-club-own-records = Personal records
web-club-record-most_points = Most points in a game of Zock'n'Roll
web-club-record-most_noted = Most penalty points in a match of ZOCK
web-club-record-most_schock_outs = Most Schock outs in a game
web-club-record-most_jules = Most Jules in a game
web-club-record-schock_out_drought = Longest Schock-out drought (games)
web-club-record-winning_streak = Wins in a row
web-club-record-losing_streak = Losses in a row
web-club-record-evening_wins = Most wins in one evening
web-club-record-evening_losses = Most last places in one evening
web-club-evenings = Evenings
web-club-evening-result = Result of the evening
web-club-evening-games = Games
web-club-evening-fined = { $amount } into the penalty box
web-club-imported = imported
web-club-guest = Guest
web-club-bot = Bot
web-club-correct = Correct
web-club-correct-help = Who sat where? Fines from this game are adjusted.
web-club-discard-game = Don’t count this game
web-club-share-evening = Evening as a picture
web-club-share-season = Share as a picture
web-club-picture-row = { $games ->
    [one] 1 game
   *[other] { $games } games
}, { $losses }× last
web-club-picture-games = { $games ->
    [one] 1 game
   *[other] { $games } games
}, { $players } members
web-club-picture-evening = An evening without a winner
web-club-picture-evening-won = { $name } wins the evening
web-club-picture-evening-shared = Tied for first: { $name }
web-club-picture-season = The standings
web-club-picture-season-won = { $name } is in the lead
web-club-picture-season-shared = Tied for first: { $name }
web-club-head-to-head = Head to head
web-club-head-to-head-help = How often ahead of and behind the others, in games played together
web-club-luck = Luck
web-club-luck-help = How many wins the dice brought or cost, according to the coach. The bar is what fair dice bring in 95 of 100 cases: only outside of it was it really good or bad luck.
web-club-luck-range = Range of fair dice
web-club-luck-band = Fair dice
web-club-luck-band-help = The area is what fair dice bring in 95 of 100 cases.
web-club-luck-course = Luck over the season
web-club-luck-analysed = { $analysed } of { $games } games analysed.
web-club-luck-empty = No game is analysed yet. The coach cannot judge imported results without a record.
web-club-luck-running = The coach is at work.
web-club-luck-lucky = really lucky
web-club-luck-unlucky = really unlucky
web-club-luck-fair = within the range
web-club-luck-none = not known yet
web-club-box = Penalty box
web-club-the-box = The box
web-club-box-owed = Still owed
web-club-box-cash = In the box
web-club-box-fined = Fines so far
web-club-box-spent = Spent
web-club-who-owes = Who owes what
web-club-you-owe = You owe the box { $amount }.
web-club-you-owe-nothing = You owe the box nothing.
web-club-you-paid-ahead = You have { $amount } in credit.
web-club-owes = Owes the box { $amount }
web-club-paid-ahead = Has { $amount } in credit
web-club-book = New entry
web-club-kind = Kind of entry
web-club-kind-fine = Fine
web-club-kind-payment = Payment
web-club-kind-expense = Expense
web-club-usual-fines = Usual fines
web-club-choose = Who?
web-club-amount = Amount in €
web-club-amount-wrong = Please enter an amount such as { $example }.
web-club-reason = What for?
web-club-note = Note (optional)
web-club-booking-incomplete = Please say who, and what for.
web-club-book-fine = Book the fine
web-club-book-payment = Book the payment
web-club-book-expense = Book the expense
web-club-bookings = Entries
web-club-no-bookings = None yet.
web-club-booking-number = No. { $number }
web-club-reverse = Reverse
web-club-reverse-number = Reverse entry { $number }
web-club-reverse-sure = Yes, reverse
web-club-reverses = Reversal of no. { $number }
web-club-reversed = reversed by no. { $number }
web-club-tariff = What costs what?
web-club-tariff-help = The box books these fines by itself after each game, from the next game on. Empty means free.
web-club-tariff-none = No fines are set yet.
web-club-fact-lost_game = Game lost (last place)
web-club-fact-lost_half = Half lost (Schocken)
web-club-fact-lost_final = Final lost (Schocken)
web-club-fact-jule = Jule thrown (Schocken)
web-club-fact-schock_out = Schock out thrown (Schocken)
web-club-fact-noted_point = per penalty point (ZOCK)
web-club-fact-dropped_last = Last to drop (Zock'n'Roll)
web-club-fact-five_alike = Five of a kind marked (Zock'n'Roll)
web-club-add-fine = Add a usual fine
web-club-remove-fine = Remove { $name }
web-club-members = Members
web-club-role = Role
web-club-role-founder = Founder
web-club-role-treasurer = Treasurer
web-club-role-member = Member
web-club-devices = { $devices ->
    [0] no device
    [one] 1 device
   *[other] { $devices } devices
}
web-club-edit-you = Your entry
web-club-edit-member = Edit
web-club-add-member = New member
web-club-add-member-help = A name is enough. Games at a table count for the member of the same name.
web-club-add = Add
web-club-link = Make a one-time link
web-club-link-help = This link ties a device to { $name }. It works once, within seven days.
web-club-link-own-help = Another device for you: the link works once, within seven days.
web-club-name = Name
web-club-rename = Rename
web-club-leave = Leave the club
web-club-leave-help = Your name and your devices are deleted. Your results and entries remain without a name, so that standings and box stay right.
web-club-leave-sure = Yes, leave
web-club-remove = Delete member
web-club-remove-help = The name { $name } and its devices are deleted. Results and entries remain without a name, so that standings and box stay right.
web-club-remove-sure = Yes, delete
web-club-settings = Manage the club
web-club-seasons = Seasons
web-club-seasons-help = A season groups evenings. Without an end it goes on.
web-club-season-since = since { $from }
web-club-season-name = Name
web-club-season-from = First day
web-club-season-to = Last day
web-club-season-wrong = A season needs a name and a first day; its last day is not before it.
web-club-new-season = New season
web-club-edit-season = Edit season { $name }
web-club-delete-season = Delete season
web-club-tables = Tables
web-club-tables-help = Games at these tables count for the club.
web-club-untie = Stop counting
web-club-untie-table = Stop counting games at table { $code }
web-club-export = Export
web-club-export-help = CSV for a spreadsheet: one line for each seat of each game. JSON: everything, as a backup.
web-club-import = Import older results
web-club-import-help = A list as CSV with the columns date, game, names and places or points; separate names and places by slashes. An export from here works, too.
web-club-import-text = List
web-club-import-file = Choose a file
web-club-import-check = Check
web-club-import-wrong = Not like this yet. Nothing was imported:
web-club-import-found = { $games ->
    [one] 1 game found.
   *[other] { $games } games found.
}
web-club-import-members = New members: { $names }.
web-club-import-take = Import
web-club-import-taken = { $games ->
    [one] 1 game imported.
   *[other] { $games } games imported.
}
web-club-delete = Delete the club
web-club-delete-help = Deletes names, results, evenings and the box for everyone, for good. What remains: the records of the tables, which belong to all who played there.
web-club-delete-type = To be sure, type “{ $name }”
web-club-delete-sure = Delete for good
web-club-deleted = The club is deleted.
web-club-deleted-tables = Names still stand in the logs of these tables until they are closed and deleted: { $tables }
