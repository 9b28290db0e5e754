### Alle Wörter von knobel auf Deutsch. Jeder Schlüssel steht auch in en.ftl.

## Spiele

game-zocknroll = Zock'n'Roll
game-zock = ZOCK
game-schocken = Schocken
game-zocknroll-tagline = Aussteigen und Punkte kassieren oder weiterzocken und alles riskieren
game-zock-tagline = Zwei Spieler, zwei Würfel, je neun Felder: Wer deckt zuerst alle ab?
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
bot-strong = Stark
bot-strong-help = Spielt, was die Mathematik für das laufende Spiel oder die Hälfte sagt.
bot-master = Meister
bot-master-help = Hat den ganzen Satz oder das ganze Spiel im Blick und spielt so gut, wie es geht.
bot-jorg = Jörg
bot-jorg-help = Bleibt immer drin, was die Würfel auch sagen (N4).

## Protokoll: was geschah

log-starter = Es beginnt: { $name }.
log-cups = Durchgang { $turn }: alle haben gewürfelt. Startspieler: { $name }.
log-white = Weiße Würfel: { $dice }.
log-white-fourth = Vierter weißer Würfel: { $die } ({ $dice }).
log-white-fifth = Fünfter weißer Würfel: { $die } ({ $dice }). Alle Becher werden hochgehoben.
log-hand = { $name }: { $dice }, { $row }.
log-best = Die beste Hand: { $name }.
log-tied = Gleich gut: { $names }. Die 3. Runde kreuzt niemand an.
log-jorg-best = Jörg ist allein am besten, also kreuzt niemand etwas an.
log-stay = { $name }: weitergezockt.
log-drop = { $name }: ausgestiegen mit { $dice }: { $marks }.
log-mark = { $name }: angekreuzt: { $marks }.
log-sixth-mark = Eine Zeile hat ihr sechstes Kreuz: Mit diesem Durchgang endet das Spiel (N12).
log-won = Nach { $turns ->
    [one] einem Durchgang
   *[other] { $turns } Durchgängen
} gewonnen, mit { $points } Punkten: { $names }.
log-won-by-thirds = Nach { $turns ->
    [one] einem Durchgang
   *[other] { $turns } Durchgängen
} gewonnen, mit { $points } Punkten: { $names }, bei Gleichstand durch mehr Kreuze bei „3. Runde gewonnen“ (N14).
log-won-shared = Nach { $turns ->
    [one] einem Durchgang
   *[other] { $turns } Durchgängen
} geteilter Sieg mit { $points } Punkten, auch bei „3. Runde gewonnen“ gleich (N14): { $names }.
log-roll-off = Spiel { $game }, wer beginnt? { $totals }.
log-roll-again = Gleichstand, also noch einmal.
log-throw = { $name }: { $dice } geworfen.
log-no-cover = { $name }: { $dice } geworfen, passt nicht.
log-cover = { $name }: { $fields } abgedeckt.
log-left = Offen: { $fields }.
log-all-covered = Alle neun sind abgedeckt!
log-pass = { $name }: nichts abgedeckt.
log-objection-right = { $name }: Einspruch, zu Recht. Wieder offen bei { $other }: { $fields }.
log-objection-wrong = { $name }: Einspruch, aber alles war richtig.
log-accept = { $name }: einverstanden.
log-game-won = Spiel { $number } von { $games } gewonnen: { $name }. Verlustpunkte für { $other }: { $loss }.
log-chips = Chips von { $name }: rot { $red }, blau { $blue }, gelb { $yellow }, grün { $green }; Schulden { $debt }.
log-match-won = Der Satz geht an { $name }. Verlustpunkte: { $first }, { $second }.
log-match-drawn = Der Satz endet unentschieden. Verlustpunkte: { $first }, { $second }.
log-round = Runde { $round } · { $part }
log-throws = { $name }, Wurf { $number }: { $told }
log-flip = { $count ->
    [one] aus zwei Sechsen eine Eins gemacht
   *[other] aus drei Sechsen zwei Einsen gemacht
}
log-keep = { $dice } herausgelegt
log-thrown = { $dice } geworfen: { $throw }
log-thrown-covered = { $count ->
    [one] ein Würfel
   *[other] { $count } Würfel
} verdeckt unterm Becher
log-stand = { $name }: stehen gelassen mit { $throw }.
log-limit = Die anderen haben { $throws ->
    [one] einen Wurf
   *[other] { $throws } Würfe
}.
log-cups-up = Alle Becher werden aufgedeckt: { $hands }.
log-takes = Höchster Wurf: { $best }. Niedrigster: { $loser }, dafür { $count ->
    [one] ein Stein
   *[other] { $count } Steine
} aus der Mitte (dort noch { $left }).
log-hands = Höchster Wurf: { $best }, gibt { $count ->
    [one] einen Stein
   *[other] { $count } Steine
} ab an den niedrigsten: { $loser }.
log-schock-out = Schock out von { $best }! Niedrigster Wurf: { $loser }, bekommt alles.
log-out = Raus aus dieser Hälfte, ohne Steine: { $names }.
log-half-lost = { $part } verloren: { $name }.
log-final = Im Finale: { $names }.
log-lost = Nach { $rounds ->
    [one] einer Runde
   *[other] { $rounds } Runden
} hat das Spiel verloren: { $name }.

