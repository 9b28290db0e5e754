"""Impossible positions, each with the sentence and the rule that decides."""

from __future__ import annotations

import pytest

from knobel.forms import parse, position
from knobel.rules.errors import BadPosition

ZOCKNROLL = [
    # the words and their number
    ("", None, "begins with one of zocknroll, zock, schocken"),
    ("chess - white", None, "begins with one of"),
    ("zocknroll - cups", None, "not 3 words"),
    ("zocknroll board cups - 0 0 - - ........./........./.........", None, "name=value"),
    ("zocknroll size=3 cups - 0 0 - - ........./........./.........", None, "name=value"),
    ("zocknroll jorg_counts=false,jorg_counts=true cups - 0 0 - - ........./........./.........", None, "at most once"),
    ("zocknroll board=huge cups - 0 0 - - ........./........./.........", "N2", "board must be one of basic, pro"),
    ("zocknroll jorg_counts=no cups - 0 0 - - ........./........./.........", "N13", "jorg_counts must be one of"),
    ("zocknroll board=basic cups - 0 0 - - ........./........./.........", None, "has one text only"),
    ("zocknroll - sleep - 0 0 - - ........./........./.........", None, "the phase must be one of"),
    ("zocknroll - cups - 3 0 - - ........./........./.........", "N3", "the starter must be at most 2"),
    ("zocknroll - cups - ² 0 - - ........./........./.........", None, "the starter must be a number"),
    (f"zocknroll - cups - 0 {10**1000} - - ........./........./.........", None, "turns must be a number"),
    ("zocknroll - cups - 0 00 - - ........./........./.........", None, "has one text only"),
    ("zocknroll - cups - 0 0 - - ........./.........", "N1", "3 to 12 players, not 2"),
    # sheets
    ("zocknroll - cups - 0 0 - - ......../........./.........", "N12", "9 rows with up to 6 marks"),
    ("zocknroll - cups - 0 0 - - 7......../........./.........", "N12", "9 rows with up to 6 marks"),
    # before the first turn
    ("zocknroll - cups - 0 1 - - ........./........./.........", "N5", "has just begun"),
    ("zocknroll - cups - 0 0 123 - ........./........./.........", "N5", "has just begun"),
    ("zocknroll - white - 0 0 - - ........./........./.........", "N5", "has just begun"),
    ("zocknroll - starter - 1 0 - - ........./........./.........", "N5", "has just begun"),
    ("zocknroll - cups 0 0 0 - - ........./........./.........", "N5", "the seat is -"),
    # dice
    ("zocknroll - white - 0 0 - 11/22/33 ........./........./.........", "N4", "3 players have 4 cups, not 3"),
    ("zocknroll - white - 0 0 - 11/22/33/444 ........./........./.........", "N2", "a cup holds 2 dice"),
    ("zocknroll - white - 0 0 - 11/22/33/?4 ........./........./.........", "N2", "a cup holds 2 dice"),
    ("zocknroll - white - 0 0 - 11/22/33/47 ........./........./.........", None, "a cup must be dice of 1 to 6"),
    ("zocknroll - white - 0 0 - 11/22//44 ........./........./.........", None, "a cup must be dice of 1 to 6"),
    ("zocknroll - white - 0 0 - 11/32/33/44 ........./........./.........", None, "has one text only"),
    ("zocknroll - white - 0 0 - 11/22/33/44:1 ........./........./.........", "N4", "Jörg never drops"),
    ("zocknroll - white - 0 0 - 11/22/33:3/44 ........./........./.........", "N9", "the round of a drop"),
    ("zocknroll - white - 0 0 12 11/22/33/44 ........./........./.........", "N5", "12 cannot be the white dice"),
    ("zocknroll - decide 0 0 0 1?2 11/22/33/44 ........./........./.........", "N5", "cannot be the white dice"),
    ("zocknroll - starter - 0 0 123 11/22/33/44 ........./........./.........", "N5", "cannot be the white dice"),
    ("zocknroll - decide 0 0 0 321 11/22/33/44 ........./........./.........", None, "has one text only"),
    # views
    ("zocknroll - decide 1 0 0 123 ??:1/22/??/?? ........1/........./.........", "N7", "a lifted cup shows its dice"),
    # real dice
    ("zocknroll - drop 1 0 0 123 11/22/33/44 ........./........./.........", "R3", "lifted its cup in the phase drop"),
    ("zocknroll - drop 1 0 0 123 ??/??:1/??/?? ........./........./.........", "N7", "a lifted cup shows its dice"),
    ("zocknroll - drop 0 0 0 123 11:1/22:1/??/?? ........./.......11/.........", "N6", "have not dropped"),
    ("zocknroll - lift 0 0 0 12345 11/22/33/44 ........./........./.........", "R3", "from the starter on"),
    ("zocknroll - lift 0 1 0 12345 ??/22/??/?? ........./........./.........", "R3", "from the starter on"),
    ("zocknroll - lift 3 0 0 12345 ??/22/33/?? ........./........./.........", "R3", "Jörg's comes last"),
    ("zocknroll - lift 0 0 0 1234 ??/22/33/44 ........./........./.........", "N5", "cannot be the white dice"),
    ("zocknroll - lift 1 0 1 12345 ??:1/??/33/44 ........./........./.........", "N7", "a lifted cup shows its dice"),
    ("zocknroll - lift 4 0 0 12345 ??/22/33/44 ........./........./.........", "R3", "the cup must be at most 3"),
    # who dropped
    ("zocknroll - white - 0 0 - 11:1/22/33/44 ........./........./.........", "N7", "dropped in round 1 yet"),
    ("zocknroll - white - 0 0 123 11:2/22/33/44 ........./........./.........", "N7", "dropped in round 2 yet"),
    ("zocknroll - white - 0 0 123 11:1/22:1/33:1/44 .......11/.......11/.......11", "N8", "all have dropped"),
    ("zocknroll - cups - 1 1 12345 11:1/22:1/33:1/44 .......11/.......11/.......11", "N8", "all have dropped"),
    ("zocknroll - cups - 1 1 123 11/22:1/33:1/44 ........./.......11/.......11", "N8", "ends in round 1 only when"),
    ("zocknroll - cups - 1 1 1234 11:1/22:1/33:1/44 .......11/.......11/.......11", "N8", "ends in round 2 only when"),
    # whose turn it is
    ("zocknroll - white 0 0 0 - 11/22/33/44 ........./........./.........", "N5", "the seat is -"),
    ("zocknroll - decide - 0 0 123 11/22/33/44 ........./........./.........", None, "the seat must be a number"),
    (
        "zocknroll - decide 0 0 0 123 11:1/22/33/44 .......11/........./.........",
        "R3",
        "in the phase drop, and in no other",
    ),
    ("zocknroll - decide 0 0 0 123 11/22:1/33/44 ........./.......11/.........", "N6", "have not dropped"),
    ("zocknroll - mark 1 0 0 11356 11/24/33/44 ........./........./.........", "N10", "seat 1 has not won"),
    # marks
    ("zocknroll - decide 0 0 0 123 11/22/33/44 1......../........./.........", "N7", "marks of seat 0"),
    ("zocknroll - decide 0 0 2 123 11/22/33/44 ......3../........./.........", "N7", "marks of seat 0"),
    ("zocknroll - decide 0 0 9 123 11/22/33/44 ........6/........./.........", "N7", "marks of seat 0"),
    ("zocknroll - decide 1 0 1 123 11:1/22/33/44 ........1/........./.........", "N7", "marks of seat 0"),
    ("zocknroll - decide 1 0 1 123 11:1/22/33/44 .......1./........./.........", "N7", "marks of seat 0"),
    ("zocknroll - cups - 1 0 123 11:1/22:1/33:1/44 .......11/.......11/.......11", "N7", "0 turns"),
    ("zocknroll - cups - 1 1 11356 11/24/33/44 ........./........./.........", "N7", "marks of seat 0"),
    ("zocknroll - over - 1 9 123 11:1/22:1/33:1/44 .......11/.......11/.......11", "N12", "its sixth mark"),
    ("zocknroll - cups - 1 9 123 11:1/22:1/33:1/44 .......16/.......11/.......11", "N12", "its sixth mark"),
]

