### Alle Wörter von knobel auf Deutsch. Jeder Schlüssel steht auch in en.ftl.

## Spiele

game-zocknroll = Zock'n'Roll
game-zock = ZOCK
game-schocken = Schocken
game-zocknroll-tagline = Aussteigen und Punkte kassieren oder weiterzocken und alles riskieren
game-zock-tagline = Zwei Spieler, zwei Würfel, je neun Klappen: Wer deckt zuerst alle ab?
game-schocken-tagline = Der Kneipenklassiker: drei Würfel, dreizehn Strafsteine, und keiner will sie

## Zeilen des Zock'n'Roll-Tableaus

row-won_third = 3. Runde gewonnen
row-five_of_a_kind = Kniffel
row-four_of_a_kind = Viererpasch
row-large_straight = Große Straße
row-full_house = Full House
row-three_of_a_kind = Dreierpasch
row-two_pairs = Zwei Paare
row-pair = Paar
row-royal_pairs = Royal Pairs
row-large_full_house = Großes Full House
row-highway = Highway
row-two_triples = Zwei Dreier
row-three_pairs = Drei Paare
row-small_straight = Kleine Straße
row-dropped_first = 1. Runde ausgestiegen

## Würfe beim Schocken

rank-schock_out = Schock out
rank-jule = Jule
rank-schock = Schock { $x }
rank-admiral = Admiral
rank-strasse = Straße
rank-ordinary = Einfacher Wurf

## Optionen von Zock'n'Roll

option-zocknroll-board = Tableau
option-zocknroll-board-help = Das Grundspiel mit zwei eigenen Würfeln oder die Profi-Variante mit drei eigenen Würfeln und mehr Kombinationen (N2).
choice-zocknroll-board-basic = Grundspiel
choice-zocknroll-board-pro = Profi-Variante
option-zocknroll-first_to_decide = Wer entscheidet zuerst
option-zocknroll-first_to_decide-help = Wer als Erster aussteigt oder weiterzockt: der Startspieler oder sein linker Nachbar, sodass der Startspieler zuletzt entscheidet (N6).
choice-zocknroll-first_to_decide-starter = Startspieler
choice-zocknroll-first_to_decide-left_of_starter = Links vom Startspieler
option-zocknroll-jorg_counts = Jörg zählt mit
option-zocknroll-jorg_counts-help = Zu dritt spielt Jörg der Zocker mit. Zählt er als Spieler, bringt „3. Runde gewonnen“ 4 Punkte, sonst 3 (N13).
choice-zocknroll-jorg_counts-true = Ja, 4 Punkte
choice-zocknroll-jorg_counts-false = Nein, 3 Punkte
option-zocknroll-royal_pairs = Royal Pairs
option-zocknroll-royal_pairs-help = Was die oberste Zeile der Profi-Variante verlangt. Keine Anleitung erklärt es, darum ist das eine Auslegung (N15).
choice-zocknroll-royal_pairs-456 = Paare aus 4, 5 und 6
choice-zocknroll-royal_pairs-consecutive = Drei Paare in Folge
choice-zocknroll-royal_pairs-six_alike = Sechs Gleiche

## Optionen von ZOCK

option-zock-variant = Variante
option-zock-variant-help = Grundspiel: beide Zahlen oder ihre Summe. A: Du würfelst, bis ein Wurf nicht passt. B: zwei beliebige Felder mit dieser Summe. C: wie B, dazu Produkt und Differenz (K5).
choice-zock-variant-basic = Grundspiel
choice-zock-variant-A = A: weiterwürfeln
choice-zock-variant-B = B: freie Summen
choice-zock-variant-C = C: mal und minus
option-zock-two_digit = Zahlen über 10
option-zock-two_digit-help = Ob du die Summe 12 mit ihren Ziffern 1 und 2 abdeckst oder Summen über 10 gar nicht gehen. Variante C liest immer Ziffern (K6).
choice-zock-two_digit-digits = Als Ziffern
choice-zock-two_digit-ten_only = Gar nicht
option-zock-games = Spiele
option-zock-games-help = Aus wie vielen Spielen ein Satz besteht. Am Ende gewinnt, wer die wenigsten Verlustpunkte hat (K8).
option-zock-referee = Schiedsrichter
option-zock-referee-help = Entweder gehen nur mögliche Züge, oder du deckst ab, was du willst, und dein Gegner muss Fehler selbst bemerken und beanstanden (K9).
choice-zock-referee-strict = Das Programm
choice-zock-referee-players = Die Spieler
option-zock-chips = Chips
option-zock-chips-help = Was ein roter, blauer, gelber und grüner Chip wert ist. Der Verlierer eines Spiels zahlt seine Verlustpunkte in Chips; den Satz entscheiden sie nie (K10).
choice-zock-chips-none = Ohne Chips