## Spielen im Terminal

ui-you = Du
ui-player = Spieler { $number }
ui-jorg = Jörg
ui-and = { $most } und { $last }
ui-first-half = Erste Hälfte
ui-second-half = Zweite Hälfte
ui-final = Finale
ui-total = { $sum } = { $points } Punkte
ui-sixth-mark = 6. Kreuz: letzter Durchgang
ui-stay = Weiterzocken
ui-drop = Aussteigen: { $row }
ui-drop-nothing = Aussteigen ohne Zeile
ui-mark = Ankreuzen: { $row }
ui-means-stay = wird besser { $better } · 3. Runde: Sieg { $won }, Gleichstand { $tied }
ui-means-stay-alone = 3. Runde sicher gewonnen: +{ $points } oder mehr · wird besser { $better }
ui-cover = { $fields } abdecken
ui-pass = Nichts abdecken
ui-throw = Werfen
ui-accept = Einverstanden
ui-object = Einspruch
ui-means-cover = offen: { $fields } (Summe { $sum }) · Wurf passt: { $usable }
ui-means-cover-all = Spiel gewonnen · Verlustpunkte für { $other }: { $loss }
ui-means-pass = die Würfel gehen weiter
ui-means-throw-on = was abgedeckt ist, bleibt, richtig oder falsch
ui-means-accept = das Spiel ist aus, deine Verlustpunkte: { $loss }
ui-means-object = was nicht zum Wurf passte, wird wieder geöffnet
ui-stand = Stehen lassen
ui-means-stand = { $throw } gilt
ui-keep = { $dice } heraus, { $count } neu
ui-throw-all = Alle drei werfen
ui-flip = { $count ->
    [one] Sechsen zu einer 1
   *[other] Sechsen zu zwei 1en
}: { $throws }
ui-means-reach-better = wird besser { $chance }
ui-means-reach = { $throw } oder mehr { $chance }
ui-under-the-cup = verdeckt
ui-now-over = Das Spiel ist aus.
ui-now-type = Was ist gefallen? Tippe { $count ->
    [one] einen Würfel
   *[other] { $count } Würfel
} ein.
ui-now-type-for = { $name }: Was ist gefallen? Tippe { $count ->
    [one] einen Würfel
   *[other] { $count } Würfel
} ein.
ui-now-throws = { $name }: gleich fallen die Würfel
ui-now-dice = Gleich fallen die Würfel
ui-now-lot = Das Los entscheidet, wer beginnt
ui-now-starter = Wer beginnt?
ui-draw-lot = Das Los entscheiden lassen
ui-begins = { $name } beginnt
ui-now-decide = { $name }: aussteigen oder weiterzocken?
ui-now-mark = { $name }: welche Zeile bekommt das Kreuz?
ui-now-cover = { $name }: welche Felder abdecken?
ui-now-object = { $name }: werfen oder Einspruch?
ui-now-accept = { $name }: einverstanden mit dem Ende oder Einspruch?
ui-now-stand = { $name }: stehen lassen oder weiterwerfen? Würfe übrig: { $left }
ui-stage-start = Gleich geht es los
ui-stage-zocknroll = Durchgang { $turn }, Runde { $round } von 3
ui-stage-zock = Spiel { $game } von { $games }
ui-stage-schocken = Runde { $round } · { $part }
ui-white-dice = Weiße Würfel: { $dice }
ui-own-cup = { $name }, eigener Becher: { $dice }, beste Zeile jetzt: { $row }
ui-cup-lifted = { $name }, Becher offen: { $dice }
ui-cups-covered = Noch verdeckt: { $names }
ui-points = Punkte: { $totals }
ui-no-row = keine Zeile
ui-no-marks = keine Kreuze
ui-points-of = { $name }, Punkte: { $points } ({ $marks })
ui-fields-of = { $name }, offene Felder: { $fields } (Summe { $sum }), Verlustpunkte bisher: { $loss }
ui-in-the-box = Würfel in der Spielbox: { $dice }
ui-middle = Steine in der Mitte: { $count }
ui-stones-of = { $name }: { $count ->
    [one] ein Stein
   *[other] { $count } Steine
}.
ui-not-thrown = Noch nicht geworfen.
ui-out = Nicht mehr dabei.
ui-kept = Herausgelegt: { $dice }.
ui-covered = Unterm Becher: { $count ->
    [one] ein Würfel
   *[other] { $count } Würfel
}.
ui-lies = { $dice }: { $throw } ({ $throws ->
    [one] ein Wurf
   *[other] { $throws } Würfe
}).
ui-plain-welcome = { $game }. Tippe die Nummer deiner Wahl und drücke Enter; u nimmt zurück, t zeigt den Tisch, r die Regeln, q speichert und beendet.
ui-plain-game = Welches Spiel?
ui-plain-resume = Weiterspielen: { $game }, { $players }
ui-plain-choose = { $count ->
    [one] Weiter mit 1:
   *[other] Deine Wahl, 1 bis { $count }:
}
ui-plain-fields = Felder zum Abdecken, zum Beispiel 3 6, oder 0 für keins:
ui-plain-dice = Würfel:
ui-plain-not-understood = Das steht nicht zur Wahl; bitte tippe { $count ->
    [one] 1
   *[other] eine Zahl von 1 bis { $count }
}.
ui-plain-not-fields = Bitte tippe offene Felder ({ $fields }) oder 0 für keins.
ui-plain-hand-over = Die Tastatur geht an { $name }. Alle anderen schauen weg; Enter, sobald { $name } bereit ist.
ui-bad-dice = Bitte tippe { $count ->
    [one] einen Würfel
   *[other] { $count } Würfel
} von 1 bis 6, zum Beispiel { $example }.
ui-took-back = Zurückgenommen.
ui-cannot-take-back = Da gibt es nichts zurückzunehmen: Seitdem sind Würfel gefallen, ein Becher wurde aufgedeckt oder jemand anders hat entschieden.
ui-saved-and-left = Das Spiel ist gespeichert; weiter geht es mit knobel play --resume.
ui-bots-get-ready = Die Bots machen sich bereit …
ui-left = Bis bald.
ui-record-saved = Aufzeichnung gespeichert: { $file }
ui-record-unfinished = Ein Spiel, das noch läuft, hat noch keine Aufzeichnung, denn sie zeigt alle Würfel.
ui-save-damaged = Der Spielstand { $file } ist beschädigt und lässt sich nicht fortsetzen; er bleibt unverändert liegen.
ui-cannot-save = In { $folder } lässt sich nicht speichern; das Spiel geht weiter, aber beim Verlassen ginge es verloren.
ui-no-saves = Es gibt keinen Spielstand zum Weiterspielen.