ZOCK = [
    ("zock games=0 throw 0 - 123456789/123456789 - - - -", "K8", "games must be a whole number"),
    ("zock games=three throw 0 - 123456789/123456789 - - - -", None, "games must be a number"),
    ("zock chips=1:2:5 throw 0 - 123456789/123456789 - - 5:5:5:5/5:5:5:5 0/0", "K10", "chips are four values"),
    (
        "zock chips=0:2:5:9 throw 0 - 123456789/123456789 - - 5:5:5:5/5:5:5:5 0/0",
        "K10",
        "chips must be whole numbers from 1",
    ),
    ("zock - throw 2 - 123456789/123456789 - - - -", None, "the seat must be one of 0, 1"),
    # fields and dice
    ("zock - throw 0 - 123456789 - - - -", "K1", "two rows of 123456789"),
    ("zock - throw 0 - 12345678/123456789 - - - -", "K1", "two rows of 123456789"),
    ("zock - throw 0 - 213456789/123456789 - - - -", "K1", "two rows of 123456789"),
    ("zock - throw 0 123 123456789/123456789 - - - -", "K1", "two dice are thrown"),
    ("zock - throw 0 ?? 123456789/123456789 - - - -", "K1", "two dice are thrown"),
    ("zock - cover 0 63 123456789/123456789 - - - -", None, "has one text only"),
    ("zock - throw 0 - 12345678./123456789 - - - -", "K2", "without a throw"),
    ("zock - cover 0 - 123456789/123456789 - - - -", "K2", "without a throw"),
    # games
    ("zock - throw 0 - 123456789/123456789 - 2:5 - -", None, "the winner of a game must be one of 0, 1"),
    ("zock - throw 0 - 123456789/123456789 - 0:46 - -", "K7", "a loss must be at most 45"),
    ("zock - throw 0 - 123456789/123456789 - 0:0 - -", "K7", "has an open field"),
    ("zock games=1 throw 0 - 123456789/123456789 - 0:5 - -", "K8", "1 are noted"),
    ("zock games=1 over 0 19 ........./....5.... - 0:5,0:5 - -", None, "the throw must be dice"),
    ("zock games=1 over 0 14 ........./....5.... - 0:5,0:5 - -", "K8", "2 are noted"),
    ("zock games=2 over 0 14 ........./....5.... - 0:5 - -", "K8", "1 are noted"),
    # the end of a game
    ("zock - throw 0 14 123456789/......... - - - -", "K7", "seat 1 has covered all nine"),
    ("zock - roll_off 0 14 ........./....5.... - 0:6 - -", "K7", "noted as a loss"),
    ("zock - roll_off 0 14 ........./....5.... - - - -", "K2", "before the first game"),
    ("zock - roll_off 1 14 ........./....5.... - 0:5 - -", "K2", "between games the seat is 0"),
    ("zock referee=players roll_off 1 14 ........./....5.... 14=5 0:5 - -", "K9", "no claim outlasts its game"),
    # the strict referee
    ("zock - object 0 14 123456789/1234.6789 - - - -", "K9", "with a strict referee"),
    ("zock - throw 0 14 123456789/1234.6789 14=5 - - -", "K9", "with a strict referee"),
    ("zock - cover 0 14 .234.6789/123456789 - - - -", "K4", "14 does not fit"),
    ("zock - throw 0 14 1234.6789/123456789 - - - -", "K4", "14 does not fit"),
    ("zock variant=A throw 0 14 123456789/1234.6789 - - - -", "K4", "14 does not fit"),
    ("zock two_digit=ten_only roll_off 0 66 ........./....5.... - 0:5 - -", "K4", "66 does not fit"),
    # players as referees
    ("zock referee=players accept 0 14 123456789/1234.6789 14=5 - - -", "K9", "covered all nine fields"),
    ("zock referee=players accept 0 14 123456789/......... - - - -", "K9", "is a claim"),
    ("zock referee=players accept 0 14 123456789/......... 15=5 - - -", "K9", "with the dice in the box"),
    ("zock referee=players object 0 14 123456789/1234.6789 14 - - -", "K9", "a claim is two dice"),
    ("zock referee=players object 0 14 123456789/1234.6789 1=5 - - -", "K9", "a claim is two dice"),
    ("zock referee=players object 0 14 123456789/1234.6789 14=0 - - -", "K9", "a claim is two dice"),
    ("zock referee=players object 0 14 123456789/1234.6789 14=6 - - -", "K9", "must be covered, each once"),
    ("zock referee=players object 0 14 123456789/1234.6789 14=55 - - -", "K9", "must be covered, each once"),
    ("zock referee=players object 0 14 123456789/123..6789 14=5,14=4 - - -", "K9", "one cover at a time"),
    ("zock referee=players cover 0 14 1234.6789/123456789 14=5 - - -", "K9", "one cover at a time"),
    ("zock referee=players object 0 14 123456789/123..6789 14=54 - - -", None, "has one text only"),
    # chips
    ("zock - throw 0 - 123456789/123456789 - - 5:5:5:5/5:5:5:5 0/0", "K10", "plays without chips"),
    ("zock - throw 0 - 123456789/123456789 - - - 0/0", "K10", "plays without chips"),
    ("zock chips=1:2:5:10 throw 0 - 123456789/123456789 - - - -", "K10", "both players have chips"),
    ("zock chips=1:2:5:10 throw 0 - 123456789/123456789 - - 5:5:5:5/5:5:5:5 0", "K10", "both players have chips"),
    ("zock chips=1:2:5:10 throw 0 - 123456789/123456789 - - 5:5:5/5:5:5 0/0", "K10", "are four numbers"),
    ("zock chips=1:2:5:10 throw 0 - 123456789/123456789 - - 5:5:5:11/5:5:5:5 0/0", "K10", "at most 10"),
    ("zock chips=1:2:5:10 throw 0 - 123456789/123456789 - - 5:5:5:6/5:5:5:5 0/0", "K10", "ten chips of each colour"),
    ("zock chips=1:2:5:10 throw 0 - 123456789/123456789 - - 4:5:5:5/6:5:5:5 0/0", "K10", "do not add up"),
    ("zock chips=1:2:5:10 throw 0 - 123456789/123456789 - - 5:5:5:5/5:5:5:5 1/1", "K10", "do not add up"),
]