## Optionen von Schocken

option-schocken-stones = Strafsteine
option-schocken-stones-help = Wie viele Strafsteine zu Beginn einer Hälfte in der Mitte liegen. Wer am Ende alle hat, verliert die Hälfte (S1).
option-schocken-kept_dice = Herausgelegte Würfel
option-schocken-kept_dice-help = Ob du Würfel, die du schon herausgelegt hast, wieder mitwürfeln darfst oder ob sie liegen bleiben (S4).
choice-schocken-kept_dice-may_return = Dürfen zurück
choice-schocken-kept_dice-stay = Bleiben liegen
option-schocken-covered = Verdeckter Wurf
option-schocken-covered-help = Welcher Wurf unter dem Becher bleibt, bis alle fertig sind, und den auch der Werfer nicht sieht: der dritte, der letzte erlaubte der Runde oder keiner (S5).
choice-schocken-covered-third = Der dritte
choice-schocken-covered-last = Der letzte erlaubte
choice-schocken-covered-none = Keiner
option-schocken-ties = Gleiche Würfe
option-schocken-ties-help = Welcher von zwei gleichen Würfen der niedrigere ist: der spätere („mit ist Shit“) oder zuerst der, der mehr Versuche gebraucht hat (S8).
choice-schocken-ties-order = Mit ist Shit
choice-schocken-ties-throws_then_order = Weniger Würfe, dann Reihenfolge
option-schocken-sixes = Sechsen drehen
option-schocken-sixes-help = Zwei Sechsen in einem offenen Wurf dürfen zu einer Eins werden, drei Sechsen zu zwei Einsen, solange du noch einen Wurf hast (H1).
choice-schocken-sixes-true = Ja
choice-schocken-sixes-false = Nein
option-schocken-hand_only = Nur aus der Hand
option-schocken-hand_only-help = Straße und Admiral zählen nur, wenn alle drei Würfel aus einem Wurf stammen; sonst sind sie einfache Würfe (H2).
choice-schocken-hand_only-true = Ja
choice-schocken-hand_only-false = Nein
option-schocken-general_beats_schock2 = Admiral schlägt Schock 2
option-schocken-general_beats_schock2-help = Drei Gleiche, auch General genannt, stehen über dem Schock 2 statt darunter (H3).
choice-schocken-general_beats_schock2-true = Ja
choice-schocken-general_beats_schock2-false = Nein
option-schocken-jule = Jule
option-schocken-jule-help = 4-2-1 steht zwischen Schock out und Schock 6 und verteilt 7 Strafsteine (H4).
choice-schocken-jule-true = Ja
choice-schocken-jule-false = Nein
preset-schocken-pub = Kneipenregeln
preset-schocken-pub-help = Die häufigsten Hausregeln auf einmal: Sechsen drehen (H1), Straße und Admiral nur aus der Hand (H2), der letzte erlaubte Wurf bleibt verdeckt (S5), und von gleichen Würfen ist der spätere der niedrigere (S8).

## Bots

bot-random = Zufall
bot-random-help = Macht irgendeinen erlaubten Zug, jeden mit gleicher Wahrscheinlichkeit.
bot-casual = Gelegenheitsspieler
bot-casual-help = Ein gut gelaunter Anfänger mit vernünftigen Faustregeln.