## Wahrscheinlichkeiten

odds-percent = { NUMBER($percent, minimumFractionDigits: 2, maximumFractionDigits: 2) }
odds-hardly = < 0,01
odds-nearly = > 99,99
odds-chance = Chance
odds-row = Beste Zeile
odds-nothing = Nichts
odds-round = Runde { $round }
odds-dice = { $count } Würfel
odds-rows-legend = Prozent   = genau diese Zeile ist die beste   ≥ diese oder eine bessere
odds-now = Jetzt: { $row }
odds-showdown = In Runde 3 gegen { $cups ->
    [one] einen unbekannten Becher
   *[other] { $cups } unbekannte Becher
}:
odds-showdown-won = du bist allein am besten
odds-showdown-tied = du teilst dir den besten Wurf
odds-showdown-lost = jemand ist besser
odds-open = offen: { $fields }
odds-usable = der Wurf passt
odds-finishing = der Wurf kann alles abdecken, was offen ist
odds-field = Feld
odds-cover = Zug
odds-covers = Züge
odds-throw = Wurf
odds-ways = Fälle
odds-schocken-title = Alle 56 Würfe, der beste zuerst
odds-stones = Steine
odds-all-stones = alle
odds-throws = { $count ->
    [one] 1 Wurf
   *[other] { $count } Würfe
}
odds-throws-legend = Prozent   = genau dieser Wurf   ≥ dieser oder ein besserer bei bester Auswahl
odds-target = { $throw } oder besser ({ $name }, Rang { $place } von 56)
odds-fresh-cup = Frischer Becher
odds-throws-left = { $dice } liegt, noch { $count ->
    [one] 1 Wurf
   *[other] { $count } Würfe
}
odds-stand = stehen lassen
odds-keep = { $keep } herauslegen
odds-throw-all = alle drei werfen
odds-flip = { $flip ->
    [one] eine Sechs
   *[other] zwei Sechsen
} drehen, { $keep } herauslegen