SCHOCKEN = [
    ("schocken - throw 0 0 0 - 13 0 -", "S1", "2 to 24 players, not 1"),
    ("schocken - throw 0 0 0 - 13 0/0 -", "S1", "2 players have 2 hands, not 1"),
    ("schocken - throw 2 0 0 - 13 0/0 -/-", "S1", "the seat must be at most 1"),
    ("schocken - throw 0 0 0 - 14 0/0 -/-", "S1", "the middle must be at most 13"),
    ("schocken - throw 0 0 0 - 13 -1/0 -/-", None, "a number of stones must be a number"),
    # before the first throw
    ("schocken - decide 0 0 0 - 13 0/0 -/-", "S3", "has just begun"),
    ("schocken - starter 1 0 0 - 13 0/0 -/-", "S3", "has just begun"),
    ("schocken - throw 1 1 0 - 13 0/0 -/-", "S3", "has just begun"),
    ("schocken - starter 0 0 0 - 13 0/0 123:1/-", "S3", "before the beginner is drawn"),
    # hands
    ("schocken - decide 0 0 0 - 13 0/0 12:1/-", "S4", "a hand is three dice"),
    ("schocken - decide 0 0 0 - 13 0/0 123|-:2/-", "S4", "a hand is three dice"),
    ("schocken - decide 0 0 0 - 13 0/0 1?|2:2/-", "S4", "a hand is three dice"),
    ("schocken - decide 0 0 0 - 13 0/0 1|2?:2/-", "S4", "a hand is three dice"),
    ("schocken - decide 0 0 0 - 13 0/0 123/-", None, "the number of throws must be a number"),
    ("schocken - decide 0 0 0 - 13 0/0 123:4/-", "S4", "the number of throws must be at most 3"),
    ("schocken - decide 0 0 0 - 13 0/0 123:0/-", "S4", "kept after the first throw"),
    ("schocken - decide 0 0 0 - 13 0/0 1|23:1/-", "S4", "kept after the first throw"),
    ("schocken - decide 0 0 0 - 13 0/0 321:1/-", None, "has one text only"),
    ("schocken - decide 0 0 0 - 13 0/0 -|123:2/-", None, "has one text only"),
    # halves
    ("schocken - decide 0 0 9 0,0 13 0/0 123:1/-", "S2", "lost by '0,0' the phase is not decide"),
    ("schocken - over 0 0 9 0 0 13/0 123:1/456:1", "S2", "lost by '0' the phase is not over"),
    ("schocken - over 0 0 9 0,0,0 0 13/0 123:1/456:1", "S2", "the phase is not over"),
    ("schocken - over 0 0 9 0,1,2 0 13/0/0 123:1/456:1/-", "S2", "the phase is not over"),
    ("schocken length=half throw 0 0 9 0 13 0/0 123:1/456:1", "S11", "lost by '0' the phase is not throw"),
    ("schocken length=half over 0 0 9 0,0 0 13/0 123:1/456:1", "S11", "lost by '0,0' the phase is not over"),
    ("schocken length=half over 0 0 9 - 0 13/0 123:1/456:1", "S11", "lost by '' the phase is not over"),
    # stones
    ("schocken - decide 0 0 9 - 5 4/5 123:1/-", "S1", "13 stones are in the middle and with the players, not 14"),
    ("schocken - decide 0 0 9 - 0 13/0 123:1/-", "S9", "who holds all stones"),
    ("schocken - over 0 0 9 0,0 0 0/13 123:1/456:1", "S9", "who holds all stones"),
    ("schocken - decide 0 0 9 0,1 0 6/6/1 123:1/-/-", "S2", "only the losers of the halves"),
    ("schocken - decide 0 0 1 - 13 0/0 123:1/-", "S9", "1 rounds cannot have dealt"),
    ("schocken - decide 0 0 0 - 12 1/0 123:1/-", "S9", "0 rounds cannot have dealt"),
    ("schocken - decide 0 0 1 0 12 1/0 123:1/-", "S9", "1 rounds cannot have dealt"),
    # a finished round
    ("schocken - throw 0 0 0 - 13 0/0 122:1/466:1", "S7", "has been played"),
    ("schocken - throw 0 0 1 - 12 1/0 122:1/-", "S6", "at least two players"),
    ("schocken - throw 0 2 1 - 12 1/0/0 122:1/333:1/-", "S6", "is begun by one of"),
    ("schocken - throw 0 0 1 - 12 1/0 122:1/466:2", "S6", "seat 1 may throw 1 times"),
    ("schocken - throw 0 0 1 - 12 1/0 122:3/1|??:3", "S7", "all cups are lifted"),
    ("schocken - throw 0 0 1 - 12 1/0 466:1/122:1", "S3", "seat 1 has the lowest throw"),
    ("schocken - over 0 0 9 0,1,1 0 13/0 122:1/466:1", "S9", "has lost the half"),
    ("schocken - throw 0 0 1 1 13 0/0 122:1/466:1", "S9", "has lost the half"),
    ("schocken - throw 0 0 1 - 12 0/1 122:1/466:1", "S9", "took stones"),
    ("schocken - throw 0 0 1 - 12 1/0 122:1/111:1", "S10", "a Schock out ends the half"),
    ("schocken - over 0 0 9 0,0 1 12/0 122:1/466:1", "S10", "a Schock out ends the half"),
    ("schocken - throw 0 0 1 - 12 1/0/0 122:1/466:1/-", "S9", "all take part"),
    ("schocken - throw 0 0 9 - 0 7/0/6/0 122:1/466:1/-/-", "S9", "then those who have some"),
    # a round being played
    ("schocken - decide 0 0 9 - 0 0/7/6 123:1/-/-", "S9", "only players who take part"),
    ("schocken - decide 1 0 9 - 0 0/7/6 123:1/123:1/-", "S9", "only players who take part"),
    ("schocken - decide 0 0 2 - 7 0/6 123:1/-", "S3", "the loser of the round before begins"),
    ("schocken - decide 0 0 2 1 13 0/0 123:1/-", "S3", "the loser of the round before begins"),
    ("schocken - throw 1 0 0 - 13 0/0/0 -/-/123:1", "S6", "seat 0 may throw 3 times"),
    ("schocken - decide 0 0 0 - 13 0/0 123:1/123:1", "S6", "seat 1 cannot have thrown yet"),
    ("schocken - decide 0 0 0 - 13 0/0 1|23:3/-", "S6", "seat 0 may throw 3 times"),
    ("schocken - decide 1 0 0 - 13 0/0 123:1/456:1", "S6", "seat 1 may throw 1 times"),
    ("schocken - decide 0 0 0 - 13 0/0 ???:1/-", "S5", "covered throws may be hidden"),
    ("schocken - throw 2 0 0 - 13 0/0/0 1|??:3/???:2/-", "S5", "covered throws may be hidden"),
    # real dice
    ("schocken - lift 0 0 0 - 13 0/0 1|24:3/123:3", "R3", "in the order of throwing"),
    ("schocken - lift 1 0 0 - 13 0/0 1|??:3/???:3", "R3", "in the order of throwing"),
    ("schocken - lift 0 0 0 - 13 0/0 1|??:3/-", "S6", "seat 1 may throw 3 times"),
    ("schocken - lift 0 0 0 - 13 0/0 1|??:2/123:2", "S5", "covered throws may be hidden"),
]


