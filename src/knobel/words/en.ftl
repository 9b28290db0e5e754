### All words of knobel in English. Every key stands in de.ftl too.

## Games

game-zocknroll = Zock'n'Roll
game-zock = ZOCK
game-schocken = Schocken
game-zocknroll-tagline = Hold'em with dice: drop out and score, or stay in for everything
game-zock-tagline = Two players, two dice, nine flaps each: who shuts the box first?
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