## Die App

ui-white = Weiße Würfel
ui-white-short = Weiß
ui-cup = Becher
ui-in = dabei
ui-dropped = raus R{ $round }
ui-sum = Punkte
ui-open-sum = offen: { $sum }
ui-loss-points = Verlustpunkte
ui-in-the-middle = In der Mitte
ui-kept-short = heraus
ui-thrown-short = geworfen
ui-covered-short = verdeckt
ui-waiting = noch nicht geworfen
ui-out-short = nicht mehr dabei
ui-throws-short = { $throws ->
    [one] 1 Wurf
   *[other] { $throws } Würfe
}
ui-best = ▲ höchster
ui-lowest = ▼ niedrigster
ui-next-turn = Nächster Durchgang
ui-next-game = Nächstes Spiel
ui-next-round = Nächste Runde
ui-means-next = weiter, wenn du alles gesehen hast
ui-means-throw = lass die Würfel fallen
ui-pick-fields = Felder mit 1 bis 9 wählen: { $fields }
ui-home-title = Drei Würfelspiele für einen Abend
ui-home-play = { $game } spielen
ui-home-resume = Weiter mit { $game }
ui-home-rules = Regeln
ui-home-rules-help = Die Regeln aller drei Spiele lesen
ui-home-language = English
ui-home-language-help = Play in English
ui-home-theme = Hell oder dunkel
ui-home-theme-help = Ein Abend am Tisch oder bei Tageslicht
ui-home-quit = Beenden
ui-home-quit-help = Gute Nacht
ui-home-events = { $stage } · { $players }
ui-setup-title = { $game }: Tisch decken
ui-setup-preset = Hausregeln
ui-setup-preset-none = Wie unten gewählt
ui-setup-players = Mitspieler
ui-setup-seat = Platz { $number }
ui-setup-person = Mensch
ui-setup-dice = Würfel
ui-setup-dice-system = Der Computer würfelt
ui-setup-dice-seeded = Wiederholbar, aus einer Zahl
ui-setup-dice-typed = Echte Würfel, eingetippt
ui-setup-seed = Zahl
ui-setup-start = Los
ui-setup-back = Zurück
ui-setup-chips = ohne, oder vier Werte: 1,2,5,10
ui-setup-not-number = { $option }: bitte eine ganze Zahl von { $least } bis { $most } eintippen.
ui-setup-not-chips = Chips: bitte vier Zahlen wie 1,2,5,10 eintippen oder gar nichts.
ui-hand-over-title = Die Tastatur geht an { $name }
ui-hand-over-text = Die Becher sind verdeckt. Alle anderen schauen jetzt weg.
ui-hand-over-ready = Enter: Ich bin { $name }, zeig mir meine Würfel
ui-log = Protokoll
ui-result = Ergebnis
ui-result-replay = Noch einmal ansehen
ui-result-replay-help = Das Spiel Schritt für Schritt
ui-result-again = Noch ein Spiel
ui-result-again-help = Derselbe Tisch, ein neues Spiel
ui-result-record = Aufzeichnung speichern
ui-result-record-help = Als Datei, die knobel replay prüfen kann
ui-result-home = Startseite
ui-result-home-help = Ein anderes Spiel wählen
ui-replay-place = Ereignis { $event } von { $events }
ui-key-take-back = zurücknehmen
ui-key-rules = Regeln
ui-key-log = Protokoll
ui-key-speed = schneller
ui-key-slow = langsamer
ui-key-language = English
ui-key-theme = hell/dunkel
ui-key-home = Startseite
ui-key-back = zurück
ui-keys-pages = Bild↑/↓
ui-keys-ends = Pos1/Ende
ui-keys-delete = Entf
ui-key-scroll = blättern
ui-key-step = Schritt
ui-key-jump = zehn Schritte
ui-key-ends = Anfang/Ende
ui-key-delete = Spielstand löschen
ui-cannot-delete = Der Spielstand { $file } lässt sich nicht löschen.
ui-saved-deleted = Der Spielstand ist gelöscht.
ui-scored = { $points ->
    [one] ein Punkt
   *[other] { $points } Punkte
}
ui-lost-points = { $points ->
    [one] ein Verlustpunkt
   *[other] { $points } Verlustpunkte
}
ui-halves-lost = { $count ->
    [0] keine Hälfte verloren
    [one] eine Hälfte verloren
   *[other] { $count } Hälften verloren
}