NEIGHBOURS = [
    "zocknroll - decide 1 0 1 123 11:1/22/33/44 .......11/........./.........",
    "zocknroll - cups - 1 9 123 11:1/22:1/33:1/44 .......15/.......11/.......11",
    "zocknroll - over - 1 9 123 11:1/22:1/33:1/44 .......16/.......11/.......11",
    "zocknroll - mark 0 0 0 11356 11/24/33/44 ........./........./.........",
    "zocknroll - decide 0 0 0 123 11/22/??/?? ........./........./.........",
    "zocknroll - drop 1 0 0 123 ??/22:1/??/?? ........./........./.........",
    "zocknroll - drop 2 0 1 123 11:1/22:1/33:1/?? .......11/.......11/.........",
    "zocknroll - lift 1 1 0 12345 ??/??/33/?? ........./........./.........",
    "zocknroll - lift 3 0 0 12345 11/22/33/?? ........./........./.........",
    "zock - cover 0 14 .23.56789/123456789 - - - -",
    "zock variant=A throw 0 14 1234.6789/123456789 - - - -",
    "zock referee=players object 0 14 123456789/1234.6789 14=5 - - -",
    "zock chips=1:2:5:10 throw 0 - 123456789/123456789 - 0:9 4:5:5:6/6:5:5:4 0/0",
    "schocken - throw 0 0 1 - 12 1/0 122:1/466:1",
    "schocken - throw 2 0 0 - 13 0/0/0 1|??:3/???:3/-",
    "schocken - throw 2 0 0 - 13 0/0/0 1|??:3/123:3/-",
    "schocken - lift 0 0 0 - 13 0/0 1|??:3/123:3",
    "schocken - lift 1 0 0 - 13 0/0 1|24:3/???:3",
    "schocken - over 0 0 9 0,0 1 12/0 122:1/111:1",
]
"""Positions that differ from refused ones only in what is refused there."""


@pytest.mark.parametrize(("text", "rule", "sentence"), [*ZOCKNROLL, *ZOCK, *SCHOCKEN])
def test_refused(text: str, rule: str | None, sentence: str) -> None:
    with pytest.raises(BadPosition) as refused:
        parse(text)
    assert sentence in refused.value.sentence
    assert refused.value.rule == rule


@pytest.mark.parametrize("text", NEIGHBOURS)
def test_neighbours_of_refused_positions_are_positions(text: str) -> None:
    assert position(parse(text)) == text