## Zeichnungen von Stellungen (die Schlüssel aus rules/forms/labels.py)

label-admiral = Admiral
label-blue = Blau
label-chips = Chips
label-claims = Abgedeckt seit der letzten Übergabe
label-debt = Schulden
label-dice = Würfel
label-dropped = Ausgestiegen
label-final = Finale
label-first_half = Erste Hälfte
label-game = Spiel
label-green = Grün
label-in = Dabei
label-jorg = Jörg
label-jule = Jule
label-loss_points = Verlustpunkte
label-lost = Verloren
label-middle = Mitte
label-ordinary = Einfach
label-out = Raus
label-over = Zu Ende
label-points = Punkte
label-red = Rot
label-round = Runde
label-schock = Schock
label-schock_out = Schock out
label-seat = Platz
label-second_half = Zweite Hälfte
label-starter = Startspieler
label-stones = Steine
label-strasse = Straße
label-throws = Würfe
label-turn = Durchgang
label-white_dice = Weiße Würfel
label-won = Gewonnen
label-yellow = Gelb

## knobel replay

replay-finished = { $events ->
    [one] nach einem Ereignis zu Ende, stimmt
   *[other] nach { $events } Ereignissen zu Ende, stimmt
}
replay-open = { $events ->
    [one] nicht zu Ende, ein Ereignis, stimmt
   *[other] nicht zu Ende, { $events } Ereignisse, stimmt
}

## knobel solve

solve-points = Punkte im Mittel
solve-win = Chance, das Spiel zu gewinnen
solve-match = Chance, den Satz zu gewinnen
solve-first = Wer anfängt
solve-seat-throws = Platz { $seat } würfelt
solve-seat-covers = Platz { $seat } deckt ab
solve-seat-waits = Platz { $seat }, vor dem Auswürfeln
solve-seat-over = Platz { $seat }, am Ende
solve-ahead = { $games ->
    [one] Noch ein Spiel
   *[other] Noch { $games } Spiele
}, { $lead ->
    [0] gleich viele Verlustpunkte
    [one] ein Verlustpunkt besser
   *[other] { $lead } Verlustpunkte besser
}
solve-behind = { $games ->
    [one] Noch ein Spiel
   *[other] Noch { $games } Spiele
}, { $lead ->
    [one] ein Verlustpunkt schlechter
   *[other] { $lead } Verlustpunkte schlechter
}
solve-value = Wert
solve-less = Weniger
solve-number = { NUMBER($number, minimumFractionDigits: 4, maximumFractionDigits: 4) }
solve-patience = das dauert eine Weile, aber nur beim ersten Mal
solve-growing = der Satz wird gelöst

### Schocken

solve-schocken-title = { $players } Personen, { $middle ->
    [0] kein Stein in der Mitte
    [one] ein Stein in der Mitte
   *[other] { $middle } Steine in der Mitte
}
solve-schocken-place = { $place ->
    [1] Fängt an
   *[other] Folgt als Nummer { $place }
}
solve-schocken-half = Verliert die Hälfte
solve-schocken-game = Verliert das Spiel
solve-schocken-growing = die Hälfte wird gelöst
solve-schocken-approximate = Eine Näherung: Für so viele Personen gibt es mit diesen Regeln nichts Exaktes.

### Zock'n'Roll

solve-zocknroll-growing = beste Antworten werden gesucht
solve-zocknroll-players = { $players } Personen
solve-zocknroll-points = Punkte im Durchgang
solve-zocknroll-place = { $place ->
    [0] Wer beginnt
    [1] Links davon
   *[other] { $place } Plätze weiter
}
solve-zocknroll-number = { NUMBER($number, minimumFractionDigits: 6, maximumFractionDigits: 6) }
solve-zocknroll-exploitability = Niemand gewinnt mehr als { $gain } Punkte je Durchgang, wenn er anders spielt.
solve-zocknroll-seat = Platz { $seat } entscheidet, nach den Punkten im Durchgang
solve-zocknroll-stay = weiterzocken
solve-zocknroll-drop = aussteigen mit der besten Zeile

## knobel simulate

simulate-playing = es wird gespielt
simulate-title-zocknroll = Zock’n’Roll · { $games ->
    [one] ein Spiel
   *[other] { $games } Spiele
} · { $players } Personen
simulate-title-zock = ZOCK · { $games ->
    [one] ein Satz
   *[other] { $games } Sätze
} · { $players } Personen
simulate-title-schocken = Schocken · { $games ->
    [one] ein Spiel
   *[other] { $games } Spiele
} · { $players } Personen
simulate-seed = Startzahl { $seed }
simulate-policies = Spielweise
simulate-policy-zocknroll-random = irgendein erlaubter Zug
simulate-policy-zocknroll-stay = bleibt immer drin
simulate-policy-zocknroll-best = in jedem Durchgang nahe am Gleichgewicht
simulate-policy-zock-random = irgendein erlaubter Zug
simulate-policy-zock-points = perfekt auf Punkte
simulate-policy-zock-win = perfekt auf jedes Spiel
simulate-policy-zock-match = perfekt auf den Satz
simulate-policy-schocken-random = irgendein erlaubter Zug
simulate-policy-schocken-best = perfekt
simulate-percent = %
simulate-number = Mittel
simulate-decimal = { NUMBER($number, minimumFractionDigits: 2, maximumFractionDigits: 2) }
simulate-fine = { NUMBER($number, minimumFractionDigits: 3, maximumFractionDigits: 3) }
simulate-typical = Mittel { $mean } ± { $error }, Median { $median }, neun von zehn: { $low }–{ $high }, höchstens { $most }

simulate-zock-beginner_wins = Wer ein Spiel anfängt, gewinnt es
simulate-zock-wins = Platz { $seat } gewinnt den Satz
simulate-zock-draw = Unentschieden
simulate-zock-throws = Würfe in einem Spiel
simulate-zock-loss = Verlustpunkte eines Spiels
simulate-zock-losses = Verlustpunkte einer Person im Satz

simulate-schocken-starter_loses = Wer anfängt, verliert das Spiel
simulate-schocken-starter_loses_half = Wer anfängt, verliert die erste Hälfte
simulate-schocken-loses_again = Jemand verliert beide Hälften
simulate-schocken-loses = Platz { $seat } verliert das Spiel
simulate-schocken-rounds = Runden in einem Spiel
simulate-schocken-throws = Würfe in einem Spiel

simulate-zocknroll-starter_wins = Wer den ersten Durchgang startet, gewinnt allein
simulate-zocknroll-wins = Platz { $seat } gewinnt allein
simulate-zocknroll-shared = Der Sieg wird geteilt
simulate-zocknroll-turn_points = { $place ->
    [1] Punkte des Startspielers in einem Durchgang
   *[other] Punkte von Nummer { $place } in einem Durchgang
}
simulate-zocknroll-turns = Durchgänge in einem Spiel
simulate-zocknroll-score = Punkte am Ende
simulate-zocknroll-winning_score = Punkte beim Sieg

## Arena: Bots gegen Bots

arena-title = { $game } · { $players } Plätze · { $deals ->
    [one] eine Würfelfolge
   *[other] { $deals } Würfelfolgen
}, { $games } Spiele · Startwert { $seed }
arena-bot = Bot
arena-won = Gewonnen
arena-not-lost = Nicht verloren
arena-interval = ± (95 %)
arena-points-zocknroll = Punkte
arena-points-zock = Vorsprung
arena-points-schocken = Hälften
arena-rating = Wertung
arena-duel = Wer gegen wen
arena-against = { $bot } – { $other }
arena-ahead = Voraus um
arena-error = Standardfehler
arena-errors = Fehler
arena-percent = { NUMBER($percent, minimumFractionDigits: 2, maximumFractionDigits: 2) } %
arena-small-percent = { NUMBER($percent, minimumFractionDigits: 5, maximumFractionDigits: 5) } %
arena-number = { NUMBER($number, minimumFractionDigits: 2, maximumFractionDigits: 2) }
arena-preparing = die Bots machen sich bereit
arena-playing = es wird gespielt
arena-patience = die Bots spielen
arena-stopped = { $deals ->
    [0] abgebrochen, bevor eine Würfelfolge ausgespielt war
    [one] abgebrochen nach einer Würfelfolge
   *[other] abgebrochen nach { $deals } Würfelfolgen
}
arena-go-on = mit knobel arena --resume { $file } geht es von hier weiter
