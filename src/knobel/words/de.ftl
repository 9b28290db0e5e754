### Alle Wörter von knobel auf Deutsch. Jeder Schlüssel steht auch in en.ftl.
###
### Ein Wort für eine Sache. Zock'n'Roll: Durchgang (drei Runden), Runde, Zeile, Kreuz, Tableau, Hand, Becher, weiße
### Würfel, Startspieler; aussteigen, weiterzocken. ZOCK: Satz (mehrere Spiele), Spiel, Feld, abdecken, Box,
### Verlustpunkte. Schocken: Spiel, Hälfte, Finale, Runde, Wurf, Steine, einfacher Wurf; stehen lassen, herauslegen, neu
### (werfen). Überall: Spieler, Gegner, Gastgeber, Zuschauer, Bot, Platz, Verlauf, Aufzeichnung, Wiedergabe, Statistik,
### zurücknehmen, prüfen (Würfel), fair (Würfel); anfangen (Spieler), der Server (nicht: das Haus), Spiel (nie: Partie).
###
### Wer liest, ist „du“: Eine Nachricht, die einen Spieler nennt, hat eine Variante für den Namen `ui-you`, `[Du]`, mit
### dem richtigen Verb und Fall. Namenslisten stehen hinter einem Doppelpunkt: „Du und Ben“ verlangt sonst „ihr“.
### Knöpfe sagen, was beim Drücken geschieht, in höchstens drei Wörtern.

## Spiele

game-zocknroll = Zock'n'Roll
game-zock = ZOCK
game-schocken = Schocken
game-zocknroll-tagline = Aussteigen und Punkte kassieren oder weiterzocken und alles riskieren
game-zock-tagline = Zwei Spieler, zwei Würfel, je neun Felder: Wer deckt zuerst alle ab?
game-schocken-tagline = Der Kneipenklassiker: drei Würfel und dreizehn Steine, die keiner will

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
option-zocknroll-first_to_decide-help = Wer zuerst entscheidet: der Startspieler oder sein linker Nachbar, sodass der Startspieler zuletzt dran ist (N6).
choice-zocknroll-first_to_decide-starter = Startspieler
choice-zocknroll-first_to_decide-left_of_starter = Links vom Startspieler
option-zocknroll-jorg_counts = Jörg zählt mit
option-zocknroll-jorg_counts-help = Zu dritt spielt Jörg der Zocker mit. Zählt er als Spieler, bringt „3. Runde gewonnen“ 4 Punkte, sonst 3 (N13).
choice-zocknroll-jorg_counts-true = Ja, 4 Punkte
choice-zocknroll-jorg_counts-false = Nein, 3 Punkte
option-zocknroll-royal_pairs = Royal Pairs
option-zocknroll-royal_pairs-help = Was die oberste Zeile der Profi-Variante verlangt. Keine Anleitung erklärt es, deshalb ist das eine Auslegung (N15).
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
option-zock-two_digit-help = Entweder deckst du die Summe 12 mit ihren Ziffern 1 und 2 ab, oder Summen über 10 gehen gar nicht. Variante C nimmt immer die Ziffern (K6).
choice-zock-two_digit-digits = Als Ziffern
choice-zock-two_digit-ten_only = Gar nicht
option-zock-games = Länge
count-zock-games = { $count ->
    [one] 1 Spiel
   *[other] { $count } Spiele
}
option-zock-games-help = Aus wie vielen Spielen ein Satz besteht. Am Ende gewinnt, wer die wenigsten Verlustpunkte hat (K8).
option-zock-referee = Schiedsrichter
option-zock-referee-help = Entweder sind nur mögliche Züge erlaubt, oder du deckst ab, was du willst, und dein Gegner muss Fehler selbst bemerken und Einspruch erheben (K9).
choice-zock-referee-strict = Das Programm
choice-zock-referee-players = Die Spieler
option-zock-chips = Chips
option-zock-chips-help = Was ein roter, blauer, gelber und grüner Chip wert ist. Der Verlierer eines Spiels zahlt seine Verlustpunkte in Chips; den Satz entscheiden sie nie (K10).
choice-zock-chips-none = Ohne Chips

## Optionen von Schocken

option-schocken-stones = Steine
option-schocken-stones-help = Wie viele Steine zu Beginn einer Hälfte in der Mitte liegen. Wer am Ende alle hat, verliert die Hälfte (S1).
option-schocken-kept_dice = Herausgelegte Würfel
option-schocken-kept_dice-help = Ob du Würfel, die du schon herausgelegt hast, wieder mitwürfeln darfst oder ob sie liegen bleiben (S4).
choice-schocken-kept_dice-may_return = Dürfen zurück
choice-schocken-kept_dice-stay = Bleiben liegen
option-schocken-covered = Verdeckter Wurf
option-schocken-covered-help = Welcher Wurf unter dem Becher bleibt, bis alle fertig sind, und den auch du selbst nicht siehst: der dritte, der letzte erlaubte der Runde oder keiner (S5).
choice-schocken-covered-third = Der dritte
choice-schocken-covered-last = Der letzte erlaubte
choice-schocken-covered-none = Keiner
option-schocken-ties = Gleiche Würfe
option-schocken-ties-help = Welcher von zwei gleichen Würfen tiefer liegt: der spätere („mit ist Shit“) oder der mit mehr Würfen und erst dann der spätere (S8).
choice-schocken-ties-order = Mit ist Shit
choice-schocken-ties-throws_then_order = Würfe, dann Reihenfolge
option-schocken-length = Länge
option-schocken-length-help = Ein ganzes Spiel hat zwei Hälften und, wenn sie verschiedene Verlierer haben, ein Finale. Oder ihr spielt nur eine Hälfte: Wer sie verliert, hat verloren (S11).
choice-schocken-length-game = Ganzes Spiel
choice-schocken-length-half = Eine Hälfte
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
option-schocken-jule-help = 4-2-1 steht zwischen Schock out und Schock 6 und verteilt 7 Steine (H4).
choice-schocken-jule-true = Ja
choice-schocken-jule-false = Nein
preset-schocken-pub = Kneipenregeln
preset-schocken-pub-help = Die häufigsten Hausregeln auf einmal: Sechsen drehen (H1), Straße und Admiral nur aus der Hand (H2), der letzte erlaubte Wurf bleibt verdeckt (S5), und von gleichen Würfen liegt der spätere tiefer (S8).

## Bots

bot-random = Zufall
bot-random-help = Macht irgendeinen erlaubten Zug.
bot-casual = Anfänger
bot-casual-help = Gut gelaunt und mit vernünftigen Faustregeln.
bot-strong = Stark
bot-strong-help = Spielt nach den Wahrscheinlichkeiten.
bot-master = Meister
bot-master-help = Spielt so gut wie möglich und hat das ganze Spiel oder den ganzen Satz im Blick.
bot-jorg = Jörg
bot-jorg-help = Bleibt immer drin, egal was die Würfel sagen (N4).
bot-third-party-help = Ein fremder Bot. Macht er nicht rechtzeitig einen gültigen Zug, zieht der Anfänger für ihn.

## Verlauf: was geschah

log-starter = { $name ->
    [Du] Du fängst an
   *[other] { $name } fängt an
}.
log-cups = Durchgang { $turn }: Alle Becher stehen. { $name ->
    [Du] Du fängst an
   *[other] { $name } fängt an
}.
log-white = Weiße Würfel: { $dice }.
log-white-fourth = Vierter weißer Würfel: { $die } ({ $dice }).
log-white-fifth = Fünfter weißer Würfel: { $die } ({ $dice }). Alle Becher werden hochgehoben.
log-hand = { $name }: { $dice }, { $row }.
log-best = Beste Hand: { $name ->
    [Du] deine
   *[other] { $name }
}.
log-tied = Gleich gut: { $names }. Die 3. Runde kreuzt niemand an (N10).
log-jorg-best = Jörg hat allein die beste Hand, also kreuzt niemand etwas an (N10).
log-stay = { $name ->
    [Du] Du zockst
   *[other] { $name } zockt
} weiter.
log-lift = { $name ->
    [Du] Du deckst
   *[other] { $name } deckt
} auf: { $dice }.
log-drop = { $name ->
    [Du] Du steigst
   *[other] { $name } steigt
} mit { $dice } aus: { $marks }.
log-mark = { $name ->
    [Du] Du kreuzt
   *[other] { $name } kreuzt
} an: { $marks }.
log-sixth-mark = Eine Zeile hat ihr sechstes Kreuz: Nach diesem Durchgang ist Schluss (N12).
log-won = Nach { $turns ->
    [one] einem Durchgang
   *[other] { $turns } Durchgängen
} { $names ->
    [Du] gewinnst du
   *[other] gewinnt { $names }
} mit { $points } Punkten.
log-won-by-thirds = Nach { $turns ->
    [one] einem Durchgang
   *[other] { $turns } Durchgängen
} { $names ->
    [Du] gewinnst du
   *[other] gewinnt { $names }
} mit { $points } Punkten; bei Gleichstand entscheiden mehr Kreuze bei „3. Runde gewonnen“ (N14).
log-won-shared = Nach { $turns ->
    [one] einem Durchgang
   *[other] { $turns } Durchgängen
} ein geteilter Sieg: { $names }, je { $points } Punkte und gleich viele Kreuze bei „3. Runde gewonnen“ (N14).
log-roll-off = Spiel { $game }, Auswürfeln: { $totals }. { $outcome }
log-total = { $name } { $total }
log-roll-again = Gleichstand: noch einmal.
log-throw = { $name ->
    [Du] Du wirfst
   *[other] { $name } wirft
} { $dice }.
log-no-cover = { $name ->
    [Du] Du wirfst
   *[other] { $name } wirft
} { $dice }: Nichts passt.
log-cover = { $name ->
    [Du] Du deckst
   *[other] { $name } deckt
} { $fields } ab. { $left }
log-left = Offen: { $fields }.
log-all-covered = Alle neun sind abgedeckt!
log-pass = { $name ->
    [Du] Du deckst
   *[other] { $name } deckt
} nichts ab.
log-objection-right = { $name ->
    [Du] Du erhebst
   *[other] { $name } erhebt
} Einspruch, und zwar zu Recht. Wieder offen bei { $other ->
    [Du] dir
   *[other] { $other }
}: { $fields }.
log-objection-wrong = { $name ->
    [Du] Du erhebst
   *[other] { $name } erhebt
} Einspruch, aber alles war richtig.
log-accept = { $name ->
    [Du] Du bist
   *[other] { $name } ist
} einverstanden.
log-game-won = { $name ->
    [Du] Du gewinnst
   *[other] { $name } gewinnt
} Spiel { $number } von { $games }. { $other ->
    [Du] Du bekommst
   *[other] { $other } bekommt
} { $loss ->
    [one] einen Verlustpunkt
   *[other] { $loss } Verlustpunkte
}.
log-chips = { $name ->
    [Du] Deine Chips
   *[other] Chips von { $name }
}: rot { $red }, blau { $blue }, gelb { $yellow }, grün { $green }; Schulden { $debt }.
log-match-won = { $name ->
    [Du] Du gewinnst
   *[other] { $name } gewinnt
} den Satz. Verlustpunkte: { $first }, { $second }.
log-match-drawn = Der Satz endet unentschieden. Verlustpunkte: { $first }, { $second }.
log-round = Runde { $round } · { $part }
log-round-of-half = Runde { $round }
log-throws = { $name ->
    [Du] Dein { $number }. Wurf
   *[other] { $name }, { $number }. Wurf
}: { $told }
log-flip = { $count ->
    [one] zwei Sechsen zu einer Eins gedreht
   *[other] drei Sechsen zu zwei Einsen gedreht
}
log-keep = { $dice } herausgelegt
log-thrown = { $dice } geworfen: { $throw }
log-thrown-covered = { $count ->
    [one] ein Würfel
   *[other] { $count } Würfel
} verdeckt unterm Becher
log-stand = { $name ->
    [Du] Du bleibst
   *[other] { $name } bleibt
} bei { $throw }.
log-limit = Die anderen haben { $throws ->
    [one] einen Wurf
   *[other] bis zu { $throws } Würfe
}.
log-cups-up = Alle Becher hoch: { $hands }.
log-hand-of = { $name } { $throw }
log-tie-by-order = Gleich hoch: { $names }. Mit ist Shit: Wer später geworfen hat, liegt tiefer (S8).
log-tie-by-throws = Gleich hoch: { $names }. Wer mehr Würfe gebraucht hat, liegt tiefer (S8).
log-takes = { $best ->
    [Du] Du hast
   *[other] { $best } hat
} den höchsten Wurf. { $loser ->
    [Du] Du nimmst
   *[other] { $loser } nimmt
} { $count ->
    [one] einen Stein
   *[other] { $count } Steine
} aus der Mitte (noch { $left }).
log-hands = { $best ->
    [Du] Du hast den höchsten Wurf und gibst
   *[other] { $best } hat den höchsten Wurf und gibt
} { $loser ->
    [Du] dir
   *[other] { $loser }
} { $count ->
    [one] einen Stein
   *[other] { $count } Steine
}.
log-schock-out = Schock out von { $best ->
    [Du] dir
   *[other] { $best }
}! { $loser ->
    [Du] Du hast den niedrigsten Wurf und bekommst
   *[other] { $loser } hat den niedrigsten Wurf und bekommt
} alles.
log-out = { $count ->
    [one] { $names ->
        [Du] Du bist
       *[other] { $names } ist
    } raus: keine Steine mehr in dieser Hälfte.
   *[other] Raus, ohne Steine in dieser Hälfte: { $names }.
}
log-half-lost = { $part }: { $name ->
    [Du] Du verlierst
   *[other] { $name } verliert
}.
log-final = Im Finale: { $names }.
log-lost = Nach { $rounds ->
    [one] einer Runde
   *[other] { $rounds } Runden
} ist Schluss: { $name ->
    [Du] Du hast verloren
   *[other] { $name } hat verloren
}.

## Tisch: wer kommt und geht

table-created = Neuer Tisch: { $game }.
table-sat = { $name ->
    [Du] Du setzt dich
   *[other] { $name } setzt sich
}.
table-bot-sat = { $name } spielt mit (Bot: { $level }).
table-left = { $name ->
    [Du] Du verlässt
   *[other] { $name } verlässt
} den Tisch.
table-removed = Der Gastgeber nimmt { $name ->
    [Du] dich
   *[other] { $name }
} vom Tisch.
table-changed = Der Gastgeber ändert die Einstellungen: { $game }.
table-host = { $name ->
    [Du] Du bist
   *[other] { $name } ist
} jetzt Gastgeber.
table-started = Spiel { $number } beginnt.
table-away-time = Die Zeit ist um: Ein Bot spielt für { $name ->
    [Du] dich
   *[other] { $name }
}.
table-away-left = { $name ->
    [Du] Du bist
   *[other] { $name } ist
} weg: Ein Bot spielt weiter.
table-away-host = Der Gastgeber lässt einen Bot für { $name ->
    [Du] dich
   *[other] { $name }
} spielen.
table-back = { $name ->
    [Du] Du bist
   *[other] { $name } ist
} wieder da.
table-carried = { $name ->
    [Du] Du sitzt
   *[other] { $name } sitzt
} jetzt auch mit einem anderen Gerät am Tisch.
table-emoted = { $name }: { $emote }
table-wants-rematch = { $name ->
    [Du] Du willst
   *[other] { $name } will
} noch ein Spiel.
table-lost-turn = Der Bot { $bot } hat keinen gültigen Zug gemacht; { $level } hat stattdessen gezogen.
table-absent = { $name ->
    [Du] Dein Gerät
   *[other] Das Gerät von { $name }
} hat zu diesem Wurf nichts beigetragen.
table-protested = { $name ->
    [Du] Dein Gerät
   *[other] Das Gerät von { $name }
} meldet, dass es geantwortet hat.
table-claimed = { $name ->
    [Du] Du hast
   *[other] { $name } hat
} jetzt ein eigenes Handy am Tisch.
table-released = { $name ->
    [Du] Dein Handy
   *[other] Das Handy von { $name }
} ist weg: Der Gastgeber trägt die Würfel für diesen Platz ein.
table-sat-out = { $name ->
    [Du] Du setzt aus.
   *[other] { $name } setzt aus.
}
table-sat-in = { $name ->
    [Du] Du spielst
   *[other] { $name } spielt
} wieder mit.
table-taken-back = { $name ->
    [Du] Du nimmst
   *[other] { $name } nimmt
} { $count ->
    [one] die letzte Eingabe
   *[other] die letzten { $count } Eingaben
} zurück (R6).
table-disputed = { $name ->
    [Du] Du hast
   *[other] { $name } hat
} etwas anderes eingetragen: Schaut noch einmal hin und tragt es neu ein (R6).
table-closed = Der Gastgeber hat den Tisch geschlossen.
emote-hello = Hallo!
emote-well_played = Gut gespielt!
emote-thanks = Danke!
emote-luck = So ein Glück!
emote-ouch = Autsch!
emote-hurry = Na los, du bist dran!
emote-laugh = Haha!
emote-think = Lass mich überlegen …

## Absagen: was eine Regel verlangt, wo sie Nein sagt

refusal-illegal = Das geht gerade nicht.
refusal-stale = Inzwischen ist das Spiel weitergegangen. Schau noch einmal hin.
refusal-malformed = Das hat der Tisch nicht verstanden.
refusal-forbidden = Das darfst du an diesem Tisch nicht.
refusal-closed = Dieser Tisch ist geschlossen.
refusal-limit = Das war zu viel auf einmal. Warte einen Moment.
refusal-N1 = Zock'n'Roll ist für 3 bis 12 Spieler (N1).
refusal-N2 = Im Grundspiel liegen zwei Würfel in jedem Becher, in der Profi-Variante drei (N2).
refusal-N3 = Zuerst muss feststehen, wer anfängt, und das muss einer der Spieler sein (N3).
refusal-N4 = Zu dritt hat auch Jörg einen Becher (N4).
refusal-N5 = Ein Durchgang beginnt mit allen Bechern, dann fallen drei weiße Würfel; was verdeckt ist, bleibt verdeckt (N5).
refusal-N6 = Ihr entscheidet der Reihe nach, und gerade ist jemand anders dran (N6).
refusal-N7 = Wenn du aussteigst, kreuzt du eine Zeile an, die deine und die weißen Würfel ergeben, oder keine, wenn sie nichts ergeben (N7).
refusal-N9 = In der 2. Runde fällt zuerst der vierte weiße Würfel, dann entscheiden alle, die noch drin sind, der Reihe nach (N9).
refusal-N10 = Nach dem fünften weißen Würfel kreuzen nur die besten Hände eine Zeile an, die ihre Würfel ergeben (N10).
refusal-N12 = Das Spiel ist aus (N12).
refusal-N13 = Jörg zählt entweder als Mitspieler oder nicht (N13).
refusal-N15 = Royal Pairs sind Paare aus 4, 5 und 6, drei Paare in Folge oder sechs Gleiche (N15).
refusal-R1 = An einem Tisch mit echten Würfeln wird von Hand gewürfelt und eingetragen: ohne Bots, ohne Uhr und ohne Würfel vom Server, denn Würfel, die andere nicht sehen, beweisen nichts (R1).
refusal-R2 = Was offen liegt, wird sofort angesagt; nur Würfel unter einem Becher dürfen verdeckt bleiben (R2).
refusal-R3 = Aufgedeckt wird der Reihe nach, jeder Becher einmal und zu seiner Zeit: beim Aussteigen, in der 3. Runde, oder wenn alle geworfen haben (R3).
refusal-R5 = Was unter dem Becher liegt, ist noch nicht angesagt; das lässt sich nicht wissen (R5).
refusal-R6 = Das lässt sich nicht zurücknehmen: Seitdem wurde nichts eingetragen, oder der Tisch hat sich seit dem Spielende geändert (R6).
refusal-K1 = ZOCK ist für zwei Spieler mit zwei sechsseitigen Würfeln (K1).
refusal-K2 = Zuerst würfelt ihr aus, wer anfängt (K2).
refusal-K3 = Du kannst nur offene Felder abdecken: die Zahlen beider Würfel oder ihre Summe (K3).
refusal-K4 = Wenn zum Wurf etwas passt, musst du es abdecken (K4).
refusal-K5 = Das passt nicht zur Variante: Sie sagt, was ein Wurf abdecken darf und wer dran ist (K5).
refusal-K6 = Zahlen über 10 deckst du mit ihren Ziffern ab oder gar nicht (K6).
refusal-K8 = Ein Satz hat mindestens ein Spiel, und dieser ist vielleicht schon vorbei (K8).
refusal-K9 = Einspruch oder Einverständnis geht nur gleich nach dem Zug deines Gegners, und nur, wenn die Spieler Schiedsrichter sind (K9).
refusal-K10 = Jede der vier Chipfarben braucht einen Wert, außer ihr spielt ohne Chips (K10).
refusal-S1 = Schocken ist für 2 bis 24 Spieler, mit mindestens einem Stein (S1).
refusal-S2 = Das Spiel ist aus (S2).
refusal-S3 = Zuerst muss feststehen, wer anfängt, und das muss einer der Spieler sein (S3).
refusal-S4 = Nach einem offenen Wurf lässt du stehen, oder du legst höchstens zwei Würfel heraus und wirfst die anderen neu (S4).
refusal-S5 = Was unter dem Becher liegt, zählt erst, wenn alle aufdecken (S5).
refusal-S6 = Ihr werft der Reihe nach, und gerade ist jemand anders dran (S6).
refusal-S8 = Von gleichen Würfen liegt der spätere tiefer, oder zuerst der mit mehr Würfen (S8).
refusal-S11 = Ihr spielt ein ganzes Spiel oder nur eine Hälfte (S11).
refusal-H1 = Zwei Sechsen in einem offenen Wurf werden zu einer Eins, drei zu zwei, und die bleiben draußen; nur wenn ihr mit dieser Hausregel spielt (H1).
refusal-H2 = Straße und Admiral nur aus der Hand: ja oder nein (H2).
refusal-H3 = Admiral über Schock 2: ja oder nein (H3).
refusal-H4 = Jule: ja oder nein (H4).

## Zum Spiel gesagt, im Terminal und im Browser

ui-you = Du
ui-player = Spieler { $number }
ui-jorg = Jörg
ui-and = { $most ->
    [Du] du
   *[other] { $most }
} und { $last ->
    [Du] du
   *[other] { $last }
}
ui-beside = { $one } · { $other }
ui-throw-named = { $throw } { $dice }
ui-first-half = Erste Hälfte
ui-second-half = Zweite Hälfte
ui-final = Finale
ui-plus = +{ $points }
ui-score = { $row } +{ $points }
ui-total = { $sum } = { $points } Punkte
ui-sixth-mark = 6. Kreuz: letzter Durchgang
ui-stay = Weiterzocken
ui-drop = Aussteigen: { $row }
ui-lift = Aufdecken und aussteigen
ui-means-lift = Würfel ansagen, dann eine Zeile ankreuzen
ui-means-unknown = Chancen unbekannt: Die Würfel sind nicht angesagt (R5)
ui-drop-nothing = Aussteigen ohne Zeile
ui-mark = Ankreuzen: { $row }
ui-means-stay = { $better } auf Verbesserung · 3. Runde: Sieg { $won }, Gleichstand { $tied }
ui-means-stay-alone = 3. Runde sicher gewonnen: +{ $points } oder mehr · { $better } auf Verbesserung
ui-cover = { $fields } abdecken
ui-pass = Nichts abdecken
ui-throw = Werfen
ui-accept = Einverstanden
ui-object = Einspruch
ui-means-cover = offen: { $fields } (Summe { $sum }) · Wurf passt zu { $usable }
ui-means-cover-all = Spiel gewonnen · { $other } bekommt { $loss ->
    [one] einen Verlustpunkt
   *[other] { $loss } Verlustpunkte
}
ui-means-pass = die Würfel gehen weiter
ui-means-throw-on = was abgedeckt ist, bleibt es, richtig oder falsch
ui-means-accept = das Spiel ist aus: { $loss ->
    [one] ein Verlustpunkt
   *[other] { $loss } Verlustpunkte
} für dich
ui-means-object = öffnet wieder, was nicht zum Wurf passte
ui-stand = Stehen lassen
ui-means-stand = { $throw } gilt
ui-keep = { $dice } herauslegen, { $count ->
    [one] einen Würfel
   *[other] zwei Würfel
} neu
ui-throw-all = Alle drei neu
ui-flip = { $count ->
    [one] Sechsen zu einer 1
   *[other] Sechsen zu zwei 1en
}: { $throws }
ui-means-reach-better = { $chance } auf Verbesserung
ui-means-reach = { $chance } auf Schock
ui-under-the-cup = verdeckt
ui-now-over = Das Spiel ist aus.
ui-now-type = Was ist gefallen? Tippe { $count ->
    [one] einen Würfel
   *[other] { $count } Würfel
} ein.
ui-now-type-for = { $name ->
    [Du] Was hast du geworfen?
   *[other] { $name }: Was ist gefallen?
} Tippe { $count ->
    [one] einen Würfel
   *[other] { $count } Würfel
} ein.
ui-now-throws = { $name ->
    [Du] Gleich fallen deine Würfel
   *[other] { $name } wirft gleich
}
ui-now-by-hand = { $name ->
    [Du] Du bist dran: Wirf!
   *[other] { $name } muss werfen
}
ui-now-dice = Gleich fallen die Würfel
ui-now-lot = Das Los entscheidet, wer anfängt
ui-now-starter = Wer fängt an?
ui-now-white = Weiße Würfel: { $count ->
    [one] einer
   *[other] drei
}
ui-now-roll-off = Auswürfeln: je zwei Würfel
ui-now-tell = { $name ->
    [Du] Was hast du geworfen?
   *[other] { $name }: Was ist gefallen?
}
ui-draw-lot = Auslosen
ui-begins = { $name ->
    [Du] Du fängst an
   *[other] { $name } fängt an
}
ui-now-decide = { $name ->
    [Du] Du bist dran
   *[other] { $name }
}: aussteigen oder weiterzocken?
ui-now-lift = { $name ->
    [Du] Deck auf: Was liegt da?
   *[other] { $name } deckt auf: Was liegt unter dem Becher?
}
ui-now-mark = { $name ->
    [Du] Du bist dran
   *[other] { $name }
}: Welche Zeile bekommt das Kreuz?
ui-now-cover = { $name ->
    [Du] Du bist dran: Was deckst du ab?
   *[other] { $name }: Welche Felder abdecken?
}
ui-now-object = { $name ->
    [Du] Du bist dran
   *[other] { $name }
}: werfen oder Einspruch?
ui-now-accept = { $name ->
    [Du] Bist du mit dem Ende einverstanden?
   *[other] { $name }: einverstanden mit dem Ende oder Einspruch?
}
ui-now-stand = { $name ->
    [Du] Stehen lassen
   *[other] { $name }: stehen lassen
} oder weiterwerfen? { $left ->
    [one] Noch ein Wurf
   *[other] Noch { $left } Würfe
}
ui-stage-start = Gleich geht’s los
ui-stage-zocknroll = Durchgang { $turn } · Runde { $round }/3
ui-stage-zock = Spiel { $game } von { $games }
ui-stage-schocken = Runde { $round } · { $part }
ui-stage-schocken-half = Runde { $round } · Eine Hälfte
ui-white-dice = Weiße Würfel: { $dice }
ui-own-cup = { $name ->
    [Du] Dein Becher
   *[other] Becher von { $name }
}: { $dice }, beste Zeile jetzt: { $row }
ui-cup-lifted = { $name }, aufgedeckt: { $dice }
ui-cups-covered = Noch verdeckt: { $names }
ui-points = Punkte: { $totals }
ui-no-row = keine Zeile
ui-no-marks = keine Kreuze
ui-points-of = { $name }: { $points ->
    [one] ein Punkt
   *[other] { $points } Punkte
} ({ $marks })
ui-fields-of = { $name }: offene Felder { $fields } (Summe { $sum }), Verlustpunkte bisher: { $loss }
ui-in-the-box = Würfel in der Box: { $dice }
ui-middle = Steine in der Mitte: { $count }
ui-stones-of = { $name }: { $count ->
    [one] ein Stein
   *[other] { $count } Steine
}.
ui-not-thrown = Noch nicht geworfen.
ui-out = Raus.
ui-kept = Herausgelegt: { $dice }.
ui-covered = Unterm Becher: { $count ->
    [one] ein Würfel
   *[other] { $count } Würfel
}.
ui-lies = { $dice }: { $throw } ({ $throws ->
    [one] ein Wurf
   *[other] { $throws } Würfe
}).
ui-plain-welcome = { $game }. Tippe die Nummer deiner Wahl und drücke Enter. u: zurücknehmen, t: Tisch zeigen, r: Regeln, h: Hinweise an oder aus, q: speichern und beenden.
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
ui-plain-hand-over = Gib die Tastatur an { $name } weiter. Alle anderen schauen weg; Enter, sobald { $name } bereit ist.
ui-bad-dice = Bitte tippe { $count ->
    [one] einen Würfel
   *[other] { $count } Würfel
} von 1 bis 6, zum Beispiel { $example }.
ui-took-back = Zurückgenommen.
ui-cannot-take-back = Das lässt sich nicht mehr zurücknehmen: Inzwischen sind Würfel gefallen, ein Becher wurde aufgedeckt oder jemand anders hat entschieden.
ui-nothing-to-take-back = Es gibt noch nichts zurückzunehmen.
ui-leave-unsaved = In { $folder } lässt sich nicht speichern. Geh noch einmal hinaus, um ohne Speichern zu beenden.
ui-saved-and-left = Das Spiel ist gespeichert. Weiter geht es mit knobel play --resume.
ui-bots-get-ready = Die Bots machen sich bereit …
ui-left = Bis bald!
ui-record-saved = Aufzeichnung gespeichert: { $file }. Würfel aus dem Terminal lassen sich nicht nachprüfen, die vom Tisch im Browser schon.
ui-record-unfinished = Solange ein Spiel läuft, gibt es keine Aufzeichnung, denn sie zeigt alle Würfel.
ui-save-damaged = Der Spielstand { $file } ist beschädigt und lässt sich nicht fortsetzen; er bleibt unverändert.
ui-cannot-save = In { $folder } lässt sich nicht speichern. Du kannst weiterspielen, aber beim Verlassen geht das Spiel verloren.
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
odds-showdown-won = du hast allein die beste Hand
odds-showdown-tied = du teilst dir die beste Hand
odds-showdown-lost = eine andere Hand ist besser
odds-open = offen: { $fields }
odds-usable = der Wurf passt
odds-finishing = der Wurf kann alles Offene abdecken
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
odds-throws-left = { $dice } auf dem Tisch, noch { $count ->
    [one] 1 Wurf
   *[other] { $count } Würfe
}
odds-stand = stehen lassen
odds-keep = { $keep } herauslegen
odds-throw-all = alle drei neu
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
ui-out-short = raus
ui-throws-short = { $throws ->
    [one] 1 Wurf
   *[other] { $throws } Würfe
}
ui-best = ▲ höchster
ui-lowest = ▼ niedrigster
ui-next-turn = Nächster Durchgang
ui-next-game = Nächstes Spiel
ui-next-round = Nächste Runde
ui-means-next = weiter, wenn du so weit bist
ui-means-throw = würfeln
ui-pick-fields = Felder mit 1 bis 9 wählen: { $fields }
ui-home-title = Drei Würfelspiele für einen Abend
ui-home-play = { $game } spielen
ui-home-resume = Weiter mit { $game }
ui-home-more = { $count ->
    [one] Noch ein Spielstand
   *[other] Noch { $count } Spielstände
}
ui-home-more-help = Alle zeigen
ui-date = %d.%m.%Y %H:%M
ui-home-rules = Regeln
ui-home-rules-help = Die Regeln aller drei Spiele lesen
ui-home-language = English
ui-home-language-help = Play in English
ui-home-theme = Farbschema
ui-home-theme-help = Hell oder dunkel
ui-home-quit = Beenden
ui-home-quit-help = Bis bald
ui-home-events = { $stage } · { $players }
ui-setup-title = { $game }: neues Spiel
ui-setup-preset = Hausregeln
ui-setup-preset-none = Wie unten gewählt
ui-setup-players = Spieler
ui-setup-seat = Platz { $number }
ui-setup-person = Mensch
ui-setup-dice = Würfel
ui-setup-dice-system = Der Computer würfelt
ui-setup-dice-seeded = Wiederholbar, mit Startzahl
ui-setup-dice-typed = Echte Würfel, eingetippt
ui-setup-seed = Startzahl
ui-setup-start = Los
ui-setup-back = Zurück
ui-setup-chips = keine oder vier Werte: 1,2,5,10
ui-setup-not-number = { $option }: bitte eine ganze Zahl von { $least } bis { $most } eintippen.
ui-setup-not-chips = Chips: bitte vier Zahlen wie 1,2,5,10 eintippen, jede höchstens eine Milliarde, oder das Feld leer lassen.
ui-hand-over-title = Gib die Tastatur an { $name } weiter
ui-hand-over-text = Die Becher sind verdeckt. Alle anderen schauen jetzt weg.
ui-hand-over-ready = Enter: Ich bin { $name }, zeig mir meine Würfel
ui-log = Verlauf
ui-result = Ergebnis
ui-result-replay = Wiedergabe
ui-result-replay-help = Das Spiel noch einmal, Schritt für Schritt
ui-result-again = Noch ein Spiel
ui-result-again-help = Derselbe Tisch, ein neues Spiel
ui-record = Aufzeichnung: { $file }
ui-record-at = Aufzeichnung: { $file } (knobel coach DATEI analysiert sie)
ui-saves-tidied = { $count ->
    [one] Ein unfertiges Spiel wurde gelöscht
   *[other] { $count } unfertige Spiele wurden gelöscht
} (aufgehoben werden die letzten { $games }, { $days } Tage lang).
ui-hints-on = Hinweise an: Jede Möglichkeit zeigt ihre Chancen.
ui-hints-off = Hinweise aus.
ui-key-hints = Hinweise
ui-key-no-hints = Hinweise
ui-key-coach = Coach
ui-coach-working = Jede Entscheidung wird analysiert …
ui-result-coach = Coach
ui-result-coach-help = Was jede Entscheidung kostete und was Glück war
ui-result-home = Startseite
ui-result-home-help = Ein anderes Spiel wählen
ui-replay-place = Schritt { $event } von { $events }
ui-key-take-back = zurücknehmen
ui-key-rules = Regeln
ui-key-log = Verlauf
ui-key-speed = Tempo
ui-key-slow = Tempo
ui-key-language = English
ui-key-theme = hell/dunkel
ui-key-home = Start
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
ui-delete-again = { $again } noch einmal drücken, um diesen Spielstand endgültig zu löschen.
ui-scored = { $points ->
    [one] ein Punkt
   *[other] { $points } Punkte
}
ui-lost-points = { $points ->
    [one] ein Verlustpunkt
   *[other] { $points } Verlustpunkte
}
ui-final-lost = Hälfte und Finale verloren
ui-game-lost = verloren
ui-game-not-lost = nicht verloren
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
label-tied = Unentschieden
label-turn = Durchgang
label-white_dice = Weiße Würfel
label-won = Gewonnen
label-yellow = Gelb

## knobel replay

replay-event = Ereignis { $event }
record-empty = Die Aufzeichnung ist leer.
record-deep = Für eine Aufzeichnung ist das zu tief verschachtelt.
record-json = Das ist kein JSON.
record-twice = Der Schlüssel { $what } steht zweimal in einem Objekt.
record-number = In einer Aufzeichnung stehen nur ganze Zahlen, nicht { $what }.
record-object = Eine Aufzeichnung ist ein JSON-Objekt.
record-key = { $what } gibt es in einer Aufzeichnung nicht.
record-lacks = Der Aufzeichnung fehlt „{ $what }“.
record-format = Das Format muss „{ $what }“ sein.
record-newer = Die Aufzeichnung stammt von einer neueren Version von knobel ({ $what }). Aktualisiere knobel, um sie zu lesen.
record-options = Diese Spieler oder Optionen gibt es nicht ({ $what }).
record-players = „players“ muss eine Liste von Namen sein.
record-name = Der Name { $what } enthält ein halbes Zeichen.
record-events = „events“ muss eine Liste sein.
record-event = Das ist kein bekanntes Ereignis ({ $what }).
record-early = Ein Ergebnis ist angegeben, aber das Spiel ist nicht zu Ende.
record-result = Das angegebene Ergebnis folgt nicht aus den Ereignissen: { $what }.
record-file = Die Datei lässt sich nicht lesen: { $what }.
replay-finished = { $events ->
    [one] gültig: nach einem Ereignis zu Ende
   *[other] gültig: nach { $events } Ereignissen zu Ende
}
verify-right = { $game } · { $throws ->
        [one] der eine Wurf ist geprüft
       *[other] alle { $throws } Würfe sind geprüft
    }
verify-server = { $game } · { $throws ->
        [one] den einen Wurf hat der Server allein bestimmt: Er passt zu seiner Zusage, aber kein Gerät eines Spielers hat dazu beigetragen
       *[other] alle { $throws } Würfe hat der Server allein bestimmt: Sie passen zu seinen Zusagen, aber kein Gerät eines Spielers hat dazu beigetragen
    }
verify-event = Ereignis { $number }:{" "}
verify-part = Teil { $number }:{" "}
verify-alone = { $throws ->
        [one] einen davon hat der Server allein bestimmt
       *[other] { $throws } davon hat der Server allein bestimmt
    }
verify-none = für { $names } hat kein Gerät beigetragen (Bots haben keins)
verify-without = { $throws ->
        [one] das Gerät von { $name } hat zu einem Wurf nichts beigetragen
       *[other] das Gerät von { $name } hat zu { $throws } Würfen nichts beigetragen
    }
verify-absent = { $times ->
        [one] das Gerät von { $name } hat einmal nicht geantwortet
       *[other] das Gerät von { $name } hat { $times }-mal nicht geantwortet
    }
verify-changes = { $times ->
        [one] das Gerät von { $name } hat einmal eine neue Kette begonnen
       *[other] das Gerät von { $name } hat { $times }-mal eine neue Kette begonnen
    }
verify-unfinished = { $events ->
        [one] das Spiel ist nicht zu Ende: Die Aufzeichnung hört nach einem Ereignis auf
       *[other] das Spiel ist nicht zu Ende: Die Aufzeichnung hört nach { $events } Ereignissen auf
    }
verify-taken = { $events ->
        [one] das erste Ereignis kam aus einem anderen Spiel und lässt sich nicht prüfen
       *[other] die ersten { $events } Ereignisse kamen aus einem anderen Spiel und lassen sich nicht prüfen
    }
verify-strict = die Würfe sind geprüft, aber für --strict reicht das nicht: { $why }
verify-bots = nenne die Bots mit --bot NAME
replay-open = { $events ->
    [one] bisher gültig: nicht zu Ende, ein Ereignis
   *[other] bisher gültig: nicht zu Ende, { $events } Ereignisse
}

## knobel solve

solve-points = erwartete Punkte
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
    [one] ein Verlustpunkt Vorsprung
   *[other] { $lead } Verlustpunkte Vorsprung
}
solve-behind = { $games ->
    [one] Noch ein Spiel
   *[other] Noch { $games } Spiele
}, { $lead ->
    [one] ein Verlustpunkt Rückstand
   *[other] { $lead } Verlustpunkte Rückstand
}
solve-value = Wert
solve-less = Weniger
solve-number = { NUMBER($number, minimumFractionDigits: 4, maximumFractionDigits: 4) }
solve-patience = das dauert eine Weile, aber nur beim ersten Mal
solve-growing = der Satz wird gelöst

### Schocken

solve-schocken-title = { $players } Spieler, { $middle ->
    [0] kein Stein in der Mitte
    [one] ein Stein in der Mitte
   *[other] { $middle } Steine in der Mitte
}
solve-schocken-place = { $place ->
    [1] Fängt an
   *[other] Wirft als Nummer { $place }
}
solve-schocken-half = Verliert die Hälfte
solve-schocken-game = Verliert das Spiel
solve-schocken-growing = die Hälfte wird gelöst
solve-schocken-approximate = Eine Näherung: Für so viele Spieler sind diese Regeln nicht exakt gelöst. In 95 von 100 Fällen weicht die Chance um höchstens { NUMBER($error, maximumFractionDigits: 2) } % ab.
solve-schocken-approximate-game = Die Hälfte ist exakt, das Spiel ist eine Näherung, weil seine erste Hälfte nicht für das Spiel gelöst ist: In 95 von 100 Fällen weicht die Chance um höchstens { NUMBER($error, maximumFractionDigits: 2) } % ab.
solve-rounded-1 = { NUMBER($number, minimumFractionDigits: 1, maximumFractionDigits: 1) }
solve-rounded-2 = { NUMBER($number, minimumFractionDigits: 2, maximumFractionDigits: 2) }

### Zock'n'Roll

solve-zocknroll-growing = suche nach besten Antworten
solve-zocknroll-players = { $players } Spieler
solve-zocknroll-points = Punkte im Durchgang
solve-zocknroll-place = { $place ->
    [0] Startspieler
    [1] Links davon
   *[other] { $place } Plätze weiter
}
solve-zocknroll-number = { NUMBER($number, minimumFractionDigits: 6, maximumFractionDigits: 6) }
solve-zocknroll-exploitability = Kein Spieler gewinnt mehr als { $gain } Punkte je Durchgang, wenn er anders spielt.
solve-zocknroll-not-unique = In anderen Gleichgewichten sind Plätze etwas mehr oder weniger wert.
solve-zocknroll-seat = Platz { $seat } entscheidet, nach den Punkten im Durchgang
solve-zocknroll-stay = weiterzocken
solve-zocknroll-drop = aussteigen mit der besten Zeile

## knobel simulate

simulate-playing = es wird gespielt
simulate-title-zocknroll = Zock’n’Roll · { $games ->
    [one] ein Spiel
   *[other] { $games } Spiele
} · { $players } Spieler
simulate-title-zock = ZOCK · { $games ->
    [one] ein Satz
   *[other] { $games } Sätze
} · { $players } Spieler
simulate-title-schocken = Schocken · { $games ->
    [one] ein Spiel
   *[other] { $games } Spiele
} · { $players } Spieler
simulate-patience = die Spiele laufen; das kann einen Moment dauern
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
simulate-random = Perfektes Spiel gibt es hier nur für zwei; ohne --policy spielen mehr Spieler irgendeinen erlaubten Zug.
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
simulate-zock-losses = Verlustpunkte eines Spielers im Satz

simulate-schocken-starter_loses = Wer anfängt, verliert das Spiel
simulate-schocken-starter_loses_half = Wer anfängt, verliert die erste Hälfte
simulate-schocken-loses_again = Derselbe Spieler verliert beide Hälften
simulate-schocken-loses = Platz { $seat } verliert das Spiel
simulate-schocken-rounds = Runden in einem Spiel
simulate-schocken-throws = Würfe in einem Spiel

simulate-zocknroll-starter_wins = Der erste Startspieler gewinnt allein
simulate-zocknroll-wins = Platz { $seat } gewinnt allein
simulate-zocknroll-shared = Der Sieg wird geteilt
simulate-zocknroll-turn_points = { $place ->
    [1] Punkte des Startspielers in einem Durchgang
   *[other] Punkte von Nummer { $place } in einem Durchgang
}
simulate-zocknroll-turns = Durchgänge in einem Spiel
simulate-zocknroll-score = Punkte am Ende
simulate-zocknroll-winning_score = Punkte des Siegers

## Arena: Bots gegen Bots

arena-title = { $game } · { $players } Spieler · { $deals ->
    [one] eine Würfelfolge
   *[other] { $deals } Würfelfolgen
}, { $games } Spiele · Startzahl { $seed }
arena-bot = Bot
arena-won = Gewonnen
arena-not-lost = Nicht verloren
arena-interval = ± (95 %)
arena-points-zocknroll = Punkte
arena-points-zock = Vorsprung
arena-points-schocken = Hälften
arena-rating = Wertung
arena-duel = Duell
arena-against = { $bot } – { $other }
arena-ahead = Vorsprung
arena-error = Standardfehler
arena-errors = Verhältnis
arena-percent = { NUMBER($percent, minimumFractionDigits: 2, maximumFractionDigits: 2) } %
arena-small-percent = { NUMBER($percent, minimumFractionDigits: 5, maximumFractionDigits: 5) } %
arena-number = { NUMBER($number, minimumFractionDigits: 2, maximumFractionDigits: 2) }
arena-lost-turns = { $bot } hat { $lost } von { $turns } Zügen an den Anfänger verloren: { $failed } durch einen Fehler, { $late } durch die Zeitgrenze von { $seconds } s, { $illegal } durch einen verbotenen Zug.
arena-no-lost-turns = { $bot } hat keinen von { $turns } Zügen an den Anfänger verloren (Zeitgrenze: { $seconds } s je Entscheidung).
arena-preparing = die Bots machen sich bereit
arena-playing = es wird gespielt
arena-patience = die Bots spielen
arena-stopped = { $deals ->
    [0] abgebrochen, bevor eine Würfelfolge ausgespielt war
    [one] abgebrochen nach einer Würfelfolge
   *[other] abgebrochen nach { $deals } Würfelfolgen
}
arena-go-on = mit knobel arena --resume { $file } geht es von hier weiter

## Stammtische auf der Kommandozeile

club-none = Dieser Server hat noch keinen Stammtisch.
club-heading-id = Kennung
club-heading-name = Name
club-heading-members = Mitglieder
club-heading-games = Spiele
club-exported = Der Stammtisch steht jetzt in { $file }.
club-backed-up = { $count ->
    [one] Ein Stammtisch ist in { $folder } gesichert.
   *[other] { $count } Stammtische sind in { $folder } gesichert.
}
club-made = Neuer Stammtisch: { $club }
club-link = Link für dieses eine Mal, sieben Tage gültig, auf diesem Server zu öffnen: { $link }
club-imported = Spiele: { $games }, Mitglieder: { $members }.

## Der Server

serve-ready = Der Tisch ist offen: { $address }
serve-lan = In diesem Netz: { $address }
serve-no-lan = Kein Netz: Nur dieser Computer erreicht den Tisch.
serve-running = Der Tisch ist schon offen: { $address }
serve-listens = Lauscht in allen Netzen dieses Computers, Port { $port }: { $addresses }
serve-door = Türcode für Neue: { $code }
serve-stop = Strg-C beendet den Server; beim nächsten Start gehen die Spiele weiter.
serve-stopped = Der Server ist beendet.
serve-fault = Der Server musste wegen eines inneren Fehlers enden. Nichts Bestätigtes ist verloren: Starte ihn neu. Sein Log sagt, was geschehen ist.

## knobel admin
admin-no-tables = Solche Tische gibt es nicht.
admin-no-blocks = Kein Netz ist gesperrt.
admin-no-log = Das Audit-Log ist leer.
admin-for-good = auf Dauer
admin-seat = Platz { $number }
admin-game = Spiel
admin-heading-code = Code
admin-heading-game = Spiel
admin-heading-phase = Phase
admin-heading-seats = Plätze
admin-heading-last = Zuletzt benutzt
admin-heading-made = Angelegt
admin-heading-maker = Angelegt von Gerät
admin-heading-entries = Einträge
admin-heading-size = Größe
admin-heading-network = Netz
admin-heading-at = Seit
admin-heading-when = Zeit
admin-heading-until = Bis
admin-heading-who = Benutzer
admin-heading-action = Aktion
admin-heading-detail = Einzelheiten
admin-closed = Tisch { $code } ist geschlossen.
admin-renamed = Der Name am Tisch { $code } ist ersetzt.
admin-new-code = Der Tisch hat einen neuen Code: { $code }
admin-blocked = { $network } ist gesperrt.
admin-unblocked = { $network } ist nicht mehr gesperrt.
admin-erased = Gelöscht. { $tables ->
    [one] Ein Tisch
   *[other] { $tables } Tische
} geändert, { $records ->
    [one] eine geladene Aufzeichnung
   *[other] { $records } geladene Aufzeichnungen
} gelöscht.
admin-erase-playing = An { $codes } läuft noch ein Spiel: Gib den Befehl noch einmal, wenn es vorbei ist.
admin-erase-clubs = In ihren Runden bleiben, bis die Runde sie löscht: { $names }
move-working = Die Daten werden kopiert und verglichen
move-table = Tabelle
move-rows = Zeilen
move-done = Alle { $rows } Zeilen sind kopiert und verglichen. Die alten Daten sind unverändert; starte keinen Server mehr damit.
backup-done = Die Daten sind nach { $file } kopiert.
check-missing = Tisch { $code }, Eintrag { $version }: Der Eintrag fehlt
check-checksum = Tisch { $code }, Eintrag { $version }: Der Eintrag passt nicht zu seiner Prüfsumme
check-unreadable = Tisch { $code }, Eintrag { $version }: Der Eintrag lässt sich nicht lesen
check-short = Tisch { $code }, Eintrag { $version }: Der Eintrag und alle danach fehlen
check-other = Tisch { $code }, Eintrag { $version }: Als letzter Eintrag war ein anderer vermerkt
check-read = Tisch { $code }: Er lässt sich nicht lesen: { $why }
check-replay = Tisch { $code }: Sein Verlauf lässt sich nicht nachspielen
check-no-log = Tisch { $code }: Er steht in der Liste, hat aber keinen Verlauf
check-listing = Tisch { $code }: Die Liste der Tische widerspricht seinem Verlauf
check-games = Tisch { $code }: Die Liste der Spiele widerspricht seinem Verlauf
check-dice = Tisch { $code }: Die Würfelstatistik widerspricht seinem Verlauf
check-club-results = Tisch { $code }: Die Ergebnisse seiner Spiele in Runden widersprechen seinem Verlauf
check-read-club = Runde { $code }: Sie lässt sich nicht lesen: { $why }
check-books = Runde { $club }: Ihre Tabellen widersprechen ihren Spielen
check-accounts = Runde { $club }: Ihre Konten widersprechen ihren Buchungen
check-pages = Die Datei ist beschädigt: { $why }
check-page = Seite { $page } der Datei passt nicht zu ihrer Prüfsumme
check-list = Die Liste { $list } lässt sich nicht lesen: { $why }
check-fine = Die Daten sind in Ordnung: { $tables ->
    [one] 1 Tisch
   *[other] { $tables } Tische
}, Version { $version }.
check-older = Die Daten haben die Version { $version }, die noch keine Prüfsummen kennt: Es wurde nur nach Lücken gesucht. Der Server dieser Version stellt sie um.
check-found = { $count ->
    [one] 1 Fehler
   *[other] { $count } Fehler
} gefunden. Tische mit einem beschädigten Eintrag öffnet der Server nicht, alle anderen laufen weiter. Um sie zu reparieren, spiele eine Sicherung ein.
check-progress = Prüfe: { $done } von { $tables } Tischen
prepare-working = Solver, Coach und Bots werden kompiliert
prepare-done = Solver, Coach und Bots sind kompiliert: Auch ihre ersten Antworten kommen jetzt schnell.
prepare-already = Alles ist schon kompiliert.

## Browser: Rahmen

web-skip = Zum Inhalt
web-nav = Seiten
web-home = Zur Startseite
web-reload = Neu laden
web-page-missing = Diese Seite ließ sich nicht laden.
web-lost = Seite nicht gefunden
web-lost-help = Diese Adresse gibt es nicht. Fehlt vielleicht ein Stück vom Link?
web-close = Schließen
web-cancel = Abbrechen
web-loading = Einen Moment …
web-rule = Regel { $rule }
web-rule-missing = Die Regel ließ sich nicht laden.
web-all-rules = Alle Regeln
web-rules = Regeln

## Browser: Seiten

web-trouble-again = Noch einmal versuchen
web-games = Spiele
web-name = Dein Name
web-guest = Gast
web-name-missing = Wie sollen die anderen dich nennen? Bitte gib einen Namen ein.
web-trouble-offline = Der Server ist gerade nicht erreichbar. Prüfe die Verbindung und versuche es noch einmal.
web-trouble-broken = Da ist etwas schiefgegangen. Bitte versuche es noch einmal.
web-trouble-unknown = Unter diesem Code oder Link gibt es nichts. Fehlt vielleicht ein Stück davon?

web-start-play = Losspielen
web-start-code = Ich habe einen Code
web-start-table = Mit Freunden
web-start-learn = Zeig mir, wie’s geht
web-start-rules = Regeln
web-start-resume = Deine Tische
web-start-your-turn = Du bist dran
web-start-phase-lobby = wartet
web-start-phase-playing = läuft
web-start-phase-over = Spiel vorbei
web-start-remove = Aus der Liste entfernen: { $game }, { $players }
web-start-removed = { $game } ist nicht mehr in der Liste.
web-start-put-back = Rückgängig

web-door-title = Türcode
web-door-help = Dieser Server fragt Neue nach einem Code, einmal pro Gerät. Er steht beim QR-Code; sonst frag den Gastgeber.
web-door-code = Code
web-door-go = Eintreten
web-door-wrong = Das ist nicht der Code.
web-trouble-door = Dieser Server fragt zuerst nach einem Türcode.
web-trouble-full = Der Speicher dieses Servers ist voll: keine neuen Tische. Laufende Spiele gehen weiter.
web-trouble-blocked = Dieses Netz ist hier gesperrt.
web-text-privacy = Datenschutz
web-text-imprint = Impressum
web-settings-data = Deine Daten
web-settings-data-help = Der Betreiber dieses Servers kann dir schicken oder löschen, was über dieses Gerät gespeichert ist. Nenne ihm diese ID:
web-settings-device = ID dieses Geräts

web-join-title = An einen Tisch setzen
web-join-code = Tischcode
web-join-go = Platz nehmen
web-join-help = Drei kurze Wörter. Groß oder klein, mit oder ohne Striche: alles recht. Ein Link geht auch.
web-join-empty = Der Code fehlt noch, zum Beispiel bala-kimo-rosu.
web-join-not-a-code = Der Code ist nicht vollständig. Er hat drei Wörter mit vier Buchstaben, zum Beispiel bala-kimo-rosu.
web-join-unknown = Diesen Tisch gibt es nicht. Frag noch einmal nach dem Code.
web-join-full = An diesem Tisch ist kein Platz mehr frei.
web-join-closed = Dieser Tisch ist geschlossen.
web-join-watch = Zuschauen
web-join-own = Keinen Code?
web-join-own-link = Mach selbst einen Tisch auf.

web-carry-title = Auf diesem Gerät weiterspielen
web-carry-take-help = Dieser Link holt deinen Platz auf dieses Gerät. Auf dem anderen bleibt er auch.
web-carry-take = Hier weiterspielen
web-carry-spent = Dieser Link ist abgelaufen: Er gilt nur einmal und nur kurz. Hol dir auf dem anderen Gerät einen neuen.

web-new-title = { $game }: neuer Tisch
web-new-bots = Bots am Tisch
web-new-bots-help = { $free ->
    [0] Alle Plätze sind besetzt.
    [one] Ein Platz ist frei, für einen Bot oder Freunde mit dem Link.
   *[other] { $free } Plätze sind frei, für Bots oder Freunde mit dem Link.
}
web-new-bot = Bot { $number }
web-new-bot-in = Bot hinzufügen
web-new-bot-out = Bot { $number } entfernen
web-new-less = weniger
web-new-more = mehr
web-new-count-other = Andere Zahl
web-new-rules = Regeln
web-new-preset-usual = Nach Anleitung
web-new-preset-usual-help = Die Regeln wie in der Anleitung, ohne Hausregeln.
web-new-preset-own = Eure eigene Mischung.
web-new-more-rules = Mehr Regeln und Hausregeln
web-new-manners = Bedenkzeit, Tempo und Zugang
web-new-real = Mit echten Würfeln
web-new-make = Tisch aufmachen
web-new-start = Sofort starten
web-new-make-help = Danach bekommst du einen Link und einen QR-Code für die anderen.
web-new-make-help-enough = Mit „Tisch aufmachen“ bekommst du einen Link für die anderen; „Sofort starten“ beginnt nur mit den Bots.

web-table-clock = Bedenkzeit
web-table-clock-help = Für jede Entscheidung. Läuft sie ab, spielt ein Bot, bis du zurück bist.
web-table-clock-0 = Unbegrenzt
web-table-clock-30 = 30 Sekunden
web-table-clock-60 = 1 Minute
web-table-clock-180 = 3 Minuten
web-table-pace = Tempo der Bots
web-table-pace-human = Gemütlich
web-table-pace-quick = Flott
web-table-pace-instant = Sofort
web-table-throws = Würfeln
web-table-throws-hand = Von Hand
web-table-throws-auto = Automatisch
web-table-door = Zugang
web-table-door-help = Wer anklopft, kommt erst herein, wenn du öffnest.
web-table-door-open = Mit dem Link
web-table-door-knock = Erst anklopfen
web-table-stand-in = Vertretung
web-table-stand-in-help = Welcher Bot spielt, wenn jemand weg ist.

web-history-title = Deine Spiele
web-history-all = Alle
web-history-games = Gespielt
web-history-won = gewonnen
web-history-drawn = unentschieden
web-history-lost = verloren
web-history-unfinished = nicht zu Ende gespielt
web-history-points-zocknroll = { $points ->
    [one] 1 Punkt
   *[other] { $points } Punkte
}
web-history-points-zock = { $points ->
    [one] 1 Verlustpunkt
   *[other] { $points } Verlustpunkte
}
web-history-points-schocken = verloren
web-history-replay = Wiedergabe
web-history-record = Aufzeichnung
web-history-more = Ältere Spiele zeigen
web-history-none-of-these = Dieses Spiel hast du auf diesem Gerät noch nicht gespielt.
web-history-empty = Du hast noch kein Spiel zu Ende gespielt. Das erste erscheint hier, und du kannst es noch einmal ansehen.
web-history-empty-go = Ein Spiel aussuchen

web-stats-title = Deine Statistik
web-stats-share = { NUMBER($percent, maximumFractionDigits: 0) } % gewonnen
web-stats-games = Spiele
web-stats-wins = Siege
web-stats-points-zocknroll = Punkte
web-stats-points-zock = Verlust­punkte
web-stats-points-schocken = Verloren
web-stats-best-zocknroll = Bestes Spiel
web-stats-best-zock = Bester Satz
web-stats-streak = Serie
web-stats-longest = Längste Sieges­serie
web-stats-won-in-a-row = { $count ->
    [one] 1 Sieg
   *[other] { $count } Siege
}
web-stats-lost-in-a-row = { $count ->
    [one] 1 Niederlage
   *[other] { $count } Niederlagen
}

web-record-title = Aufzeichnung laden
web-record-help = Zieh eine Aufzeichnung hierher oder wähle eine Datei, um das Spiel Zug um Zug anzusehen.
web-record-pick = Datei wählen
web-record-too-large = Diese Datei ist zu groß für eine Aufzeichnung: Erlaubt ist höchstens ein Megabyte.
web-record-wrong = In { $file } stimmt etwas nicht: { $why }
web-record-no-json = { $file } ist keine Aufzeichnung von knobel.

web-replay-title = Wiedergabe
web-replay-of = { $game }: Wiedergabe
web-replay-missing = Dieses Spiel gibt es hier nicht. Fehlt vielleicht ein Stück vom Link?
web-replay-controls = Abspielen
web-replay-place = Stelle im Spiel
web-replay-play = Abspielen
web-replay-pause = Anhalten
web-replay-on = Schritt vor
web-replay-back = Schritt zurück
web-replay-turn-on = Nächster Abschnitt
web-replay-turn-back = Anfang des Abschnitts
web-replay-turn-zocknroll = Durchgang { $number }
web-replay-turn-zock = Spiel { $number }
web-replay-turn-schocken = Runde { $number }
web-replay-keys = Tasten: ← und → für Schritte, Pos1 und Ende, Leertaste spielt ab.
web-replay-share-help = Wer den Link hat, kann das Spiel ansehen.

web-rules-title = Regeln
web-rules-of = { $game }: Regeln
web-rules-contents = Inhalt
web-start-clubs = Stammtisch
web-remember = Runde merken
web-print = Spielblock zum Drucken
web-rules-print = Drucken

web-settings-title = Einstellungen
web-settings-help = Gilt sofort und nur auf diesem Gerät.
web-settings-you = Du
web-settings-language = Sprache
web-settings-language-auto = System
web-settings-look = Aussehen
web-settings-theme = Farbschema
web-settings-theme-auto = System
web-settings-theme-dark = Dunkel
web-settings-theme-light = Hell
web-settings-contrast = Kontrast
web-settings-contrast-auto = System
web-settings-contrast-more = Hoch
web-settings-dice = Deine Würfel
web-settings-dice-seat = Farbe des Platzes
web-settings-play = Am Tisch
web-settings-speed = Animationen
web-settings-speed-0-5 = Langsam
web-settings-speed-1 = Normal
web-settings-speed-2 = Schnell
web-settings-speed-0 = Aus
web-settings-sound = Ton
web-settings-haptics = Vibration
web-settings-haptics-help = Wenn du dran bist und wenn Würfel fallen, falls dein Gerät das kann.
web-settings-take-back = Eine Sekunde zum Zurücknehmen
web-settings-take-back-help = Du kannst jede Entscheidung eine Sekunde lang zurücknehmen.
web-settings-throw-for-me = Für mich werfen
web-settings-throw-for-me-help = Deine Würfel werden automatisch geworfen.
web-settings-keys = Tastenkürzel
web-settings-keys-help = Mit Buchstaben und Ziffern spielen. Schalte das aus, wenn du deinem Gerät diktierst.
web-settings-preview = Vorschau

web-learn-title = { $game }: dein erstes Spiel
web-learn-note = Anleitung
web-learn-page = Schritt { $page } von { $pages }
web-learn-watch = Schau zu …
web-learn-on = Weiter
web-learn-back = Zurück
web-learn-hurry = Überspringen
web-learn-throw = Du bist dran: Wirf!
web-learn-decide = Du bist dran: Entscheide!
web-learn-play = Jetzt richtig spielen

## Browser: erste Spiele

learn-zocknroll-sheet = Das ist dein Tableau. Für jedes Kreuz bekommst du so viele Punkte, wie in der Zeile steht. Bekommt irgendeine Zeile ihr sechstes Kreuz, ist das Spiel aus, und wer die meisten Punkte hat, gewinnt.
learn-zocknroll-cups = Alle haben ihre Becher umgedreht. Zwei Würfel liegen unter deinem, und nur du darfst darunter schauen. Jörg ist der Vierte im Bunde: Unter seinen Becher schaut niemand, und er steigt nie aus.
learn-zocknroll-drop = Die drei weißen Würfel gehören allen. Mit deiner 2 und deiner 5 hast du zwei Paare. Steigst du jetzt aus, sind dir 3 Punkte sicher, und 1 dazu, weil du schon in der 1. Runde gehst. Gegen drei Becher ist das ein gutes Geschäft: Steig aus.
learn-zocknroll-drop-instead = Das ginge auch. Aber zwei Paare schlägt hier schnell jemand, und dann bekommst du gar nichts. Nimm die sicheren Punkte: Steig mit zwei Paaren aus.
learn-zocknroll-safe = Deine Kreuze sind sicher, dein Becher liegt offen, und der Durchgang geht ohne dich weiter. Ben und Cleo zocken weiter: Sie sehen mehr Würfel, können aber auch leer ausgehen.
learn-zocknroll-second = Der vierte weiße Würfel, Runde 2. Ben steigt mit zwei Paaren aus: 3 Punkte, ohne den Extrapunkt der 1. Runde. Cleo will mehr.
learn-zocknroll-lifted = Der fünfte weiße Würfel, und alle Becher gehen hoch. Cleo hat den Dreierpasch, Jörg nur zwei Paare. Die beste Hand bekommt ihre Zeile und „3. Runde gewonnen“. Wären zwei gleich gut, bekäme jeder nur die Zeile (N10).
learn-zocknroll-stay = Neuer Durchgang. Ben und Cleo sind schon raus, nur Jörg ist noch da. Du hast drei Vieren: Aussteigen brächte 4 + 1. Aber gegen Jörg allein gewinnst du damit meistens die 3. Runde. Zock weiter!
learn-zocknroll-stay-instead = 5 Punkte wären dir sicher. Aber „3. Runde gewonnen“ ist 4 wert, und die Zeile gibt es obendrauf. Zock weiter.
learn-zocknroll-stay-on = Eine 3, die hilft nicht. Ein Würfel kommt noch. Aussteigen brächte jetzt nur noch 4, denn den Extrapunkt gibt es nur in Runde 1. Zock weiter!
learn-zocknroll-stay-on-instead = Der Dreierpasch schlägt Jörg ziemlich sicher, und dann bekommst du 4 Punkte mehr. Zock weiter.
learn-zocknroll-mark = Die vierte Vier! Viererpasch, und deine Hand ist die beste. „3. Runde gewonnen“ hast du sicher; dazu kreuzt du eine Zeile an, die in deinen Würfeln steckt. Nimm die beste.
learn-zocknroll-mark-instead = Darfst du, wenn du das Spiel in die Länge ziehen oder beenden willst. Aber der Viererpasch ist 9 Punkte wert.
learn-zocknroll-end = 13 Punkte in einem Durchgang! Mehr ist es nicht: aussteigen und kassieren oder weiterzocken und alles riskieren. Bist du bereit?

learn-zock-box = Das ist die Box. Vorn liegen deine neun Felder, gegenüber die von Ben. Wer zuerst alle neun abgedeckt hat, gewinnt.
learn-zock-begin = Beide haben geworfen: du 9, Ben 4. Die höhere Zahl fängt an. Wirf deine Würfel!
learn-zock-choice = 3 und 6: Deck beide Felder ab oder ihre Summe, die 9. Die 9 kommt nur als Summe vor, 3 und 6 kannst du auch anders bekommen. Nimm die 9.
learn-zock-choice-instead = Zwei Felder auf einmal sind verlockend. Aber die 9 wirst du später schwer los. Deck die 9 ab.
learn-zock-ten = Ben hat 5 und 5 geworfen. Bei einem Pasch zählt nur die Summe, und für die 10 deckt man die 1 ab (K6). Jetzt du: Wirf!
learn-zock-twelve = Sechserpasch, Summe 12. Zweistellige Zahlen deckst du mit ihren Ziffern ab: 1 und 2. Etwas anderes geht nicht, und wer kann, der muss (K4).
learn-zock-must = Ben hat 2 und 1 geworfen, aber seine 1 ist schon zu. Also blieb nur die Summe, die 3. Wirf wieder!
learn-zock-nothing = 1 und 1, Summe 2: Deine 2 ist schon abgedeckt. Nichts passt, also setzt du aus. Springen wir ein Stück nach vorn.
learn-zock-later = Ein paar Würfe später: Bei dir ist nur noch die 7 offen, bei Ben die 4 und die 8. Wirf!
learn-zock-last = 4 und 3 sind zusammen 7. Klappe zu!
learn-zock-end = Gewonnen! Bens offene Felder sind seine Verlustpunkte: 4 + 8 = 12. Nach dem letzten Spiel eines Satzes gewinnt, wer die wenigsten Verlustpunkte hat. Bist du bereit?

learn-schocken-mats = Dreizehn Steine liegen in der Mitte, wie in der Kneipe als Bierdeckel, und keiner will sie. In jeder Runde bekommt der niedrigste Wurf welche. Wer am Ende alle hat, verliert die Hälfte.
learn-schocken-throw = Das Los sagt: Du fängst an. Du hast bis zu drei Würfe. Schüttle den Becher und wirf!
learn-schocken-keep = 6-4-1, ein einfacher Wurf. Einsen sind hier das Beste: Zwei davon sind ein Schock. Leg die 1 heraus und wirf die beiden anderen neu.
learn-schocken-keep-instead = Geht auch. Aber auf die 1 lässt sich am besten bauen: Leg nur sie heraus.
learn-schocken-stand = Zwei Sechsen: 6-6-1. Kein Schock, aber hoch. Lässt du jetzt stehen, haben die anderen auch nur zwei Würfe, so viele wie du (S6). Lass stehen.
learn-schocken-stand-instead = Der dritte Wurf bliebe verdeckt, und auch die anderen bekämen dann einen mehr. 6-6-1 ist gut genug: Lass stehen.
learn-schocken-lifted = Alle haben geworfen. Bens Straße 6-5-4 ist der höchste Wurf und verteilt zwei Steine, Cleos 4-2-1 ist der niedrigste. Also bekommt Cleo zwei Steine aus der Mitte. Du kommst davon.
learn-schocken-covered = Wer verliert, fängt die nächste Runde an. Cleo hat dreimal geworfen, und der dritte Wurf bleibt immer verdeckt: Niemand sieht ihn, auch Cleo nicht (S5). Zwei Einsen liegen offen da. Jetzt du: Wirf!
learn-schocken-one = 2-2-1 ist der niedrigste Wurf überhaupt. Aber eine 1 ist dabei: Leg sie heraus und wirf die Zweien neu.
learn-schocken-one-instead = So gibst du die Eins her oder behältst eine Zwei. Leg nur die 1 heraus und wirf die beiden Zweien neu.
learn-schocken-blind = Noch eine Eins: Schock 4! Cleo hat aber auch einen Schock unter dem Becher. Die beiden Einsen kann dir keiner nehmen, und ein Schock bleibt es mit jeder Zahl. Leg sie heraus und wirf den dritten Würfel verdeckt.
learn-schocken-blind-instead = Schock 4 ist stark. Aber probier einmal den verdeckten Wurf: Leg beide Einsen heraus und wirf den dritten Würfel.
learn-schocken-won = Becher hoch: Schock 6! Er schlägt Cleos Schock 2 und verteilt sechs Steine. Ben hatte einen Admiral, drei Gleiche, und war doch der Niedrigste. Sechs Steine für Ben.
learn-schocken-end = Ist die Mitte leer, wandern die Steine vom höchsten Wurf zum niedrigsten, und wer keinen hat, ist raus. Wer alle hat, verliert die Hälfte; im ganzen Spiel tragen die Verlierer beider Hälften ein Finale aus. Und drei Einsen, Schock out, beenden eine Hälfte sofort. Bist du bereit?
## Browser: Tisch

web-no-connection = Keine Verbindung
web-to-the-table = Der Tisch wird geöffnet …
web-lost-line = Verbindung verloren. Wir versuchen es weiter, dein Platz bleibt dir.
web-try-now = Jetzt versuchen
web-gone-missing = Diesen Tisch gibt es nicht
web-gone-missing-help = Einen Tisch mit dem Code „{ $code }“ gibt es nicht. Stimmt der Code?
web-gone-forbidden = Kein Zugang
web-gone-forbidden-help = Diese Seite gehört zu einem anderen Server als der Tisch „{ $code }“. Öffne den Link noch einmal.
web-gone-damaged = Der Tisch lässt sich nicht öffnen
web-gone-damaged-help = Was der Server vom Tisch „{ $code }“ gespeichert hat, ist beschädigt. Helfen kann nur, wer den Server betreibt: mit einer Sicherung.
web-other-code = Anderen Code eingeben
web-table-closed = Der Tisch ist geschlossen
web-table-closed-help = Der Gastgeber hat diesen Tisch geschlossen.
web-last-replay = Das letzte Spiel ansehen
web-away-time = Deine Zeit ist um: Ein Bot spielt für dich.
web-away-left = Du warst weg: Ein Bot spielt für dich.
web-away-host = Der Gastgeber lässt einen Bot für dich spielen.
web-back = Ich bin wieder da
web-asleep = Alle sind weg. Der Tisch macht Pause, bis jemand wiederkommt.
web-log = Verlauf
web-log-empty = Noch ist nichts passiert.
web-emotes = Zurufe
web-menu = Menü
web-yours = Dein Platz
web-others = Die anderen
web-watching = Du schaust zu.
web-removed = Der Gastgeber hat dich vom Tisch genommen.
web-bot-plays = Bot spielt
web-not-here = nicht da
web-take-back = Zurücknehmen
web-keys = Tastenkürzel
web-key-take-back = Entscheidung zurücknehmen
web-key-skip = Animation überspringen
web-key-keys = Diese Liste
web-lag = Ping: { $lag } ms
web-leave = Tisch verlassen
web-leave-game = Verlassen, ein Bot spielt weiter
web-invite = Freunde einladen
web-invite-code = Abscannen, Link schicken oder Code vorlesen:
web-loopback = Nur dieser Computer erreicht diese Adresse: Andere Geräte können noch nicht mitspielen.
web-loopback-help = Beende den Server und starte ihn fürs lokale Netz. Dein Tisch bleibt, und die Einladung hat dann QR-Code und Link. Im Terminal:
web-qr = QR-Code für diesen Link
web-link = Link
web-share = Teilen
web-copy = Kopieren
web-copied = Kopiert
web-carry = Auf anderem Gerät weiterspielen
web-carry-help = Öffne diesen Link auf dem anderen Gerät. Er gilt nur einmal und nur kurz. Gib ihn nicht weiter: Wer ihn öffnet, sitzt auf deinem Platz.
web-host-tools = Gastgeber-Menü
web-stand-in = Bot spielen lassen
web-hand-on = Zum Gastgeber machen
web-unseat = Entfernen
web-unseat-name = { $name } entfernen
web-close-table = Tisch schließen
web-close-table-sure = Der Tisch ist dann für alle zu Ende.
web-close-table-yes = Ja, Tisch schließen
web-knocks = { $name } klopft an.
web-let-in = Hereinlassen
web-turn-away = Abweisen
web-you = du
web-host = Gastgeber
web-again = will noch ein Spiel
web-you-won = Du hast gewonnen!
web-won-game = { $name } hat gewonnen
web-drawn = Gleichauf: { $names }
web-no-winner = Kein Sieger
web-you-lost = Du hast verloren
web-lost-game = { $name } hat verloren
web-player = Spieler
web-points-zocknroll = Punkte
web-points-zock = Verlustpunkte
web-tally-wins = Siege am Tisch
web-tally = { $wins } von { $games }
web-rematch = Noch ein Spiel
web-start-now = Sofort starten
web-arrange = Spieler oder Regeln ändern
web-to-result = Zum Ergebnis
web-wishes = Noch einmal dabei: { $names }
web-start = Los geht’s
web-start-next = Nächstes Spiel
web-missing-players = { $missing ->
    [one] Es fehlt noch ein Spieler. Lade jemanden ein oder füge einen Bot hinzu.
   *[other] Es fehlen noch { $missing } Spieler. Lade Freunde ein oder füge Bots hinzu.
}
web-too-many-players = Höchstens { $most } können mitspielen.
web-host-starts = { $name } startet das Spiel.
web-who-is-here = Am Tisch
web-watchers = { $count ->
    [one] Einer schaut zu.
   *[other] { $count } schauen zu.
}
web-full = Alle Plätze sind besetzt
web-full-help = Du kannst zuschauen und dich setzen, sobald ein Platz frei wird.
web-knocked = Du hast angeklopft
web-knocked-help = Der Gastgeber muss dich noch hereinlassen.
web-sit-down-title = Setz dich dazu
web-knock = Anklopfen
web-sit-down = Platz nehmen
web-bot-level = Bot hinzufügen
web-add-bot = Hinzufügen
web-how-we-play = Spiel und Regeln
web-which-game = Spiel
web-change = Ändern
web-play-so = Übernehmen
web-usual-rules = Standardregeln.
web-other-options = Weitere Optionen

## Browser: Würfel und Zock'n'Roll

web-dice-die = Würfel: { $value }
web-dice-hidden = verdeckter Würfel
web-dice-hidden-count = { $count ->
    [one] ein verdeckter Würfel
   *[other] { $count } verdeckte Würfel
}
web-dice-colour-red = Rot
web-dice-colour-blue = Blau
web-dice-colour-amber = Bernstein
web-dice-colour-green = Grün
web-dice-colour-plum = Pflaume
web-dice-colour-sky = Himmelblau
web-zocknroll-felt = Filz mit Bechern und weißen Würfeln
web-zocknroll-own-dice = Deine Würfel
web-zocknroll-best-row = Beste Zeile jetzt:
web-zocknroll-look = Unter den Becher schauen
web-zocknroll-look-help = Halten: kurz schauen. Tippen: offen lassen oder zudecken.
web-zocknroll-throw-cups = Becher werfen
web-zocknroll-throw-white = Weiße Würfel werfen
web-zocknroll-throw-help = Halten: schütteln. Loslassen: werfen.
web-zocknroll-now-cups = Alle werfen: Nimm deinen Becher!
web-zocknroll-now-white = Du bist Startspieler: Wirf die weißen Würfel!
web-zocknroll-look-first = Unter deinen Becher schauen
web-zocknroll-key-throw = Schütteln und werfen
web-zocknroll-own-sheet = Dein Tableau
web-zocknroll-short-won_third = 3. R. gewonnen
web-zocknroll-short-dropped_first = Raus in Runde 1
web-zocknroll-short-large_full_house = Gr. Full House
web-zocknroll-sheets = Tableaus
web-zocknroll-worth = je Kreuz
web-zocknroll-marks = Kreuze: { $marks } von { $circles }
web-zocknroll-leads = Führt
web-zocknroll-leads-short = führt
web-zocknroll-starter = Startspieler:
web-zocknroll-other-rows = { $count ->
    [one] eine andere Zeile
   *[other] { $count } andere Zeilen
}
web-zocknroll-out-now = Du bist in diesem Durchgang raus.
web-zocknroll-in-now = Du bist dabei; die anderen überlegen noch.
web-zocknroll-fold = Weniger
web-zocknroll-won = { $names ->
    [Du] Du hast
   *[other] { $names } hat
} die beste Hand: { $row }.
web-zocknroll-tied = Gleich gut: { $names }, jeweils { $row }. Deshalb kreuzt niemand die 3. Runde an (N10).
web-zocknroll-jorg-won = Jörg hat allein die beste Hand, { $row }, also kreuzt niemand etwas an (N10).
web-zocknroll-all-out = Alle sind ausgestiegen: Der Durchgang ist zu Ende (N8).
web-zocknroll-key-rows = Aussteigen oder ankreuzen: beste Zeile, dann die anderen

## Browser: ZOCK

web-zock-box = Box
web-zock-field-open = Feld { $field }, offen
web-zock-field-covered = Feld { $field }, abgedeckt
web-zock-fields-of = { $name }, offene Felder: { $fields }
web-zock-open-sum = offen { $sum }
web-zock-loss = Verlust { $loss }
web-zock-dice = Würfel in der Box
web-zock-dice-of = { $who ->
    [you] Dein Wurf
   *[other] { $name } wirft
}
web-zock-useless = Nichts passt
web-zock-tap-box = Tippe in die Box
web-zock-throw = Werfen
web-zock-covers = Was du abdecken kannst
web-zock-cover = { $fields } abdecken
web-zock-choose-fields = Wähle Felder
web-zock-pass = Nichts abdecken
web-zock-accept = Einverstanden
web-zock-object = Einspruch
web-zock-claims = Abgedeckt von { $name }
web-zock-claim = { $name }: { $fields } abgedeckt
web-zock-no-claim = { $name }: nichts abgedeckt
web-zock-game-won = { $who ->
    [you] Du gewinnst Spiel { $game }
   *[other] { $name } gewinnt Spiel { $game }
}
web-zock-game-loss = { $who ->
    [you] Du bekommst
   *[other] { $name } bekommt
} { $loss ->
    [one] einen Verlustpunkt
   *[other] { $loss } Verlustpunkte
}
web-zock-slip = Verlustpunkte
web-zock-slip-game = Spiel
web-zock-slip-sum = Summe
web-zock-chips-of = { $who ->
    [you] Deine Chips
   *[other] Chips von { $name }
}: rot { $red }, blau { $blue }, gelb { $yellow }, grün { $green }, zusammen { $worth } wert
web-zock-debt = Schulden { $debt }
web-zock-key-fields = Feld wählen oder abwählen
web-zock-key-cover = Gewählte Felder abdecken
web-zock-key-throw = Werfen
web-zock-key-pass = Nichts abdecken (wenn die Spieler Schiedsrichter sind)
web-zock-key-object = Einspruch erheben

## Browser: Schocken

web-schocken-table = Der Tisch
web-schocken-kept = Herausgelegt
web-schocken-thrown = Geworfen
web-schocken-covered = verdeckt
web-schocken-out = raus
web-schocken-begins = Fängt die Runde an
web-schocken-best = Höchster
web-schocken-lowest = Niedrigster
web-schocken-stones = { $count ->
    [0] keine Steine
    [one] ein Stein
   *[other] { $count } Steine
}
web-schocken-throws = Würfe: { $throws } von { $allowed }
web-schocken-middle = { $count } in der Mitte
web-schocken-limit = { $who ->
    [you] Du hast
   *[other] { $name } hat
} { $throws ->
    [one] einen Wurf gebraucht, also hat jeder nur einen.
   *[other] { $throws } Würfe gebraucht, also hat jeder bis zu { $throws }.
}
web-schocken-now-lift = Alle Becher hoch!
web-schocken-verdict = { $best }: { $throw }. { $count ->
    [0] Niedrigster: { $lowest ->
        [Du] du
       *[other] { $lowest }
    }
    [one] { $lowest ->
        [Du] Du nimmst
       *[other] { $lowest } nimmt
    } einen Stein
   *[other] { $lowest ->
        [Du] Du nimmst
       *[other] { $lowest } nimmt
    } { $count } Steine
}.
web-schocken-verdict-all = { $best }: { $throw }! { $lowest ->
    [Du] Du verlierst
   *[other] { $lowest } verliert
} sofort (S10).
web-schocken-tie-later = { $who ->
    [you] { $other } und du gleichauf: Du hast später geworfen (S8).
   *[other] { $other } und { $lower } gleichauf: { $lower } hat später geworfen (S8).
}
web-schocken-tie-throws = { $who ->
    [you] { $other } und du gleichauf: Du hast mehr Würfe gebraucht (S8).
   *[other] { $other } und { $lower } gleichauf: { $lower } hat mehr Würfe gebraucht (S8).
}
web-schocken-lost = Verloren: { $parts }
web-schocken-lost-part = { $part ->
    [0] 1. Hälfte
    [1] 2. Hälfte
   *[other] Finale
} { $name ->
    [Du] du
   *[other] { $name }
}
web-schocken-throw = Werfen
web-schocken-throw-help = Halten zum Schütteln, loslassen zum Werfen
web-schocken-allowed = { $throws ->
    [one] Du hast einen Wurf.
   *[other] Du hast bis zu { $throws } Würfe.
}
web-schocken-covered-help = Verdeckt: Auch du siehst die Würfel erst, wenn alle aufdecken (S5).
web-schocken-you-are-out = Du bist raus aus dieser Hälfte: keine Steine, keine Sorgen.
web-schocken-you-watch = Das Finale spielen die anderen: Lehn dich zurück.
web-schocken-keep-which = Welche Würfel legst du heraus?
web-schocken-keep-die = { $value } herauslegen
web-schocken-stays = bleibt
web-schocken-goes = neu
web-schocken-throw-rest = { $count ->
    [0] Werfen
    [one] Einen Würfel neu
    [2] Zwei Würfel neu
   *[other] Alle drei neu
}
web-schocken-stand = Stehen lassen: { $throw }
web-schocken-deals = { $count ->
    [-1] verteilt alle Steine
    [one] verteilt einen Stein
   *[other] verteilt { $count } Steine
}
web-schocken-flip-which = Sechsen drehen
web-schocken-flip = { $ones ->
    [0] Nicht drehen
    [one] Zwei Sechsen zu einer 1
   *[other] Drei Sechsen zu 1 1
}
web-schocken-why-three = Du darfst höchstens zwei Würfel herauslegen (S4).
web-schocken-why-stays = Was herausliegt, bleibt draußen (S4).
web-schocken-why-turned = Die gedrehte Eins bleibt draußen (H1).
web-schocken-why-thrown = Diese Sechs wird neu geworfen (H1).
web-schocken-key-keep = Würfel herauslegen oder zurücknehmen
web-schocken-key-throw = Werfen
web-schocken-key-stand = Stehen lassen
web-schocken-key-flip = Sechsen drehen

## Browser: du


web-why-lost-part = { $part ->
    [0] 1. Hälfte
    [1] 2. Hälfte
   *[other] Finale
} verloren: { $names ->
    [Du] du
   *[other] { $names }
}
web-why-drawn = Gleich viele Verlustpunkte: unentschieden (K8)
web-why-shared = Gleich viele Punkte, gleich oft die 3. Runde gewonnen: ein geteilter Sieg (N14)
web-why-won-third = Gleich viele Punkte: { $names }. Es entscheidet, wer öfter die 3. Runde gewonnen hat (N14)
web-why-margin = { $margin ->
    [one] Mit einem Punkt Vorsprung
   *[other] Mit { $margin } Punkten Vorsprung
}
web-zocknroll-gained = { $points ->
    [one] Ein Punkt für dich
   *[other] { $points } Punkte für dich
}
web-zocknroll-nothing = Diesmal nichts für dich.
web-now-see = Mal sehen …

## POLISH
web-schocken-best-later = { $who ->
    [you] { $other } und du gleichauf: Du hast früher geworfen (S8).
   *[other] { $other } und { $best } gleichauf: { $best } hat früher geworfen (S8).
}
web-schocken-best-throws = { $who ->
    [you] { $other } und du gleichauf: Du hast weniger Würfe gebraucht (S8).
   *[other] { $other } und { $best } gleichauf: { $best } hat weniger Würfe gebraucht (S8).
}
web-history-loaded = geladen
web-name-left = { $left ->
    [0] Höchstens { $most } Zeichen
    [one] Noch ein Zeichen
   *[other] Noch { $left } Zeichen
}
web-wishes-missing = Wir warten auf: { $names }
web-clock-low = Noch { $seconds } Sekunden.

## The end of a game

web-end-sixth = { $who ->
    [you] Dein sechstes Kreuz bei „{ $row }“ beendet das Spiel
   *[other] Das sechste Kreuz von { $name } bei „{ $row }“ beendet das Spiel
}
web-end-sixths = Diese sechsten Kreuze beenden das Spiel: { $marks }
web-end-sixth-of = { $name } („{ $row }“)
web-end-last-cover = { $who ->
    [you] Mit { $dice } ist dein letztes Feld zu; bei { $other } waren noch { $loss } offen
   *[other] Mit { $dice } ist das letzte Feld von { $name } zu; bei { $whom ->
        [you] dir
       *[other] { $other }
    } waren noch { $loss } offen
}
web-end-match = { $name }: { $games } von { $count } Spielen gewonnen, { $less } zu { $more } Verlustpunkte
web-end-schock-out = { $who ->
    [you] Dein Schock out
   *[other] Schock out von { $name }
} beendet { $part ->
    [1] die 2. Hälfte
    [2] das Finale
   *[other] die Hälfte
}: alle Steine für { $whom ->
    [you] dich
   *[other] { $other }
}
web-end-all-stones = { $who ->
    [you] Du hast alle Steine
   *[other] { $name } hat alle Steine
}
web-end-both-halves = { $who ->
    [you] Du hast beide Hälften verloren
   *[other] { $name } hat beide Hälften verloren
}
web-end-white = Weiße Würfel
web-end-dropped = raus in Runde { $round }
web-end-open = { $sum } offen
web-end-last = Würfel
web-end-stones = Steine
web-end-record = Deine Bilanz hier: { $wins } gewonnen, { $lost } verloren
web-end-turning-luck = Wendepunkt ({ $stage }): { $told } { $who ->
    [you] Deine Chance ging
   *[other] Die Chance von { $name } ging
} von { $before } auf { $after }.
web-end-turning-decision = Wendepunkt ({ $stage }): „{ $made }“ statt „{ $best }“. { $who ->
    [you] Deine Chance ging
   *[other] Die Chance von { $name } ging
} von { $before } auf { $after }.
web-end-turning-cups = Die Becher gingen hoch.
web-end-look = Tisch zeigen
web-end-share = Bild teilen
web-end-picture = Bild vom Ergebnis
web-end-picture-alt = { $game }: { $result }. { $why }. { $standings }
web-end-save = Bild speichern
web-end-copy-text = Als Text kopieren

## Coach: analysis

coach-told = { $first } { $then }
coach-turning-luck = { $stage }: Die Würfel bringen { $name ->
    [Du] dich
   *[other] { $name }
} von { $before } auf { $after }. ({ $told })
coach-turning-decision = { $stage }: { $name ->
    [Du] Du wählst „{ $made }“ statt „{ $best }“ und fällst
   *[other] { $name } wählt „{ $made }“ statt „{ $best }“ und fällt
} von { $before } auf { $after }.
coach-costs = { $made } kostet { NUMBER($loss, minimumFractionDigits: 1, maximumFractionDigits: 1) } Prozentpunkte Siegchance; am besten: { $best }.
coach-costs-schocken = { $made } erhöht dein Risiko zu verlieren um { NUMBER($loss, minimumFractionDigits: 1, maximumFractionDigits: 1) } Prozentpunkte; am besten: { $best }.
coach-costs-about = { $made } kostet etwa { NUMBER($loss, minimumFractionDigits: 1, maximumFractionDigits: 1) } ± { NUMBER($error, minimumFractionDigits: 1, maximumFractionDigits: 1) } Prozentpunkte Siegchance; { $clear ->
    [yes] am besten
   *[no] besser
}: { $best }.
coach-costs-schocken-about = { $made } erhöht dein Risiko zu verlieren um etwa { NUMBER($loss, minimumFractionDigits: 1, maximumFractionDigits: 1) } ± { NUMBER($error, minimumFractionDigits: 1, maximumFractionDigits: 1) } Prozentpunkte; { $clear ->
    [yes] am besten
   *[no] besser
}: { $best }.
coach-only = nur zu { $chance }
coach-at = zu { $chance }
coach-estimate = etwa { $chance } ± { $error }
coach-doing-cover = { $fields } { $place ->
   *[later] abdecken
}
coach-doing-pass = { $place ->
    [first] Nichts
   *[later] nichts
} abdecken
coach-doing-throw = { $place ->
    [first] Werfen
   *[later] werfen
}
coach-doing-accept = { $place ->
    [first] Das
   *[later] das
} Ende annehmen
coach-doing-object = Einspruch { $place ->
   *[later] erheben
}
coach-doing-stand = { $place ->
    [first] Stehen
   *[later] stehen
} lassen
coach-doing-keep = { $dice } { $place ->
   *[later] herauslegen
}
coach-doing-throw-all = { $place ->
    [first] Alle
   *[later] alle
} drei neu werfen
coach-doing-flip = Sechsen zu { $ones } { $place ->
   *[later] drehen
}{ $count ->
    [0] {""}
   *[other] {" "}und { $keep } herauslegen
}
coach-doing-stay = { $place ->
    [first] Weiterzocken
   *[later] weiterzocken
}
coach-doing-drop = { $place ->
    [first] Aussteigen
   *[later] aussteigen
} mit „{ $row }“
coach-doing-drop-nothing = { $place ->
    [first] Aussteigen
   *[later] aussteigen
} ohne Zeile
coach-doing-mark = „{ $row }“ { $place ->
   *[later] ankreuzen
}
coach-zock-ends = Damit ist das Spiel sofort gewonnen, und dein Gegner bekommt { $loss } Verlustpunkte.
coach-zock-finishing = Sind { $better } offen, beendet der nächste Wurf das Spiel zu { $chance }, mit { $worse } { $other }.
coach-zock-throws = Mit { $better } offen brauchst du im Schnitt noch { NUMBER($fewer, minimumFractionDigits: 1, maximumFractionDigits: 1) } Würfe, mit { $worse } { NUMBER($more, minimumFractionDigits: 1, maximumFractionDigits: 1) }.
coach-zock-hand-overs = Mit { $better } offen gibst du die Würfel im Schnitt noch { NUMBER($fewer, minimumFractionDigits: 1, maximumFractionDigits: 1) }-mal ab, bis alles zu ist, mit { $worse } { NUMBER($more, minimumFractionDigits: 1, maximumFractionDigits: 1) }-mal.
coach-zock-usable = Mit { $better } offen passt der nächste Wurf zu { $chance }, mit { $worse } { $other }.
coach-zock-sum = Falls du verlierst, stehen { $less } statt { $more } Punkte offen.
coach-zock-together = Spielt ihr beide auf Punkte, ist das in diesem Spiel { NUMBER($points, minimumFractionDigits: 1, maximumFractionDigits: 1) } Verlustpunkte wert.
coach-zock-match = Für die Punkte dieses Spiels ist es kein Fehler, aber { $state ->
    [ahead] du liegst { $lead } Punkte vorn
    [behind] du liegst { $lead } Punkte zurück
   *[level] im Satz steht es gleich
}, und { $games ->
    [one] ein Spiel ist
   *[other] { $games } Spiele sind
} noch offen.
coach-zock-objection = { $fields } { $count ->
    [one] passte
   *[other] passten
} nicht zum Wurf: Ein Einspruch öffnet das wieder (K9).
coach-zock-passed = { $dice } passt, und dann musst du abdecken (K4).
coach-zock-wrong = Zu { $dice } passt das nicht: Nach einem Einspruch sind diese Felder wieder offen (K9).
coach-schocken-beat = Du musst { $throw } schlagen: { $best } schafft das zu { $chance }, { $made } { $other }.
coach-schocken-enough = { $throw } hast du schon geschlagen; { $made } schafft das { $other }.
coach-schocken-lost = Du musst { $throw } schlagen: { $made } schafft das nie, { $best } zu { $chance }.
coach-schocken-stand = Mit { $throws ->
    [one] einem Wurf
   *[other] { $throws } Würfen
} schlägt ein Gegner { $throw } zu { $beaten }; wirfst du weiter, hast du nur zu { $again } wieder so viel, und die anderen dürfen auch einmal mehr werfen.
coach-schocken-go-on = Mit { $throws ->
    [one] einem Wurf
   *[other] { $throws } Würfen
} schlägt ein Gegner { $throw } zu { $beaten }, und du kannst dich noch zu { $better } verbessern.
coach-schocken-reach = { $throw }: { $best } schafft das zu { $chance }, { $made } { $other }.
coach-schocken-only = { $throw }: { $best } schafft das zu { $chance }, { $made } nie.
coach-schocken-have = { $throw } hast du schon; { $made } bringt nur zu { $other } wieder mindestens so viel.
coach-schocken-have-first = { $throw } hast du schon; { $made } bringt nur zu { $other } wieder mindestens so viel, und die anderen dürfen dann auch einmal mehr werfen.
coach-schocken-half = Dein Risiko, diese Hälfte zu verlieren, ist { $other } statt { $chance }.
coach-zocknroll-sure = Du gibst { $sure ->
    [one] einen sicheren Punkt
   *[other] { $sure } sichere Punkte
} her: Zockst du bis zum Schluss, gewinnst du die 3. Runde zu { $won } allein und zu { $tied } geteilt, und das bringt im Schnitt { NUMBER($points, minimumFractionDigits: 1, maximumFractionDigits: 1) } Punkte.
coach-zocknroll-fewer = Du gibst { $sure ->
    [one] einen sicheren Punkt
   *[other] { $sure } sichere Punkte
} her: Weiterzocken bringt im Schnitt { $staying }.
coach-zocknroll-safe = Weiterzocken bringt im Schnitt { $staying } Punkte, aber beim jetzigen Stand gewinnst du mit { $sure ->
    [one] einem sicheren Punkt
   *[other] { $sure } sicheren Punkten
} öfter.
coach-zocknroll-level = Weiterzocken und Aussteigen bringen im Schnitt je etwa { $sure ->
    [one] einen Punkt
   *[other] { $sure } Punkte
}, aber beim jetzigen Stand gewinnst du öfter, wenn du das hier tust: { $best }.
coach-zocknroll-to-end = Zockst du bis zum Schluss, gewinnst du die 3. Runde zu { $won } allein und zu { $tied } geteilt, und das bringt im Schnitt { NUMBER($points, minimumFractionDigits: 1, maximumFractionDigits: 1) } Punkte; Aussteigen bringt { $sure }.
coach-zocknroll-later = Weiterzocken bringt im Schnitt { $staying } Punkte, weil du in der 2. Runde immer noch aussteigen kannst; jetzt aussteigen bringt { $sure }.
coach-zocknroll-more = Weiterzocken bringt im Schnitt { $staying } Punkte, Aussteigen { $sure }.
coach-zocknroll-risk = Dir bringt Aussteigen { $sure ->
    [one] einen Punkt
   *[other] { $sure } Punkte
} und Weiterzocken im Schnitt { $staying }, aber beim jetzigen Stand gewinnst du mit Weiterzocken öfter.
coach-points = { NUMBER($points, minimumFractionDigits: 1, maximumFractionDigits: 1) }
coach-points-about = etwa { NUMBER($points, minimumFractionDigits: 1, maximumFractionDigits: 1) } ± { NUMBER($error, minimumFractionDigits: 1, maximumFractionDigits: 1) }
coach-zocknroll-worth = „{ $better }“ zählt { $more } Punkte, „{ $worse }“ nur { $less }.
coach-zocknroll-too-soon = Das sechste Kreuz bei „{ $worse }“ beendet das Spiel (N12), und das ist dir zu früh.
coach-zocknroll-ends = Das sechste Kreuz bei „{ $better }“ beendet das Spiel (N12), und das passt dir.
coach-zocknroll-fuller = „{ $worse }“ hat dann { $marks } von sechs Kreuzen, „{ $better }“ { $other }, und das sechste beendet das Spiel (N12).
coach-least = { $throw } oder besser
coach-zock-let-stand = Was dein Gegner falsch abgedeckt hat, nützt ihm nichts: Lass es so.
coach-exact = exakte Werte
coach-estimated = Schätzwerte
coach-player = Spieler
coach-start = Anfang
coach-luck = Glück
coach-given = Von anderen
coach-loss = Eigene Fehler
coach-result = Ergebnis
coach-adjusted = Ohne Glück
coach-rate = Fehlerquote
coach-number = { NUMBER($number, minimumFractionDigits: 1, maximumFractionDigits: 1) }
coach-percent = { NUMBER($percent, minimumFractionDigits: 1, maximumFractionDigits: 1) } %
coach-number-about = { NUMBER($number, minimumFractionDigits: 1, maximumFractionDigits: 1) } ± { NUMBER($error, minimumFractionDigits: 1, maximumFractionDigits: 1) }
coach-percent-about = { NUMBER($percent, minimumFractionDigits: 1, maximumFractionDigits: 1) } ± { NUMBER($error, minimumFractionDigits: 1, maximumFractionDigits: 1) } %
coach-turning-error = (Änderung ± { NUMBER($error, minimumFractionDigits: 1, maximumFractionDigits: 1) } Prozentpunkte)
coach-mistakes-most = Die { $shown } teuersten von { $all }; --json nennt alle.
coach-way-zock = Chance, den Satz zu gewinnen
coach-way-zocknroll = Chance zu gewinnen
coach-way-schocken = Chance, nicht zu verlieren
coach-mistakes = Fehler
coach-no-mistakes = Keine. Gut gespielt!
coach-forced = erzwungen
coach-good = gut
coach-inaccuracy = ungenau
coach-mistake = Fehler
coach-blunder = grober Fehler
coach-luck-of = { $name }: insgesamt { $luck }. Größtes Glück: { $best } (Ereignis { $at }). Größtes Pech: { $worst } (Ereignis { $other }).
coach-turning = Wendepunkte
coach-analysing = Analyse
coach-patience = jede Entscheidung wird analysiert; das kann einen Moment dauern
coach-stopped = abgebrochen; nichts wurde geschrieben
coach-rate-means = Die Fehlerquote sagt, was eine Entscheidung im Schnitt kostet, in Tausendsteln eines Sieges: 0 ist perfekt.
coach-adjusted-means = „Ohne Glück“ ist das Ergebnis minus Glück: eine Schätzung dessen, was diese Entscheidungen verdient haben. Sie kann unter 0 % oder über 100 % liegen.
coach-axis-start = Anfang
coach-axis-end = { $events ->
    [one] ein Ereignis
   *[other] { $events } Ereignisse
}
coach-axis-games = { $games ->
    [one] ein Spiel
   *[other] { $games } Spiele
}
coach-event-number = Ereignis { $event }
coach-profile-of = Profil: { $names }
coach-game = Spiel
coach-games = Spiele
coach-decisions = Entscheidungen
coach-inaccuracies = Ungenau
coach-blunders = Grobe Fehler
coach-times = Wie oft
coach-per-game = Kosten je Spiel
coach-phase = Abschnitt
coach-phase-opening = Eröffnung
coach-phase-middle = Mitte
coach-phase-endgame = letzte drei Felder
coach-phase-referee = als Schiedsrichter
coach-phase-half = Spiel über eine Hälfte
coach-phase-first-half = erste Hälfte
coach-phase-second-half = zweite Hälfte
coach-phase-final = Finale
coach-phase-round-1 = 1. Runde
coach-phase-round-2 = 2. Runde
coach-phase-marking = Wahl der Zeile
coach-slip = Typischer Fehler
coach-slip-stood = zu früh stehen lassen
coach-slip-threw-on = weitergeworfen statt stehen lassen
coach-slip-kept-too-many = zu viele Würfel herausgelegt
coach-slip-kept-too-few = zu wenige Würfel herausgelegt
coach-slip-kept-others = die falschen Würfel herausgelegt
coach-slip-covered-more = zwei Felder abgedeckt statt eins
coach-slip-covered-fewer = ein Feld abgedeckt statt zwei
coach-slip-covered-others = die falschen Felder abgedeckt
coach-slip-covered-nothing = nichts abgedeckt
coach-slip-no-objection = keinen Einspruch erhoben
coach-slip-objected = unnötig Einspruch erhoben
coach-slip-stayed = weitergezockt statt ausgestiegen
coach-slip-dropped = ausgestiegen statt weitergezockt
coach-slip-wrong-row = die falsche Zeile angekreuzt
coach-fate = { $side ->
    [bad] Pech
   *[good] Glück
} im Wert von { NUMBER($luck, minimumFractionDigits: 1, maximumFractionDigits: 1) } Siegen in { $games } Spielen; mit fairen Würfeln ist ±{ NUMBER($deviation, minimumFractionDigits: 1, maximumFractionDigits: 1) } normal.
coach-fate-estimate = Die Werte sind zum Teil geschätzt, also auch dieses Glück.
coach-fate-few = Ab { $games } Spielen lässt sich sagen, wie ungewöhnlich das ist.
coach-fate-players = Mit fairen Würfeln haben { $players } von { $of } Spielern so viel { $side ->
    [bad] Pech
   *[good] Glück
} oder noch mehr.
coach-fate-usual = Das ist ganz normal.
coach-fate-some = Das geht vielen so.
coach-fate-unusual = Das ist ungewöhnlich, kommt aber vor.
coach-fate-rare = Das ist wirklich selten.
coach-fan = Glück nach jedem Spiel
coach-fan-means = Mit fairen Würfeln bleiben zwei von drei Spielern im dunklen Band, 19 von 20 im hellen.

## Browser: der Coach

web-coach-analyse-title = Schlecht gespielt, oder waren es die Würfel?
web-coach-analyse-help = Der Coach analysiert jede Entscheidung und jeden Wurf dieses Spiels. Einmal genügt: Danach sehen es alle, die den Link haben.
web-coach-analyse = Analysieren
web-coach-running = Der Coach analysiert das Spiel …
web-coach-queued = Der Coach ist noch mit einem anderen Spiel beschäftigt …
web-coach-progress = Fortschritt der Analyse
web-coach-analysis = Analyse
web-coach-unit-zock = Chance, den Satz zu gewinnen, in Prozent
web-coach-unit-schocken = Chance, das Spiel nicht zu verlieren, in Prozent
web-coach-unit-zocknroll = Erwarteter Anteil am Sieg, in Prozent
web-coach-chart-zock = Verlauf: Siegchancen beider Spieler über { $events } Schritte; { $slips } Entscheidungen haben etwas gekostet. Die Tabelle darunter sagt dasselbe in Zahlen.
web-coach-chart-schocken = Verlauf: Chance aller, nicht zu verlieren, über { $events } Schritte; { $slips } Entscheidungen haben etwas gekostet. Die Tabelle darunter sagt dasselbe in Zahlen.
web-coach-chart-zocknroll = Verlauf: Anteil aller am Sieg über { $events } Schritte; { $slips } Entscheidungen haben etwas gekostet. Die Tabelle darunter sagt dasselbe in Zahlen.
web-coach-luck-below = Balken darunter: Glück und Pech von { $name ->
    [Du] dir
   *[other] { $name }
}
web-coach-only = Nur einen Spieler zeigen
web-coach-slip-before = Voriger Fehler
web-coach-slip-after = Nächster Fehler
web-coach-decision = Entscheidung
web-coach-chose = { $name ->
    [Du] Deine Wahl
   *[other] { $name } wählte
}: { $move }
web-coach-cost = kostete { $loss }
web-coach-made = gespielt
web-coach-best = am besten
web-coach-points-zock = erwarteter Vorsprung in Verlustpunkten: { $points }
web-coach-points-schocken = Risiko, diese Hälfte zu verlieren: { $points }
web-coach-points-zocknroll = aus diesem Durchgang zu erwarten: { $points } Punkte
web-coach-moves-more = { $count } weitere
web-coach-moves-fewer = Weniger
web-coach-kind-forced = Keine Wahl
web-coach-kind-good = Gut
web-coach-kind-inaccuracy = Ungenau
web-coach-kind-mistake = Fehler
web-coach-kind-blunder = Grober Fehler
web-coach-luck-now = Glück bei diesem Wurf:
web-coach-nothing-due = Hier gibt es nichts zu entscheiden.
web-coach-no-slips = Keine Fehler gefunden.
web-coach-table = Der Verlauf als Tabelle
web-coach-table-event = Was geschah
web-coach-table-quiet = Nächster Schritt
web-coach-report = So habt ihr gespielt
web-coach-exact = Alle Werte sind exakt: Dieses Spiel ist durchgerechnet.
web-coach-estimated = Die Werte sind aus vielen simulierten Spielen geschätzt; was innerhalb der Fehlergrenze liegt, gilt als gut.
web-coach-turning = Wendepunkte
web-coach-luck = Glück
web-coach-loss = Eigene Fehler
web-coach-given = Fehler der anderen
web-coach-rate = Fehlerquote ({ $decisions ->
    [one] eine Entscheidung
   *[other] { $decisions } Entscheidungen
})
web-coach-explain = Was die Zahlen bedeuten
web-coach-explain-luck = Glück ist, was Würfel und Becher gebracht haben: die Chance nach dem Wurf minus die Chance davor. Anfang, Glück, Fehler der anderen und eigene Fehler ergeben zusammen das Ergebnis.
web-coach-explain-rate = Die Fehlerquote ist, was eine Entscheidung im Schnitt kostet, in Tausendsteln eines Sieges. Sie lässt sich zwischen Spielen vergleichen: 0 ist perfektes Spiel.
web-coach-explain-kinds = Ungenau kostet mindestens 0,5 %, ein Fehler 2 %, ein grober Fehler 5 % der Chance. Entscheidungen ohne Wahl zählen nicht.
web-coach-keys = M springt zum nächsten Fehler, Umschalt+M zum vorigen.
web-coach-play-on = Ab hier weiterspielen
web-coach-play-on-help = Ein neuer Tisch beginnt genau an dieser Stelle. Er zählt nicht für die Statistik.
web-coach-play-on-seat = Du spielst
web-coach-play-on-level = Bots auf den anderen Plätzen
web-coach-play-on-begin = An den Tisch
web-coach-to-editor = Stellung ändern
web-coach-share = Was du teilst
web-coach-share-game = Das Spiel
web-coach-share-moment = Dieser Moment
web-coach-share-position = Diese Stellung
web-coach-share-position-help = Wer den Link hat, sieht diese Stellung mit dem Wert aller Züge.
web-coach-editor = { $game }: Stellung aufbauen
web-coach-editor-help = Bau den Tisch auf, wie du willst. Der Coach sagt dir sofort, was jeder Zug wert ist.
web-coach-undo = Rückgängig
web-coach-redo = Wiederholen
web-coach-text = Die Stellung als Text
web-coach-text-help = Eine Zeile, die alles beschreibt. Füge eine andere ein, um sie aufzubauen.
web-coach-text-wrong = Diese Zeile ist keine gültige Stellung.
web-coach-copy-text = Text kopieren
web-coach-values = Was die Stellung wert ist
web-coach-weighing = Der Coach rechnet …
web-coach-no-moves = Hier gibt es nichts zu entscheiden.
web-coach-refused = Unmögliche Stellung
web-coach-refused-plain = Diese Stellung lässt sich nicht spielen: { $sentence }
web-coach-played = Jeder Zug wurde { $played }-mal simuliert.
web-coach-solved = Diese Werte sind exakt.
web-coach-chances = Chancen am Tisch
web-coach-odds = Chancen
web-coach-seat = Spieler { $number }
web-coach-turn = Wer ist dran
web-coach-dice = Die Würfel
web-coach-die = { $name }, Würfel { $number }: { $value }
web-coach-die-hidden = { $name }, Würfel { $number }: verdeckt
web-coach-hidden = verdeckt
web-coach-fewer = { $name }: eins weniger
web-coach-more = { $name }: eins mehr
web-coach-fields-of = Felder von { $name }
web-coach-zock-cover = liegen in der Box
web-coach-zock-throw = werden gleich geworfen
web-coach-zock-games = Spiele vor diesem: { $count }
web-coach-zock-game = Spiel { $number }: gewonnen von
web-coach-zock-game-loss = Spiel { $number }: Verlustpunkte
web-coach-zock-game-more = ein Spiel
web-coach-zock-game-less = das letzte
web-coach-part = Teil des Spiels
web-coach-part-0 = erste Hälfte
web-coach-part-1 = zweite Hälfte
web-coach-part-2 = Finale
web-coach-lost = Wer Hälfte { $half } verloren hat
web-coach-begins = Wer die Runde angefangen hat
web-coach-stones = Steine
web-coach-stones-of = Steine von { $name }
web-coach-throws = Würfe
web-coach-throws-of = Würfe von { $name }
web-coach-kept = Herausgelegt
web-coach-kept-of = Herausgelegte Würfel von { $name }
web-coach-hand-of = Würfel von { $name }
web-coach-not-thrown = Hat in dieser Runde nicht geworfen.
web-coach-round = Runde
web-coach-round-1 = 1: drei weiße Würfel
web-coach-round-2 = 2: vier
web-coach-round-3 = 3: fünf, alle Becher oben
web-coach-marks-now = Wer ankreuzt
web-coach-starts = Wer den Durchgang angefangen hat
web-coach-cups = Becher der anderen
web-coach-cups-hidden = verdeckt
web-coach-cups-open = offen
web-coach-cup-of = Becher von { $name }
web-coach-cup-unknown = Diesen Becher kennt sonst niemand.
web-coach-dropped = { $name }: drin oder draußen
web-coach-dropped-0 = drin
web-coach-dropped-1 = raus in 1
web-coach-dropped-2 = raus in 2
web-coach-sheet-of = Wessen Tableau
web-coach-panel = Coach
web-coach-hint = Tipp
web-coach-silent = Der Coach hat gerade keine Antwort.
web-coach-no-odds = Gerade gibt es keine Chancen zu zeigen.
web-coach-objection = Moment mal
web-coach-costs = „{ $move }“ kostet dich { $loss } deiner Chance.
web-coach-anyway = Trotzdem spielen
web-coach-again = Noch mal überlegen
web-coach-show = Zeig mir Besseres
web-coach-players = Spieler
web-coach-new = Spieler und Regeln
web-coach-new-help = Mit anderer Spielerzahl oder anderen Regeln beginnt ein neues Beispiel.
web-coach-new-begin = Damit anfangen
web-start-analysis = Stellung aufbauen
web-history-analyse = Analysieren
web-coach-gist = Am besten: { $move } ({ $value })
web-analyse-game = Spiel analysieren
web-key-hint = Coach: Chancen und ein Tipp
web-settings-tutor = Tutor
web-settings-tutor-help = Warnt dich vor teuren Entscheidungen, an Tischen, die Hilfe erlauben.
web-settings-tutor-off = aus
web-settings-tutor-blunder = vor groben Fehlern
web-settings-tutor-mistake = vor Fehlern
web-trouble-coach-failed = Die Analyse ist nicht fertig geworden. Bitte versuche es noch einmal.

## Coach at the table

table-played-on = Dieses Spiel setzt ein anderes fort, nach { $taken ->
    [one] dem ersten Schritt
   *[other] { $taken } Schritten
}. Es zählt nicht für die Statistik.
table-help-all = Hier dürfen alle den Coach fragen.
web-table-help = Hilfe vom Coach
web-table-help-help = Chancen, Tipps und eine Warnung vor groben Fehlern. Alle am Tisch sehen diese Einstellung.
web-table-help-alone = Nur gegen Bots
web-table-help-all = Für alle
web-table-help-never = Nie
coach-odds-usable = Passt
coach-odds-finishing = Deckt alles ab
coach-odds-field = Feld { $field } lässt sich abdecken
coach-odds-grows = Besser als { $row }
coach-odds-wins = { $count ->
    [one] Sieg in Runde 3 gegen einen Becher
   *[other] Sieg in Runde 3 gegen { $count } Becher
}
coach-odds-ties = Gleichstand in Runde 3
coach-odds-wins-belief = { $count ->
    [one] Sieg in Runde 3 gegen diesen Gegner
   *[other] Sieg in Runde 3 gegen diese Gegner
}
coach-odds-ties-belief = Gleichstand in Runde 3 mit einem Gegner
coach-odds-row = { $row }
coach-odds-fresh-cup = { $throws ->
    [one] Mit einem Wurf
   *[other] Mit { $throws } Würfen
}
coach-odds-about-unknown = Deine Würfel liegen verdeckt, also sind ihre Chancen unbekannt (R5).
coach-odds-about-turn = Am Ende des Durchgangs, wenn du weiterzockst
coach-odds-about-throw = Dein nächster Wurf
coach-odds-about-beat = { $throw } schlagen, mit noch { $left ->
    [one] einem Wurf
   *[other] { $left } Würfen
}
coach-odds-about-improve = Besser als { $throw }, mit noch { $left ->
    [one] einem Wurf
   *[other] { $left } Würfen
}
coach-hint-alike = { $best } und { $other } sind etwa gleich gut.
coach-note-over = Hier ist das Spiel zu Ende.
coach-note-dice = Hier wird gewürfelt, es gibt nichts zu entscheiden.
coach-note-hidden = Hier wird gewürfelt, und einige Würfel auf dem Tisch sind unbekannt.

## DRILL: explorer and training

web-start-explorer = Perfekt spielen
web-start-training = Training
web-start-honesty = Faire Würfel?
web-explorer-title = Perfekt spielen: { $game }
web-explorer-zock-help = Tippe Klappen an, um für jeden Wurf zu sehen, was du am besten abdeckst. Alle Werte sind exakt.
web-explorer-schocken-help = Stehen lassen oder welche Würfel herauslegen? Zu jedem Wurf in jeder Lage, mit dem Risiko jeder Wahl.
web-explorer-zocknroll-help = Wie oft du mit jedem Becher weiterzocken solltest, wenn nur die Punkte dieses Durchgangs zählen, gezeichnet wie Poker-Charts.
web-explorer-train = Das üben
web-explorer-aim = Worum es geht
web-explorer-choices = Die Möglichkeiten
web-explorer-players = Spieler
web-explorer-house = Hausregeln
web-explorer-house-plain = Ohne
web-explorer-house-pub = Kneipe
web-explorer-zock-aim-win = Spiel
web-explorer-zock-aim-points = Punkte
web-explorer-zock-aim-match = Satz
web-explorer-zock-games = Spiele übrig
web-explorer-zock-lead = Punkte Vorsprung
web-explorer-zock-rival = Offene Felder des Gegners
web-explorer-zock-own = Deine offenen Felder
web-explorer-zock-value-win = Du wirfst jetzt: Du gewinnst { $value } der Spiele.
web-explorer-zock-value-match = Du wirfst jetzt: Du gewinnst { $value } der Sätze.
web-explorer-zock-value-points = Du wirfst jetzt: Dein Gegner bekommt { $value } Verlustpunkte mehr als du.
web-explorer-zock-throws = Die 21 Würfe und was du am besten abdeckst
web-explorer-zock-cell = { $dice }: { $cover }, { $value }
web-explorer-zock-idle = aussetzen (K4)
web-explorer-zock-throw = Wurf
web-explorer-zock-openings = Der erste Wurf in allen Varianten
web-explorer-zock-openings-win = Was du abdeckst, um das Spiel zu gewinnen, und wie viel besser das ist als das Nächstbeste. Tippe auf ein Feld, um es oben zu sehen.
web-explorer-zock-openings-points = Was du wegen der Verlustpunkte abdeckst und wie viel besser das ist als das Nächstbeste. Tippe auf ein Feld, um es oben zu sehen.
web-explorer-zock-short-basic = Grundspiel
web-explorer-zock-short-A = A
web-explorer-zock-short-B = B
web-explorer-zock-short-C = C
web-explorer-schocken-you = Du …
web-explorer-schocken-begins = fängst an
web-explorer-schocken-follows = wirfst { $place ->
    [2] an zweiter Stelle
    [3] an dritter Stelle
   *[other] an vierter Stelle
}
web-explorer-schocken-limit = Erlaubte Würfe
web-explorer-schocken-lies = Nummer { $place } hat
web-explorer-schocken-hidden = Mit verdeckten Würfeln
web-explorer-schocken-open = Offen
web-explorer-schocken-covered = { $dice ->
    [0] alles verdeckt
   *[other] { $dice } und Verdecktes
}
web-explorer-schocken-throw = Du entscheidest
web-explorer-schocken-after = { $count ->
    [one] nach einem Wurf
   *[other] nach zwei Würfen
}
web-explorer-schocken-stones = Steine ({ $middle } in der Mitte)
web-explorer-schocken-stones-of = Steine von Nummer { $place }
web-explorer-schocken-aim-half = Die Hälfte
web-explorer-schocken-aim-game = Das Spiel
web-explorer-schocken-risk-half = Im Schnitt verlierst du { $risk } dieser Hälften.
web-explorer-schocken-risk-game = Im Schnitt verlierst du { $risk } dieser Spiele.
web-explorer-schocken-bars-half = Balken: das Risiko, die Hälfte zu verlieren. Kürzer ist besser.
web-explorer-schocken-bars-game = Balken: das Risiko, das Spiel zu verlieren. Kürzer ist besser.
web-explorer-schocken-approximate = Näherung: noch nicht exakt gelöst.
web-explorer-schocken-cell = { $dice }: { $choice }, Risiko { $risk }
web-explorer-schocken-again = weiterwerfen
web-explorer-schocken-legend = Blasse Würfel kommen zurück in den Becher. Darunter das Risiko mit der besten Wahl.
web-explorer-rank-schock = Schock
web-explorer-rank-jule = Jule
web-explorer-rank-admiral = Admiral
web-explorer-rank-strasse = Straße
web-explorer-rank-ordinary = Einfache Würfe
web-explorer-zocknroll-place = Du entscheidest als Nummer
web-explorer-zocknroll-round = Entscheidung
web-explorer-zocknroll-round-1 = Runde 1
web-explorer-zocknroll-round-2 = Runde 2
web-explorer-zocknroll-history = Was die anderen gemacht haben, der Reihe nach
web-explorer-zocknroll-stayed = bleibt
web-explorer-zocknroll-later = später
web-explorer-zocknroll-out-first = raus, Runde 1
web-explorer-zocknroll-out-second = raus, Runde 2
web-explorer-zocknroll-white = Weiße Würfel
web-explorer-zocknroll-cup = Dein Becher
web-explorer-zocknroll-cups = Alle Becher
web-explorer-zocknroll-lowest = Becher, deren kleinster Würfel { $die } zeigt
web-explorer-zocknroll-nothing = Nichts
web-explorer-zocknroll-total = Über alle Becher: zock in { $share } der Fälle weiter.
web-explorer-zocknroll-spot = zock in { $share } der Fälle weiter. Aussteigen bringt { $points ->
    [one] einen Punkt.
   *[other] { $points } Punkte.
}
web-explorer-zocknroll-prize = Runde 3 allein zu gewinnen bringt { $points } Punkte mehr.
web-explorer-zocknroll-jorg = Jörg spielt mit und bleibt immer (N4). Runde 3 allein zu gewinnen bringt { $points } Punkte mehr.
web-explorer-zocknroll-drop = Aussteigen
web-explorer-zocknroll-legend = Grün = wie oft du weiterzockst, in Prozent.
web-explorer-zocknroll-cell = { $dice }: { $row }, bleibt { $share }
web-explorer-zocknroll-map = Überblick
web-explorer-zocknroll-map-help = Zeilen sind Becher, Spalten weiße Würfel. Tippe auf ein Feld, um es oben zu sehen.
web-training-of = Training: { $game }
web-training-help = Stellungen aus echten Spielen, in denen der richtige Zug nicht auf der Hand liegt. Entscheide und sieh dann, was dein Zug wert war.
web-training-daily = Knobelei des Tages
web-training-today = Heute
web-training-choose = Welche Knobelei
web-training-solve = Knobeln
web-training-done = Gelöst: noch mal ansehen
web-training-streak = { $days ->
    [0] Noch keine Serie
    [one] Ein Tag in Folge
   *[other] { $days } Tage in Folge
}
web-training-level = Stufe { $level }
web-training-levels-of = Stufen von { $game }
web-training-levels-help = Würfel 1 ist leicht, Würfel 5 schwer. Jeden Tag gibt es für jedes Spiel eine Knobelei, für alle dieselbe. Deine erste Antwort zählt.
web-training-tally = { $right } von { $answered } richtig · im Schnitt { $loss } verloren · längste Serie: { $longest ->
    [one] ein Tag
   *[other] { $longest } Tage
}
web-training-fresh = Noch keine Knobelei beantwortet.
web-training-looking = Der Coach sucht eine Stellung …
web-training-answered = Beantwortet
web-training-ask-zock = Was deckst du ab?
web-training-ask-schocken = Stehen lassen oder etwas herauslegen?
web-training-ask-zocknroll = Was ist am besten für das ganze Spiel?
web-training-ask-help = Wähle am Tisch wie im Spiel. Eine Antwort ist klar besser als die anderen.
web-training-solution = Lösung
web-training-right = Richtig!
web-training-next = Nächste Knobelei

## USER: the coach for players

web-coach-moves-of = Was { $name } tun kann
web-trouble-thinking = Der Coach rechnet noch. Frag ihn gleich noch einmal.
web-trouble-coach = Der Coach antwortet gerade nicht. Bitte versuche es noch einmal.
web-explorer-number = Nummer { $place }
web-training-practise = Oder üben, von leicht bis schwer:

## FAIR: verifiable dice

web-fair-title = Nachprüfbare Würfel
web-fair-seal = { $count ->
    [0] Würfel: noch nichts zu prüfen
    [one] Würfel geprüft: { $count } Wurf
   *[other] Würfel geprüft: { $count } Würfe
}
web-fair-seal-apart = Würfel: dein Gerät trägt nichts bei
web-fair-seal-broken = Würfel: eine Prüfung ist gescheitert
web-fair-alarm = Diese Würfel stimmen nicht.
web-fair-evidence = Beweise sichern
web-fair-at-throw = Wurf { $number }:
web-fair-at-event = Ereignis { $number }:
web-fair-verified = { $count ->
    [one] Ein Wurf geprüft.
   *[other] Alle { $count } Würfe geprüft.
}
web-fair-verified-so-far = { $count ->
    [0] Noch ist kein Wurf geprüft.
    [one] Ein Wurf geprüft.
   *[other] { $count } Würfe geprüft.
}
web-fair-covered = { $count ->
    [one] Einer liegt noch unter dem Becher.
   *[other] { $count } liegen noch unter Bechern.
}
web-fair-later = { $count ->
    [one] Einer wird am Ende des Spiels geprüft.
   *[other] { $count } werden am Ende des Spiels geprüft.
}
web-fair-checking = Alle Würfe werden geprüft …
web-fair-unreachable = Die Aufzeichnung dieses Spiels ist gerade nicht verfügbar, deshalb sind die Würfel nicht geprüft.
web-fair-uncovered = Die Würfel dieses Spiels lassen sich nicht prüfen.
web-fair-uncovered-help = Das gilt für Spiele im Terminal, mit echten Würfeln, von anderswo und aus der Zeit, bevor sich Würfel prüfen ließen.
web-fair-alone = { $count ->
    [one] Ein Wurf kam allein aus dem Schlüssel des Servers.
   *[other] { $count } Würfe kamen allein aus den Schlüsseln des Servers.
}
web-fair-none = Für { $names } hat kein Gerät zu den Würfeln beigetragen. (Bots tragen nie bei.)
web-fair-without = { $count ->
    [one] { $name ->
        [Du] Dein Gerät
       *[other] Das Gerät von { $name }
    } hat zu einem Wurf nichts beigetragen.
   *[other] { $name ->
        [Du] Dein Gerät
       *[other] Das Gerät von { $name }
    } hat zu { $count } Würfen nichts beigetragen.
}
web-fair-without-you = { $count ->
    [one] Dieses Gerät hat zu einem Wurf nichts beigetragen.
   *[other] Dieses Gerät hat zu { $count } Würfen nichts beigetragen.
}
web-fair-absent = { $name ->
    [Du] Dein Gerät
   *[other] Das Gerät von { $name }
} hat { $count ->
    [one] einmal
   *[other] { $count }-mal
} nicht geantwortet.
web-fair-changes = { $name ->
    [Du] Dein Gerät
   *[other] Das Gerät von { $name }
} hat { $count ->
    [one] einmal
   *[other] { $count }-mal
} eine neue Kette von Geheimnissen begonnen.
web-fair-taken = { $count ->
    [one] Das erste Ereignis kam aus einem anderen Spiel und lässt sich nicht prüfen.
   *[other] Die ersten { $count } Ereignisse kamen aus einem anderen Spiel und lassen sich nicht prüfen.
}
web-fair-all-there = Alle Geräte haben jedes Mal geantwortet.
web-fair-protests = { $count ->
    [one] Einmal hat ein Gerät gemeldet, dass es doch geantwortet hat.
   *[other] { $count }-mal hat ein Gerät gemeldet, dass es doch geantwortet hat.
}
web-fair-explain-1 = Vor dem Spiel schließt der Server für jeden Wurf einen Schlüssel weg und zeigt allen das Siegel auf der Kiste: Austauschen geht dann nicht mehr.
web-fair-explain-2 = Wird gewürfelt, gibt jedes Handy am Tisch von selbst ein eigenes Geheimnis dazu; vorher kennt niemand die Würfel, auch der Server nicht.
web-fair-explain-3 = Schlüssel und Geheimnisse zusammen ergeben die Würfel, und dein Gerät rechnet jeden Wurf nach, den es sehen darf.
web-fair-house-key = der versiegelte Schlüssel des Servers
web-fair-secrets = die Geheimnisse aller Spieler
web-fair-dice = die Würfel
web-fair-numbers = Die Zahlen
web-fair-game = Spiel-ID
web-fair-root = Siegel auf den Schlüsseln
web-fair-anchor = { $name ->
    [Du] Zusage deines Geräts
   *[other] Zusage des Geräts von { $name }
}
web-fair-last = Die letzten Würfe, jeder mit seinem Schlüssel oder, unterm Becher, mit den Beiträgen der Geräte
web-fair-covered-dice = unterm Becher
web-fair-copy = Zahlen kopieren
web-fair-remains = Grenzen
web-fair-remains-absence = Ein Gerät, das nicht rechtzeitig antwortet, ändert die Würfel einmal, ohne zu wissen wie. Das wird gezählt, und alle sehen es.
web-fair-remains-operator = Wer den Server betreibt, könnte verdeckte Würfel im Speicher ansehen.
web-fair-remains-rules = Dein Gerät prüft die Würfel, nicht die Regeln: Schiedsrichter ist der Server. „knobel verify“ spielt eine Aufzeichnung auch nach den Regeln nach.
web-fair-remains-review = Das Verfahren besteht aus bewährten Bausteinen, aber niemand vom Fach hat es begutachtet.
web-fair-verifier = Ein Spiel selbst nachprüfen
web-fair-honesty = Würfelstatistik
web-fair-wrong-malformed = Was die Aufzeichnung über ihre Würfel sagt, ist nicht zu lesen.
web-fair-wrong-table = Die Würfel fielen für einen anderen Tisch: Spiel, Regeln oder Namen sind andere.
web-fair-wrong-taken = So viele Ereignisse können nicht aus einem anderen Spiel übernommen sein.
web-fair-wrong-secret = Das Geheimnis des Servers ist nicht das, das er versiegelt hatte.
web-fair-wrong-again = Der Server hat seine Schlüssel ein zweites Mal verwendet.
web-fair-wrong-early = Der Server hat andere Schlüssel genommen, obwohl er noch welche hatte.
web-fair-wrong-unwanted = Es wurden Würfel geworfen, die das Spiel nicht brauchte.
web-fair-wrong-untold = Nirgends steht, woher diese Würfel kamen.
web-fair-wrong-seat = Ein Gerät ist genannt, das keinen Platz hat.
web-fair-wrong-links = Nicht jedes Gerät, das mitmacht, hat geantwortet oder gilt als abwesend.
web-fair-wrong-promise = Was das Gerät von { $name } beigetragen haben soll, ist nicht das, was es zugesagt hatte.
web-fair-wrong-full = Es gibt mehr Würfe als Schlüssel.
web-fair-wrong-dice = Die Würfel sind nicht die, die Schlüssel und Geheimnisse ergeben.
web-fair-wrong-record = Die Aufzeichnung handelt von anderen Würfeln als denen, die hier fielen.
web-fair-wrong-event = Das ist kein Ereignis dieses Spiels, oder seine Würfel sind nicht vollständig.
web-fair-wrong-root = Das Siegel auf den Schlüsseln ist ein anderes als vorher.
web-fair-wrong-past = Was der Server über frühere Würfel sagt, ist nicht das, was er gesagt hatte.
web-fair-wrong-instead = Es sollte gewürfelt werden, aber es geschah etwas anderes.
web-fair-wrong-number = Die Würfe sind nicht der Reihe nach nummeriert.
web-fair-wrong-key = Der Schlüssel ist keiner von denen, die der Server versiegelt hatte.
web-fair-wrong-unproven = Die Würfel wurden ohne ihren Schlüssel gezeigt.
web-fair-wrong-anchor = Die Zusage dieses Geräts wurde angenommen, steht aber nicht im Verlauf.

## HONESTY: wie die Würfel gefallen sind

web-stats-honesty = Sind die Würfel fair?
web-honesty-title = Sind die Würfel fair?
web-honesty-scope = Welche Würfel
web-honesty-of-all = Alle beendeten Spiele auf diesem Server.
web-honesty-of-table = Alle beendeten Spiele am Tisch { $code }.
web-honesty-unfinished = { $count ->
    [one] Ein unfertiges Spiel: Seine Würfel zählen noch nicht.
   *[other] { NUMBER($count) } unfertige Spiele: Ihre Würfel zählen noch nicht.
}
web-honesty-go-all = Alle Tische
web-honesty-go-table = Zum Tisch
web-honesty-empty = Noch ist kein Spiel zu Ende. Würfel zählen erst, wenn ihr Spiel vorbei ist: Bis dahin liegen manche noch unter Bechern.
web-honesty-whose = Wessen Würfel
web-honesty-everybody = Alle
web-honesty-people = Menschen
web-honesty-bots = Bots
web-honesty-nobodys = Weiße Würfel und Jörg
web-honesty-dice = { $count ->
    [0] Keine Würfel
    [one] Ein Würfel
   *[other] { NUMBER($count) } Würfel
}
web-honesty-count = { NUMBER($count, maximumFractionDigits: 0) }
web-honesty-count-fine = { NUMBER($count, maximumFractionDigits: 1) }
web-honesty-face = Augen
web-honesty-thrown = Gefallen
web-honesty-expected = Erwartet
web-honesty-expected-each = { $count } erwartet
web-honesty-findings = Was die Würfel sagen
web-honesty-faces = Eins bis sechs
web-honesty-faces-help = Fällt jede Zahl ungefähr gleich oft?
web-honesty-faces-caption = Wie oft jede Zahl fiel; erwartet wurden von jeder { $count }
web-honesty-mean = Augen im Schnitt
web-honesty-mean-help = Ein fairer Würfel zeigt auf Dauer im Schnitt dreieinhalb.
web-honesty-mean-figure = { NUMBER($mean, minimumFractionDigits: 2, maximumFractionDigits: 2) }
web-honesty-doubles = Pasche
web-honesty-doubles-help = Würfe mit zwei oder drei Würfeln, in denen eine Zahl mindestens zweimal kommt.
web-honesty-repeats = Noch mal dieselbe
web-honesty-repeats-help = Würfel, die dasselbe zeigen wie der davor am selben Platz: einer von sechs. Weiße Würfel und Jörgs Becher zählen zusammen als ein Platz.
web-honesty-sides = Menschen und Bots
web-honesty-apart = Würfeln beide gleich?
web-honesty-apart-help = Wie oft jede Zahl bei Menschen und bei Bots fiel, gemessen daran, wie weit der Zufall allein das auseinandertreibt.
web-honesty-few = Noch zu wenige Würfel.
web-honesty-common = Nichts Besonderes: Mit fairen Würfeln weicht mehr als jeder zweite Server mindestens so weit ab.
web-honesty-one-in = Mit fairen Würfeln weicht etwa 1 von { NUMBER($many) } Servern mindestens so weit ab.
web-honesty-of-ten = Mit fairen Würfeln weichen etwa { NUMBER($many) } von 10 Servern mindestens so weit ab.
web-honesty-never = Mit fairen Würfeln weicht weniger als 1 von { NUMBER($many) } Servern so weit ab.
web-honesty-look = Einen zweiten Blick wert.
web-honesty-p = p = { NUMBER($p, minimumFractionDigits: 3, maximumFractionDigits: 3) }
web-honesty-p-below = p < { NUMBER($p, minimumFractionDigits: 3, maximumFractionDigits: 3) }
web-honesty-p-above = p > { NUMBER($p, minimumFractionDigits: 3, maximumFractionDigits: 3) }
web-honesty-reading = So liest du das
web-honesty-reading-share = Faire Würfel fallen nie genau wie erwartet. Die Frage ist also: Wie viele Server mit fairen Würfeln lägen mindestens so weit daneben, allein durch Zufall? „1 von 20“ ist Alltag. Nur was seltener ist als „1 von 10.000“, verdient einen zweiten Blick, und nur das ist hier markiert.
web-honesty-reading-often = Wer oft nachsieht, findet immer etwas.
web-honesty-reading-questions = Diese Seite stellt bis zu 17 Fragen: je vier zu allen Würfeln, denen der Menschen, der Bots sowie den weißen und denen von Jörg, dazu, ob Menschen und Bots gleich würfeln. Viele überschneiden sich, und wer wiederkommt, wenn mehr gewürfelt ist, fragt noch einmal. Ein „1 von 20“ kommt also ab und zu von allein und beweist nichts.
web-honesty-reading-left = Wer davonläuft, verzerrt die Zählung.
web-honesty-reading-left-help = Die Würfel eines geschlossenen Tischs zählen; die eines Spiels, das alle einfach verlassen, nicht. Gehen Leute immer dann, wenn sie verlieren, sehen die gezählten Würfel zu gut aus, und faire wirken seltsam.
web-honesty-reading-proof = Zählen entlarvt nur plump gezinkte Würfel. Dass niemand einen Wurf ausgesucht hat, zeigt sein Beweis: Das Siegel am Tisch prüft jeden einzelnen.
web-honesty-counted = Was hier zählt
web-honesty-counted-finished = Alle Würfel beendeter Spiele, in der Reihenfolge, in der sie gezogen wurden, auch wenn ein Tisch mitten im Spiel geschlossen wurde. Nicht gezählt werden laufende Spiele, geladene Aufzeichnungen, was aus einem anderen Spiel übernommen wurde, Spiele im Terminal und echte Würfel.
web-honesty-counted-whose = Menschen und Bots: wem der Platz gehörte, als der Würfel fiel, auch wenn zwischendurch ein Bot einsprang. Weiße Würfel und Jörgs Becher zählen für sich.
web-honesty-method = Bei den sechs Zahlen quadrieren wir, wie weit jede vom Erwarteten entfernt ist, teilen das durch das Erwartete und zählen alles zusammen (Chi-Quadrat-Test, fünf Freiheitsgrade); genauso bei Menschen und Bots nebeneinander. Beides braucht 150 Würfel, denn mit weniger verspricht der Test zu viel. Bei Schnitt, Paschen und Wiederholungen zählen wir zusammen, wie wahrscheinlich alles ist, was mindestens so weit danebenliegt; bei vielen Würfeln vergleichen wir den Abstand mit seiner Standardabweichung. p ist der Anteil der Server mit fairen Würfeln, die mindestens so weit danebenliegen.
web-honesty-unproven = { $count ->
    [one] Ein Würfel fiel
   *[other] { NUMBER($count) } Würfel fielen
} in Spielen aus der Zeit, bevor es Beweise gab. Sie zählen hier mit, lassen sich aber nicht nachprüfen.

## The command line: help

help-usage = Aufruf
help-options-piece = [OPTIONEN]
help-arguments = Argumente
help-options = Optionen
help-commands = Befehle
help-examples = Beispiele
help-default = Standard: { $default }
metavar-club = STAMMTISCH
metavar-command = BEFEHL
metavar-game = SPIEL
metavar-number = ZAHL
metavar-rule = NUMMER
metavar-text = TEXT
metavar-file = DATEI
metavar-files = DATEI
metavar-folder = ORDNER
metavar-name = NAME
metavar-address = ADRESSE
metavar-url = URL
metavar-source = QUELLE
metavar-target = ZIEL
metavar-network = NETZ
metavar-bot = BOT
metavar-endpoint = HOST:PORT
metavar-code = CODE
metavar-device = GERÄT
metavar-duration = DAUER
metavar-seat = PLATZ
metavar-door = TÜRCODE
metavar-option = NAME=WERT
metavar-bots = BOT,…
metavar-shell = SHELL
metavar-throw = WURF
metavar-dice = WÜRFEL
metavar-fields = FELDER
metavar-position = STELLUNG
metavar-stones = A,B,…
metavar-policy = NAME,…
help-knobel =
    Zock'n'Roll, ZOCK und Schocken: spielen, Regeln lesen, nach Chancen und bestem Spiel fragen, Spiele analysieren.
    Ohne Befehl öffnet sich der Tisch im Browser.
help-knobel-examples =
    knobel                         im Browser spielen
    knobel play zock               in diesem Terminal spielen
    knobel rules schocken S7       eine Regel lesen
    knobel BEFEHL --help           Hilfe zu einem Befehl
help-help = Diese Hilfe zeigen.
help-version = Die Version zeigen.
help-lang = Die Sprache: en oder de. Standard: die der Umgebung.
help-as_json = JSON ausgeben, eine Zeile.
help-option = Eine Variante oder Hausregel, etwa variant=C. Mehrfach möglich.
help-preset = Mehrere Hausregeln auf einmal.
help-position = Ein Stellungstext anstelle der Optionen des Spiels.
help-seed = Dieselbe Zahl ergibt dieselben Würfel.
help-players = Die Zahl der Spieler.
help-game = zocknroll, zock oder schocken.
help-files = Aufzeichnungen: .json, .jsonl (eine je Zeile) oder - für die Standardeingabe.
help-data = Der Ordner der Daten. Standard: der Datenordner des Benutzers.
help-quiet = Nur Fehler ausgeben.
help-plain = Einfacher Text ohne Farben, für Pipes und Vorleseprogramme.
help-play = In diesem Terminal spielen, gegen Bots oder mit Freunden an einer Tastatur. Die Würfel dieser Spiele prüft knobel verify nicht, nur die vom Tisch im Browser.
help-play-game = zocknroll, zock oder schocken. Ohne Angabe wählst du.
help-play-players = Die Zahl der Spieler, Bots mitgezählt.
help-play-name = Der Name einer Person an dieser Tastatur. Mehrfach möglich.
help-play-bots = Die Bots: random, casual, strong, master, jorg; oder none.
help-play-watch = Nur Bots spielen, und du schaust zu.
help-play-seed = Wiederholbare Würfel aus dieser Zahl.
help-play-dice = Woher die Würfel kommen; typed sind echte Würfel, die du eintippst.
help-play-hints = Chancen neben deinen Möglichkeiten zeigen oder verbergen. Deine Wahl wird gemerkt.
help-play-plain = Zeile für Zeile, für Pipes und Vorleseprogramme.
help-play-resume = Das zuletzt gespeicherte Spiel fortsetzen.
help-play-save_record = Die Aufzeichnung nach dem Spiel in diese neue Datei schreiben.
help-play-examples =
    knobel play zocknroll --bots strong,casual
    knobel play zock -o variant=C -o games=3
    knobel play schocken --name Anna --name Ben --bots none
    knobel play zock --dice typed
help-serve = Den Server für den Browser starten. Er liefert die Web-App aus, speichert alle Tische auf diesem Computer und lässt Freunde über Link oder QR-Code mitspielen. Er läuft bis Strg-C, und nach einem Neustart gehen die Spiele weiter.
help-serve-config = Eine TOML-Datei mit Optionen und Grenzwerten; --show-config gibt eine aus. Sonst nennt KNOBEL_CONFIG sie.
help-serve-show_config = Die geltende Konfiguration ausgeben, mit der Herkunft jedes Werts, und beenden.
help-serve-store = Der Speicher: eine Datei oder postgresql://NUTZER@HOST/DATENBANK. Standard: tables.db im Datenordner.
help-serve-nats = Die Adresse von NATS, nats://HOST:PORT, für mehrere Knoten mit einem Speicher.
help-serve-node = Der Name dieses Knotens unter mehreren.
help-serve-trusted_proxy = Adresse oder Netz von Proxys, deren X-Forwarded-Header gelten. Mehrfach möglich.
help-serve-admin = Die Adresse für Metriken und knobel admin. Port 0 ist ein freier.
help-serve-admin_open = Eine --admin-Adresse zulassen, die andere Computer erreichen.
help-serve-host = Die Adresse, auf der der Server lauscht.
help-serve-port = Der Port. Standard: 8421 oder ein freier.
help-serve-lan = Den Server für das lokale Netz öffnen, mit QR-Code für Handys.
help-serve-open = Den Browser öffnen.
help-serve-door_code = Neue geben diesen Code einmal pro Gerät ein, bevor sie Tische anlegen oder öffnen können. Ohne Wert wird ein Code ausgelost.
help-serve-bots = Die Zahl der Prozesse für Bots.
help-serve-third_party_bot = Ein fremder Bot, der mitspielen darf: NAME=paket.modul:name oder der Name eines Entry-Points. Mehrfach möglich.
help-serve-rate = Wie viele Befehle pro Sekunde eine Verbindung senden darf; 0 für unbegrenzt.
help-serve-examples =
    knobel serve --open            nur auf diesem Computer
    knobel serve --lan             auch für Handys im selben Netz
    knobel serve --host 0.0.0.0 --port 8000 --data /srv/knobel
help-admin = Tische auflisten und schließen, Namen ersetzen, Netze sperren und Anfragen zu persönlichen Daten beantworten. Geht mit dem laufenden Server, und ohne ihn direkt auf seinen Daten; jede Änderung steht im Audit-Log.
help-admin-list = Tische nach letzter Benutzung auflisten.
help-admin-list-phase = Nur Tische in dieser Phase.
help-admin-list-game = Nur Tische dieses Spiels.
help-admin-list-unused = Nur Tische, die so lange unbenutzt sind, etwa 30d.
help-admin-list-limit = Wie viele Tische höchstens.
help-admin-show = Einen Tisch zeigen: Plätze mit Geräte-IDs, Spiele, Größe.
help-admin-close = Einen Tisch endgültig schließen. Ein laufendes Spiel wird abgebrochen.
help-admin-rename = Den Namen eines Platzes ersetzen, auch im Verlauf und in den Wiederholungen des Tisches. Nicht während eines Spiels.
help-admin-rename-seat = Die Nummer des Platzes, ab 1.
help-admin-rename-name = Der neue Name.
help-admin-new-code = Einem Tisch einen neuen Code geben. Links mit dem alten Code gehen dann nicht mehr.
help-admin-block = Alle Anfragen einer IP-Adresse oder eines Netzes ablehnen.
help-admin-block-duration = Wie lange, etwa 2d oder 12h. Sonst, bis die Sperre aufgehoben wird.
help-admin-unblock = Eine Sperre aufheben.
help-admin-blocks = Die geltenden Sperren auflisten.
help-admin-erase-device = Löschen, was über ein Gerät gespeichert ist. Seine Plätze werden anonym.
help-admin-export-device = Alles ausgeben, was über ein Gerät gespeichert ist, als JSON.
help-admin-log = Das Audit-Log ausgeben, Neuestes zuerst.
help-admin-log-limit = Wie viele Zeilen höchstens.
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
    knobel admin erase-device GERÄT
help-admin-export-device-examples =
    knobel admin export-device GERÄT > data.json
help-admin-log-examples =
    knobel admin log --limit 20
help-admin-examples =
    knobel admin list --phase playing
    knobel admin close lala-lala-lala
    knobel admin block 192.0.2.0/24 --for 2d
    knobel admin erase-device GERÄT
help-code = Der Code des Tisches.
help-device = Die ID des Geräts; im Browser steht sie unter Einstellungen.
help-network = Eine IP-Adresse oder ein Netz wie 192.0.2.0/24.
help-prepare = Solver, Coach und Bots vorab kompilieren, damit auch ihre ersten Antworten schnell kommen. Der Server macht das beim ersten Start im Hintergrund.
help-prepare-background = Sofort zurückkehren und in einem Prozess mit niedriger Priorität kompilieren.
help-prepare-again = Auch wenn es schon gemacht wurde.
help-prepare-examples =
    knobel prepare
    knobel prepare --background
help-store = Der Speicher, wenn er nicht im Datenordner liegt: eine Datei oder postgresql://NUTZER:PASSWORT@HOST:PORT/DATENBANK (KNOBEL_STORE).
help-move-store = Die Daten aus einer Datei nach PostgreSQL kopieren oder zurück und alle Zeilen vergleichen. Kein Server darf laufen.
help-move-store-source = Was kopiert wird: eine Datei oder postgresql://NUTZER:PASSWORT@HOST:PORT/DATENBANK.
help-move-store-target = Eine leere PostgreSQL-Datenbank oder eine neue Datei.
help-move-store-examples =
    knobel move-store tables.db postgresql://knobel@localhost/knobel
help-backup = Die Daten des Servers in eine neue Datei kopieren, auch während er läuft.
help-backup-file = Die neue Datei. Eine vorhandene wird nicht überschrieben.
help-backup-examples =
    knobel backup knobel-backup.sqlite
help-check = Die Daten des Servers auf Schäden prüfen, auch während er läuft.
help-check-examples =
    knobel check
    knobel check --data /srv/knobel
    knobel check --store postgresql://localhost/knobel
help-club = Stammtische dieses Servers, für den Betreiber: auflisten, exportieren, importieren, sichern.
help-club-examples =
    knobel club list
    knobel club export Stammtisch stammtisch.json
    knobel club import alte-ergebnisse.csv --club Stammtisch
help-club-list = Alle Stammtische mit ihren Kennungen auflisten.
help-club-list-examples =
    knobel club list
    knobel club list --json
help-club-export = Einen Stammtisch in eine neue Datei schreiben: alles als JSON oder die Ergebnisse als CSV. Auch während der Server läuft.
help-club-export-club = Die Kennung des Stammtischs, ihr Anfang oder der Name.
help-club-export-file = Die neue Datei, .json oder .csv; - schreibt JSON auf die Standardausgabe.
help-club-export-examples =
    knobel club export Stammtisch stammtisch.json
    knobel club export Stammtisch stammtisch.csv
help-club-import = Aus einem JSON-Export einen neuen Stammtisch anlegen oder eine ältere Ergebnisliste (CSV) ergänzen. Der Server muss dafür beendet sein.
help-club-import-file = Die Datei, .json oder .csv.
help-club-import-club = Der Stammtisch, der die Ergebnisse bekommt: Kennung, ihr Anfang oder der Name.
help-club-import-check = Die Datei nur prüfen und nichts ändern.
help-club-import-examples =
    knobel club import stammtisch.json
    knobel club import alte-ergebnisse.csv --club Stammtisch --check
help-club-backup = Jeden Stammtisch als JSON in einen Ordner schreiben, je eine Datei. Auch während der Server läuft.
help-club-backup-folder = Der Ordner. Vorhandene Dateien werden nicht überschrieben.
help-club-backup-examples =
    knobel club backup clubs
help-club-link = Einen Link für ein Mitglied anlegen, der einmal gilt, zum Beispiel wenn ein Handy verloren ging. Der Server muss dafür beendet sein.
help-club-link-club = Die Kennung des Stammtischs, ihr Anfang oder der Name.
help-club-link-member = Der Name des Mitglieds.
help-club-link-examples =
    knobel club link Stammtisch Anna
help-rules = Die Regeln eines Spiels lesen, oder eine davon nach ihrer Nummer.
help-rules-number = Nur diese Regel, etwa N7.
help-rules-plain = Einfacher Text ohne fette Überschriften.
help-rules-examples =
    knobel rules zock
    knobel rules schocken S7
help-odds = Genaue Chancen in allen drei Spielen.
help-odds-examples =
    knobel odds zock --open 1,2,5
    knobel odds schocken 665 --throws 2
help-odds-zock = Was der nächste Wurf abdecken kann: nach Feldern, nach Abdeckungen und nach Würfen.
help-odds-zock-open_fields = Deine offenen Felder, etwa 1,2,5. Standard: alle neun.
help-odds-zock-examples =
    knobel odds zock --open 1,2,5 --variant B
help-odds-zocknroll = Welche Zeile die beste wird: mit frischen Würfeln oder mit deinen und den weißen.
help-odds-zocknroll-own = Die Würfel in deinem Becher, etwa 34.
help-odds-zocknroll-white = Die weißen Würfel bisher, etwa 225.
help-odds-zocknroll-against = Wie viele andere Becher in Runde 3 aufgedeckt werden, Jörgs mitgezählt.
help-odds-zocknroll-examples =
    knobel odds zocknroll --own 34 --white 225 --against 2
help-odds-schocken = Rang und Chance aller 56 Würfe, oder wie du einen davon erreichst und welche Würfel du herauslegst.
help-odds-schocken-throw = Der Wurf, der erreicht oder übertroffen werden soll, etwa 665.
help-odds-schocken-throws = Wie viele Würfe übrig sind, 1 bis 3.
help-odds-schocken-dice = Die drei Würfel auf dem Tisch. Ohne Angabe ist der Becher frisch.
help-odds-schocken-kept = Welche davon aus früheren Würfen herausliegen.
help-odds-schocken-examples =
    knobel odds schocken 665 --throws 2
    knobel odds schocken 111 --dice 611 --preset pub
help-solve = Was Stellungen bei perfektem Spiel wert sind.
help-solve-examples =
    knobel solve zock --variant C
    knobel solve schocken --players 3
help-solve-zock = Was ein frisches Spiel, eine Stellung mit ihren Zügen oder der Vorsprung in einem Satz wert ist.
help-solve-zock-objective = Was zählt: points (Punkte, Standard) oder win (Sieg); match für eine Stellung in einem Satz.
help-solve-zock-match = Vor dem Auswürfeln: wie viele Spiele übrig sind, 1 bis 10.
help-solve-zock-lead = Mit --match: wie viele Verlustpunkte du vorn liegst. Standard: 0.
help-solve-zock-examples =
    knobel solve zock --variant C
    knobel solve zock --match 3 --lead 5
help-solve-zocknroll = Was ein Durchgang jedem Platz nahe am Gleichgewicht bringt, oder wie oft man in einer Stellung bleibt.
help-solve-zocknroll-players = Die Zahl der Spieler, 3 bis 12. Standard: 4.
help-solve-zocknroll-position = Ein Stellungstext, in dem ein Spieler entscheidet, anstelle der Optionen.
help-solve-zocknroll-examples =
    knobel solve zocknroll --players 3 --board pro
help-solve-schocken = Wer bei perfektem Spiel die Hälfte und das Spiel verliert, von der ersten Runde oder von jedem Stand der Steine an. Zwei und drei Spieler sind exakt gelöst, vier und die Hälfte zu fünft nach den Grundregeln; sonst steht dabei, dass es eine Näherung ist.
help-solve-schocken-players = Die Zahl der Spieler; mehr als fünf werden genähert.
help-solve-schocken-stones = Die Steine jedes Spielers, angefangen bei dem, der die nächste Runde beginnt.
help-solve-schocken-middle = Die Steine in der Mitte. Standard: was von 13 übrig ist.
help-solve-schocken-examples =
    knobel solve schocken --stones 3,5
    knobel solve schocken --players 3 --preset pub
help-coach = Spiele analysieren: was jede Entscheidung gekostet hat und wie viel Glück war. Mehrere Aufzeichnungen ergeben das Profil eines Spielers.
help-coach-as_json = JSON ausgeben, eine Zeile je Aufzeichnung.
help-coach-html = Eine Seite mit Schaubildern in diese Datei schreiben.
help-coach-seat = Nur dieser Platz, von 1 an gezählt.
help-coach-name = Nur der Spieler dieses Namens.
help-coach-precision = Wie lange Schätzungen dauern dürfen.
help-coach-examples =
    knobel coach spiel.json
    knobel coach *.json --name Anna --html anna.html
help-replay = Aufzeichnungen durch Nachspielen prüfen und zeigen. Der Exit-Code ist 2, wenn eine ungültig ist.
help-replay-as_json = JSON ausgeben, eine Zeile je Aufzeichnung.
help-replay-moves = Jedes Ereignis ausgeben; sonst nur bei einer einzelnen .json-Datei.
help-replay-examples =
    knobel replay spiel.json
    knobel replay --quiet *.jsonl
help-verify =
    Die Würfel von Spielen im Browser prüfen, Wurf für Wurf, aus ihren Aufzeichnungen.
    Jeder Wurf muss sich aus den Schlüsseln des Servers und den Geheimnissen der Geräte der Spieler ergeben, die alle vorher festgelegt waren. Das Spiel wird auch nachgespielt: Züge und Ergebnis müssen den Regeln folgen. Der Exit-Code ist 1, wenn ein Wurf oder ein Ereignis falsch ist, 2, wenn eine Aufzeichnung nicht lesbar ist oder keinen Wurf enthält, der sich prüfen lässt.
help-verify-as_json = JSON ausgeben, eine Zeile je Aufzeichnung.
help-verify-strict = Auch dann scheitern, wenn das Spiel nicht zu Ende ist, ein Wurf nur vom Server kam, das Gerät eines Spielers nichts beigetragen oder eine neue Kette begonnen hat oder Ereignisse aus einem anderen Spiel stammen.
help-verify-bot = Der Name eines Bots, der kein Gerät hat. Mehrfach möglich.
help-verify-examples =
    knobel verify spiel.json
    knobel verify spiel.json --strict --bot Bruno
help-simulate = Sehr viele Spiele spielen, ohne sie zu zeigen, und ausgeben, wie oft, wie lange und wie viel.
help-simulate-games = Die Zahl der Spiele, bei ZOCK der Sätze.
help-simulate-policy = Wie alle spielen, oder ein Name je Platz. Alle Spiele: random. ZOCK: points, win, match. Schocken: best, zu zweit. Zock'n'Roll: stay, best.
help-simulate-threads = Die Zahl der Threads. Standard: einer je Prozessor.
help-simulate-examples =
    knobel simulate zock --games 1000000
    knobel simulate schocken --players 2 --policy best,random
help-arena = Bots im Duplikat gegeneinander spielen lassen: dieselben Würfel für alle, und jeder Bot auf jedem Platz.
help-arena-bots = Zwei oder mehr Bots: random, casual, strong, master, jorg oder fremde Bots (paket.modul:name oder ein Entry-Point).
help-arena-games = Die Zahl der Spiele, auf ganze Würfelfolgen aufgerundet.
help-arena-players = Die Zahl der Plätze am Tisch. Standard: einer je Bot.
help-arena-without_luck = Zählen, was Entscheidungen wert sind, wo das Spiel gelöst ist.
help-arena-time_limit = Sekunden, die ein fremder Bot für eine Entscheidung hat; danach zieht der Anfänger.
help-arena-jobs = Die Zahl der Prozesse. Standard: einer je Prozessor.
help-arena-save = Jede Würfelfolge in diese neue Datei schreiben.
help-arena-resume = Eine solche Datei fortsetzen.
help-arena-plot_file = Das Ergebnis zeichnen: .svg, .png oder .pdf.
help-arena-examples =
    knobel arena zock strong casual
    knobel arena schocken strong casual random --games 10000
help-completion = Das Skript ausgeben, mit dem deine Shell Befehle, Optionen und Werte mit Tab ergänzt.
help-completion-shell = bash, zsh oder fish.
help-completion-examples =
    eval "$(knobel completion bash)"        in ~/.bashrc
    eval "$(knobel completion zsh)"         in ~/.zshrc
    knobel completion fish | source         in ~/.config/fish/config.fish

## The command line: errors

error-near = Meintest du { $near }?
error-output = Die Ausgabe lässt sich nicht schreiben: { $why }
error-game = Das Spiel { $name } gibt es nicht. Zur Wahl: { $known }.
error-bot = Den Bot { $name } gibt es nicht. Zur Wahl: { $known }.
error-bot-game = { $bot } spielt nur { $games }.
error-preset = { $game } hat keine Vorauswahl { $name }. Zur Wahl: { $known }.
error-option = { $game } hat keine Option { $name }. Zur Wahl: { $known }.
error-choice = { $option } muss einer dieser Werte sein: { $known }.
error-number = { $option } muss eine ganze Zahl von { $least } bis { $most } sein.
error-players = { $low ->
    [2] { $high ->
        [2] Das Spiel ist für genau 2 Spieler, nicht für { $players }.
       *[other] Das Spiel ist für 2 bis { $high } Spieler, nicht für { $players }.
    }
   *[other] Das Spiel ist für { $low } bis { $high } Spieler, nicht für { $players }.
}
error-die = Ein Würfel zeigt 1 bis 6, nicht „{ $mark }“.
error-dice = { $count ->
    [one] Gebraucht wird ein Würfel, nicht { $given }.
   *[other] Gebraucht werden { $count } Würfel, nicht { $given }.
}
error-field = Die Felder heißen 1 bis 9; ein Feld „{ $field }“ gibt es nicht.
error-rule = { $game } hat keine Regel { $name }. Es gibt: { $known }.
error-command = Den Befehl { $name } gibt es nicht; siehe knobel --help.
error-command-game = Das Spiel { $name } gibt es nicht. Zur Wahl: { $commands }.
error-whole = { $option } muss eine ganze Zahl sein, nicht { $value }.
error-whole-from = { $option } muss eine ganze Zahl ab { $low } sein, nicht { $value }.
error-whole-between = { $option } muss eine ganze Zahl von { $low } bis { $high } sein, nicht { $value }.
error-one-of = { $option } muss einer dieser Werte sein: { $known }; nicht { $name }.
error-extra = Ein Argument zu viel: { $what }
error-missing = { $what } fehlt; siehe { $command } --help.
error-needs-value = { $option } braucht einen Wert.
error-no-value = { $option } hat keinen Wert.
error-usage = { $why }
error-no-option = Die Option { $option } gibt es nicht; siehe { $command } --help.
error-use-option = { $option } ist eine Option des Spiels: Schreib -o { $name }=WERT.
error-key-value = Eine Option schreibst du als NAME=WERT, nicht als { $text }.
error-chips = { $option } muss none sein oder vier Werte wie 1,2,5,10 oder { $example }.
error-running = Ein Server benutzt diese Daten schon: { $address } (knobel serve --open öffnet ihn im Browser)
error-config-toml = { $file } ist kein gültiges TOML: { $why }
error-config-key = { $file } hat einen unbekannten Schlüssel { $name }.
error-config-section = { $name } in { $file } muss ein Abschnitt sein, [{ $name }], nicht { $value }.
error-config-variable = Die Umgebungsvariable { $name } gibt es nicht.
error-config-ratelimit = { $option } muss eine Rate sein, etwa "20/s, 60 at once", "3/min, 60 at once" oder "unlimited", nicht { $value }.
error-duration = { $option } muss eine Dauer sein, etwa "90s", "12h" oder "7d", nicht { $value }.
error-config-duration = { $option } muss eine Dauer sein, etwa "90s", "12h", "7d" oder "off", nicht { $value }.
error-config-duration-from = { $option } muss eine Dauer von mindestens { $low } sein, nicht { $value }.
error-config-duration-between = { $option } muss eine Dauer von { $low } bis { $high } sein, nicht { $value }.
error-config-size = { $option } muss eine Größe sein, etwa "512 MiB", "2 GB" oder "off", nicht { $value }.
error-config-size-from = { $option } muss eine Größe von mindestens { $low } sein, nicht { $value }.
error-config-size-between = { $option } muss eine Größe von { $low } bis { $high } sein, nicht { $value }.
error-config-networks = { $option } muss IP-Adressen oder Netze wie "10.0.0.0/8" aufzählen, nicht { $value }.
error-config-bots = { $option } muss Bots mit verschiedenen Namen aufzählen, etwa "clever = mein_paket.bots:clever", nicht { $value }.
error-config-endpoint = { $option } muss HOST:PORT sein, etwa "127.0.0.1:9100", nicht { $value }.
error-config-door = { $option } muss ein Text mit mindestens 4 Buchstaben oder Ziffern sein.
error-config-bool = { $option } muss true oder false sein, nicht { $value }.
error-config-text = { $option } muss ein Text sein, nicht { $value }.
error-backup-database = Dieser Speicher liegt in PostgreSQL: Kopiere ihn mit pg_dump oder mit knobel move-store in eine Datei.
error-name-length = Ein Name hat 1 bis { $most } Zeichen.
error-name-characters = Ein Name besteht nur aus sichtbaren Zeichen.
error-admin-host = Andere Computer erreichen { $host }, aber die Adresse für Metriken und knobel admin ist nur für diesen: Nimm 127.0.0.1, oder gib --admin-open an.
error-admin-table = Den Tisch { $code } gibt es nicht.
error-admin-code = { $code } ist kein Tischcode.
error-admin-closed = Der Tisch { $code } ist schon geschlossen.
error-admin-seat = Der Tisch { $code } hat keinen Platz { $seat }.
error-admin-name = Am Tisch { $code } gibt oder gab es schon { $name }.
error-admin-playing = Am Tisch { $code } läuft ein Spiel, und seine Würfel sind an die Namen gebunden: Benenne danach um, oder schließ den Tisch.
error-admin-network = { $network } ist keine IP-Adresse und kein Netz.
error-admin-block-time = Eine Sperre endet spätestens nach 100 Jahren; ohne --for gilt sie, bis du sie aufhebst.
error-admin-not-blocked = { $network } ist nicht gesperrt.
error-admin-device = Eine Geräte-ID hat 64 Ziffern und Buchstaben von a bis f.
error-admin-server = Der Server antwortet nicht: { $why }
error-text-file = { $file } ist kein Text in UTF-8.
error-text-built-in = Ein mitgeliefertes { $name } gibt es nicht: Schreib einen eigenen Text.
error-lan-host = --lan öffnet den Server fürs lokale Netz, aber { $host } erreicht nur dieser Computer: Lass eins von beiden weg.
error-door-nats = Jeder Knoten würde einen eigenen Türcode auslosen: Gib bei --nats mit --door-code einen Code an.
error-resume = --resume setzt ein gespeichertes Spiel fort, wie es ist: ohne SPIEL, Optionen, Plätze oder Würfel.
error-no-game = Optionen, Plätze und Würfel brauchen ein SPIEL, zu dem sie gehören.
error-long-name = Ein Name hat höchstens { $most } Zeichen, nicht { $name }.
error-seed = Eine Startzahl (--seed) ist für seeded-Würfel, nicht für { $dice }.
error-real-dice-bots = Bots spielen nicht mit echten Würfeln: Sie können nicht wissen, was unter ihrem Becher liegt.
error-unknown-dice = Diese Würfel liegen verdeckt, also sind ihre Chancen unbekannt.
error-no-seed = Würfel mit Startzahl (seeded) brauchen --seed.
error-long-seed = Eine Startzahl hat höchstens { $most } Ziffern.
error-watch = Zuschauer haben keinen Platz: entweder --name oder --watch.
error-names = { $names } Namen für { $players } Spieler angegeben.
error-count = --players sagt { $players }, aber Menschen und Bots sind zusammen { $together }.
error-arena-resume = --resume setzt das Turnier in seiner Datei fort, ohne SPIEL oder Optionen.
error-arena-bots = Nenne das SPIEL und mindestens zwei BOTS, etwa: knobel arena zock strong casual
error-position-fields = Eine Stellung bringt ihre offenen Felder und Optionen schon mit.
error-position-match = Eine Stellung bringt ihre Optionen, Spiele und Verlustpunkte schon mit.
error-position-players = Eine Stellung bringt ihre Optionen und Spieler schon mit.
error-position-game = Das ist keine Stellung von { $game }.
error-position-waits = In dieser Stellung muss sich kein Spieler zwischen Bleiben und Aussteigen entscheiden.
error-position-hidden = Der Becher von Platz { $seat } ist verdeckt, deshalb ist nicht bekannt, wie oft er bleibt.
error-white = Zu den weißen Würfeln gehören deine eigenen, sonst gibt es keine Zeile.
error-target = Nenne den Wurf, der erreicht werden soll, etwa 665.
error-kept = Herausgelegte Würfel gehören zu denen auf dem Tisch; gib auch --dice an.
error-not-kept = { $kept } kann nicht aus { $dice } herausgelegt sein.
error-match-points = Der Wert eines Satzes ist eine Siegchance, keine Punktzahl.
error-match-games = Vor dem Auswürfeln ist mindestens ein Spiel des Satzes übrig, nicht { $games }.
error-match-missing = Gib an, wie viele Spiele des Satzes übrig sind, etwa --match 3.
error-stones = Gib die Steine von { $players } Spielern an, etwa { $example }.
error-middle = In der Mitte können nicht weniger als null Steine liegen.
error-no-stones = Eine Hälfte wird um mindestens einen Stein gespielt.
error-lost-already = Ein Spieler mit allen Steinen hat die Hälfte schon verloren.
error-beginner-out = Wer anfängt, hat die Runde davor verloren und kann nicht raus sein.
error-policies = Gib eine Spielweise für alle oder eine für jeden der { $seats } Plätze an, nicht { $names }.
error-seat-name = Gib --seat oder --name an, nicht beides.
error-no-player = In diesen Aufzeichnungen heißt kein Spieler { $name }.
error-no-seat = Diese Aufzeichnung hat { $seats } Spieler: Einen Platz { $seat } gibt es nicht.
error-file-exists = { $file } gibt es schon; wähle einen anderen Namen.
error-no-folder = { $file } lässt sich nicht schreiben: Den Ordner gibt es nicht.
error-folder = { $file } lässt sich nicht schreiben: Den Ordner gibt es nicht, oder ein Ordner heißt so.
error-folder-closed = { $file } lässt sich nicht schreiben: In diesen Ordner darfst du nicht schreiben.
error-unusable = { $file } lässt sich nicht verwenden: { $why }
error-third-party-own = { $name } ist schon ein Bot von knobel. Wähle einen anderen Namen.
error-third-party-name = { $name } ist kein Bot. Schreibe paket.modul:name oder den Namen eines Entry-Points aus { $group }.
error-third-party-module = Das Modul { $module } gibt es nicht. Installiere es, oder starte knobel in seinem Ordner.
error-third-party-import = Das Modul { $module } scheitert beim Import: { $why }
error-third-party-attribute = Das Modul { $module } hat kein { $name }.
error-third-party-kind = { $path } ist kein Bot: Es muss eine Funktion von Sicht und Zügen sein oder ein dict solcher Funktionen je Spiel.
error-third-party-start = { $name } ist nach { $seconds } s noch nicht importiert.
error-third-party-end = { $name } beendet seinen Prozess.
error-two-bots = Ein Turnier braucht mindestens zwei verschiedene Bots.
error-plot = Ein Schaubild gibt es als { $kinds }, nicht als { $kind }.
error-listen = Unter { $host }, Port { $port } lässt sich kein Server öffnen: { $why }
error-nats = NATS ist unter { $address } nicht erreichbar: --nats prüfen, und ob nats-server dort läuft.
error-nats-store = Mehrere Server brauchen PostgreSQL als Speicher: mit --store angeben, oder --nats weglassen.
error-node-name = Ein anderer Knoten dieses Verbunds heißt { $node }: mit --node einen anderen Namen wählen.
error-node-name-form = Der Name eines Knotens hat 1 bis 40 Buchstaben, Ziffern, - und _, anders als { $node }.
error-node-alone = Ein anderes knobel benutzt diesen Speicher: es beenden, oder alle mit --nats starten.
error-fenced = Ein anderer Server hat diesen Tisch übernommen.
error-policy = Die Spielweise { $name } gibt es bei { $game } nicht. Zur Wahl: { $known }.
error-no-store = In { $folder } gibt es keine Daten eines Servers.
error-twice = { $option } ist doppelt angegeben.
error-position-name = Eine Stellung beginnt mit { $known }, nicht mit { $name }.
verify-real-dice = Dieses Spiel wurde mit echten Würfeln gespielt, die sich nicht nachprüfen lassen.
verify-no-throws = Kein Wurf dieser Aufzeichnung lässt sich prüfen.
verify-not-covered = Diese Aufzeichnung sagt nicht, woher ihre Würfel kamen: Spiele im Terminal, mit echten Würfeln und aus älteren Versionen lassen sich nicht prüfen.
error-write = { $file } lässt sich nicht schreiben: { $why }
error-throws = Ein Spieler hat ein bis drei Würfe, nicht { $throws }.
error-three-dice = Ein Wurf besteht aus drei Würfeln von 1 bis 6, nicht aus { $dice }.
error-field-twice = Jeder Spieler hat jedes Feld nur einmal.
error-all-covered = Wer alle neun Felder abgedeckt hat, hat gewonnen und wirft nicht mehr.
error-best-for-two = Die Tabellen für perfektes Spiel gelten für zwei Spieler, nicht für { $players }.
error-store-version = Die Daten gehören zu einer anderen Version: Starte den Server einmal mit dieser hier.
error-no-club = Einen Stammtisch { $name } gibt es nicht; siehe knobel club list.
error-club-several = Auf { $name } passen mehrere Stammtische; nimm die Kennung aus knobel club list.
error-club-needed = Sag mit --club, welcher Stammtisch die Ergebnisse aus { $file } bekommt.
error-club-suffix = { $file } muss auf .json oder .csv enden.
error-club-export = Diese Datei ist kein Export eines Stammtischs.
error-club-member = Der Stammtisch hat kein Mitglied { $name }.
error-list-text = Die Liste muss Text in UTF-8 sein.
error-read = { $file } lässt sich nicht lesen: { $why }
list-empty = Zeile { $line }: In dieser Liste sind keine Ergebnisse.
list-long = Zeile { $line }: Eine Liste hat höchstens { $most } Zeilen; teile sie auf.
list-cells = Zeile { $line }: Es sind { $cells } Zellen, in der ersten Zeile aber { $first }.
list-csv = Zeile { $line }: Das ist kein CSV.
list-columns = Zeile { $line }: Die Spalten müssen date, game, names und places oder points heißen, oder wie in einem Export.
list-same = Zeile { $line }: Zeilen mit derselben id brauchen dasselbe Datum und dasselbe Spiel.
list-players = Zeile { $line }: An einem Spiel nehmen 2 bis 24 Leute teil.
list-twice = Zeile { $line }: Ein Name steht hier zweimal.
list-missing = Zeile { $line }: Plätze oder Punkte fehlen.
list-places = Zeile { $line }: Plätze beginnen bei 1 und enden höchstens bei { $most }.
list-game = Zeile { $line }: Dieses Spiel gibt es hier nicht. Zur Wahl: { $games }.
list-name = Zeile { $line }: Ein Name hat 1 bis 24 sichtbare Zeichen.
list-count = Zeile { $line }: Es sind { $names } Namen, aber { $others } Plätze oder Punkte.
list-number = Zeile { $line }: In { $column } stehen nur ganze Zahlen von 0 bis { $most }.
list-old = Zeile { $line }: Das Datum muss nach 1970 liegen.
list-date = Zeile { $line }: Das Datum muss aussehen wie 2024-05-01, 2024-05-01 21:30 oder 01.05.2024.
error-not-a-store = In dieser Datei sind keine Daten von knobel.
error-store-full = Die Festplatte ist voll: Die Daten lassen sich nicht speichern.
error-store-read-only = Die Daten sind schreibgeschützt: In ihren Ordner muss man schreiben dürfen.
error-store-closed = Die Daten lassen sich nicht öffnen: Ihren Ordner muss es geben, und man muss darin schreiben dürfen.
error-store-damaged = Die Daten sind beschädigt: Wer den Server betreibt, kann eine Sicherung einspielen.
error-write-ahead-log = Die Datei { $file } mit den letzten Änderungen ist ab Block { $frame } beschädigt: Was danach kam, ist nicht erreichbar.
error-log-damaged = Der gespeicherte Verlauf dieses Tisches ist bei Eintrag { $version } beschädigt: Wer den Server betreibt, kann eine Sicherung einspielen.
error-schema-version = Die Daten sind beschädigt: Es steht nicht darin, welche Version sie haben (schema_version); spiele eine Sicherung ein.
error-store-newer = Die Daten haben die Version { $version }, dieses knobel kennt nur { $known }: Installiere ein neueres.
error-copy-before = Die Daten wurden nicht umgestellt, weil sie sich vorher nicht kopieren ließen: { $why }. Es wurde nichts verändert.
error-backup-damaged = Die Daten sind beschädigt und wurden deshalb nicht kopiert: knobel check sagt, wo; behalte die letzte gute Sicherung.
error-backup-copy = Die Kopie ist beschädigt, die Daten sind es nicht: Kopiere sie auf eine andere Festplatte.
error-store-used = Ein anderes knobel benutzt die Daten { $file } in diesem Ordner: Beende es zuerst.
error-store-busy = Ein anderer Prozess benutzt die Daten gerade.
error-store-value = Ein Wert lässt sich nicht speichern.
error-store-login = Die Datenbank lehnt den Nutzer oder das Passwort ab.
error-store-no-database = Diese Datenbank gibt es nicht: Lege sie zuerst an.
error-store-connections = Die Datenbank hat keine freie Verbindung mehr: Erhöhe max_connections.
error-store-privilege = Der Nutzer darf in dieser Datenbank nicht schreiben.
error-store-read-only-database = Die Datenbank ist schreibgeschützt.
error-store-database-busy = Die Datenbank ist beschäftigt: Versuche es noch einmal.
error-store-starting = Die Datenbank wird gerade gestartet oder beendet: Versuche es noch einmal.
error-store-broken = Die Verbindung zur Datenbank ist abgebrochen; das zuletzt Gesendete kann gespeichert sein oder nicht.
error-store-unreachable = Die Datenbank ist nicht erreichbar: Läuft PostgreSQL dort?
error-store-address = Die Adresse der Daten ist ungültig: postgresql://NUTZER:PASSWORT@HOST:PORT/DATENBANK
error-store-scheme = Die Daten liegen in einer Datei oder unter postgresql://NUTZER:PASSWORT@HOST:PORT/DATENBANK.
error-no-cluster = Für PostgreSQL fehlt ein Paket: pip install "knobel[cluster]"
error-move-places = Daten ziehen aus einer Datei nach PostgreSQL um oder zurück; eine Datei kopiert knobel backup.
error-move-running = Ein Server benutzt diese Daten; beende ihn zuerst.
error-move-database = Das Ziel ist nicht leer: Lege dafür eine neue Datenbank an.
error-move-row = Zeile { $row } von { $table } kam nicht unverändert an; das Ziel bleibt leer.
error-move-count = { $table } hat { $rows } Zeilen, ihr Index { $found }; das Ziel bleibt leer.
error-store-disk = Die Festplatte hat beim Lesen oder Schreiben der Daten versagt.
error-os-missing = Die Datei oder den Ordner gibt es nicht
error-os-folder = Das ist ein Ordner
error-os-forbidden = Der Zugriff ist nicht erlaubt
error-os-address-used = Die Adresse ist schon vergeben
error-os-address-missing = Dieser Computer hat diese Adresse nicht
error-os-full = Auf der Festplatte ist kein Platz mehr
compiling = die Rechenkerne werden für diesen Computer kompiliert, nur beim ersten Mal; das kann eine Minute dauern (knobel prepare erledigt das vorab)

## The stage

# The area beside the table.
web-beside = Verlauf und Coach
# The playback is fast because it is far behind.
web-catching-up = Hole auf …
# The playback is fast because this player only watches bots; a button.
web-forward = 4× schneller
web-slow-down = Normales Tempo
## Die Regeln in einer Minute: im Browser neben Bildern, im Terminal vor den Regeln

rules-minute = In einer Minute
minute-zocknroll-1 = Alle würfeln mit ihrem Becher und schauen nur unter den eigenen. Die weißen Würfel in der Mitte zählen für alle.
minute-zocknroll-2 = Drei weiße Würfel fallen. Reihum entscheidet ihr: aussteigen oder weiterzocken?
minute-zocknroll-3 = Wer aussteigt, kreuzt eine Zeile an, die in den eigenen und den weißen Würfeln steckt. Die Punkte sind sicher. In Runde 1 gibt es 1 Punkt dazu.
minute-zocknroll-4 = Wer bleibt, sieht den vierten und den fünften weißen Würfel. Dann gehen die Becher hoch. Nur die beste Hand punktet: mit ihrer Zeile und „3. Runde gewonnen“. Die anderen gehen leer aus.
minute-zocknroll-5 = Hat irgendeine Zeile sechs Kreuze, wird der Durchgang noch zu Ende gespielt. Wer dann die meisten Punkte hat, gewinnt.
minute-zock-1 = Ihr habt je neun offene Felder, 1 bis 9. Wer zuerst alle neun abdeckt, gewinnt das Spiel.
minute-zock-2 = Wirf zwei Würfel und deck beide Zahlen ab oder ihre Summe: mit 3 und 6 entweder die 3 und die 6 oder die 9.
minute-zock-3 = Ein Pasch zählt nur als Summe. Für die Summe 10 deckst du die 1 ab, für 12 die 1 und die 2. Mit der Summe 11 geht nichts.
minute-zock-4 = Passt der Wurf, musst du etwas abdecken. Passt er nicht, setzt du aus.
minute-zock-5 = Wer verliert, bekommt die Summe der offenen Felder als Verlustpunkte. Nach dem letzten Spiel gewinnt, wer am wenigsten hat.
minute-schocken-1 = Dreizehn Steine liegen in der Mitte. Wer am Ende alle hat, verliert die Hälfte.
minute-schocken-2 = Du wirfst drei Würfel, bis zu dreimal, und darfst dazwischen bis zu zwei herauslegen. Der dritte Wurf bleibt unter dem Becher verdeckt.
minute-schocken-3 = Die anderen haben so viele Würfe, wie der Erste gebraucht hat. Dann gehen alle Becher hoch.
minute-schocken-4 = Zwei Einsen sind ein Schock und damit am besten. Danach kommen drei Gleiche, dann die Straße, dann alles andere, als Zahl gelesen. Der höchste Wurf sagt, wie viele Steine der niedrigste bekommt.
minute-schocken-5 = Ist die Mitte leer, gibt der höchste Wurf dem niedrigsten Steine ab, und wer keine hat, ist sicher. Im ganzen Spiel tragen die zwei Verlierer ein Finale aus.

## Browser: Rangfolge der Würfe, und was ein Zeichen bedeutet

web-ranking = { $game ->
    [zock] Was ein Wurf abdeckt
   *[other] Was schlägt was?
}
web-key-ranking = Rangfolge der Würfe
web-explain = { $what }: Was ist das?
guide-ranking-yours = dein Wurf
guide-ranking-your-hand = deine beste Zeile
guide-ranking-forms = hast du
guide-ranking-best-first = Das Beste zuerst. Die Zahl sagt, wie viele Steine der höchste Wurf verteilt.
guide-ranking-rows = Das Beste zuerst. Die Zahl sagt, wie viele Punkte ein Kreuz bringt.
guide-ranking-all = alle
guide-ranking-from-to = { $from } bis { $to }
guide-ranking-ordinary = alles andere, als Zahl gelesen
guide-ranking-hand-only = Straße und Admiral zählen nur aus der Hand; mit herausgelegten Würfeln sind es einfache Würfe (H2).
guide-ranking-sixes = Zwei Sechsen in einem offenen Wurf darfst du zu einer Eins drehen, drei Sechsen zu zwei Einsen (H1).
guide-ranking-schock-out = Schock out beendet die Hälfte sofort: Der niedrigste Wurf verliert sie (S10).
guide-ranking-ties-order = Von gleichen Würfen liegt der spätere tiefer (S8).
guide-ranking-ties-throws_then_order = Von gleichen Würfen liegt der mit mehr Würfen tiefer, dann der spätere (S8).
guide-ranking-covered = Dein letzter Wurf ist verdeckt: Niemand kennt ihn, bis alle aufdecken (S5).
guide-ranking-nothing-yet = Noch keine Zeile. Es kommen noch weiße Würfel.
guide-ranking-won_third = für die beste Hand in Runde 3, wenn sie die einzige ist
guide-ranking-dropped_first = fürs Aussteigen in Runde 1
guide-ranking-last = Das sechste Kreuz in irgendeiner Zeile beendet das Spiel nach diesem Durchgang (N12).
guide-ranking-zock-throw = { $who ->
    [Du] Dein Wurf
   *[other] Wurf von { $who }
}
guide-ranking-zock-none = In der Box liegt gerade kein Wurf. So geht es:
guide-ranking-both = beide Zahlen
guide-ranking-sum = die Summe
guide-ranking-pair = zwei Felder mit dieser Summe
guide-ranking-product = das Produkt
guide-ranking-difference = die Differenz
guide-ranking-taken = { $count ->
    [one] { $fields } ist schon abgedeckt
   *[other] { $fields } sind schon abgedeckt
}
guide-ranking-doubles = Ein Pasch zählt nur als Summe, nicht als zwei Zahlen (K3).
guide-ranking-digits = Über 9: Die 10 ist Feld 1, die 12 sind die Felder 1 und 2. Für 11 gibt es nichts (K6).
guide-ranking-ten-only = Über 9: Die 10 ist Feld 1. Mit 11 und 12 als Summe geht nichts (K6).
guide-ranking-must = Passt etwas, musst du abdecken. Beide Würfel zählen immer (K4).
guide-ranking-A = Du wirfst weiter, bis ein Wurf nicht passt (K5).
guide-ranking-no-way = geht nicht
guide-explain-starter = ① fängt diese Runde an. Wer eine Runde verliert, fängt die nächste an (S3).
guide-explain-throws = Ein Ring für jeden erlaubten Wurf der Runde; ein voller ist schon verbraucht. Mehr Würfe als der Erste hat niemand (S6).
guide-explain-stones = Steine, gezeichnet als Bierdeckel. Wer am Ende alle hat, verliert die Hälfte (S9).
guide-explain-middle = Steine, die noch niemand hat. Der niedrigste Wurf jeder Runde bekommt welche davon (S9).
guide-explain-covered = Die Würfel liegen verdeckt unter dem Becher. Niemand kennt sie, bis alle aufdecken, auch der Werfer nicht (S5).
guide-explain-rank = Der Wurf, der da liegt, mit seinem Namen. Unter „Rangfolge“ steht, was was schlägt (S7).
guide-explain-out-half = Raus aus dieser Hälfte: keine Steine mehr, nichts mehr zu befürchten (S9).
guide-explain-highest = Höchster Wurf der Runde: Er bestimmt, wie viele Steine der niedrigste bekommt (S7).
guide-explain-lowest = Niedrigster Wurf der Runde: Er bekommt die Steine (S8).
guide-explain-score = Punkte bisher: Kreuze mal Wert ihrer Zeilen (N13).
guide-explain-gained = Punkte aus diesem Durchgang.
guide-explain-in = Noch dabei: in diesem Durchgang nicht ausgestiegen (N6).
guide-explain-out-turn = Raus aus diesem Durchgang: ausgestiegen in der Runde hinter dem R, mit einem Kreuz in einer Zeile (N7).
guide-explain-leads = Hat gerade die meisten Punkte.
guide-explain-marks = In jeden Kreis passt ein Kreuz. Hat irgendeine Zeile sechs, ist nach diesem Durchgang Schluss (N12).
guide-explain-row-value = So viele Punkte bringt jedes Kreuz in dieser Zeile.
guide-explain-open-sum = Summe der Felder, die noch offen sind. Ginge das Spiel jetzt verloren, wären das Verlustpunkte (K7).
guide-explain-loss = Verlustpunkte aus den Spielen bisher. Wer am wenigsten hat, gewinnt den Satz (K8).
guide-explain-clock = So viele Sekunden bleiben für diese Entscheidung. Ist die Zeit um, spielt ein Bot weiter.
guide-explain-bot = Ein eckiges Zeichen ist ein Bot, ein rundes ein Mensch. Die Farbe ist die der Würfel.
guide-explain-person = Ein rundes Zeichen ist ein Mensch, ein eckiges ein Bot. Die Farbe ist die der Würfel.
guide-explain-away = Im Moment spielt ein Bot für diesen Menschen.
guide-explain-not-here = Im Moment nicht verbunden. Der Platz bleibt reserviert.
guide-explain-points = { $game ->
    [zocknroll] Punkte am Ende: Kreuze mal Wert ihrer Zeilen (N13).
    [zock] Verlustpunkte aller Spiele. Wer am wenigsten hat, gewinnt (K8).
   *[other] Verlorene Spiele.
}
guide-explain-wins = Gewonnene Spiele an diesem Tisch, von allen hier gespielten.

## Browser: Papier und Stammtisch

web-print-title = { $game }: Spielblock
web-print-help = Passt auf A4 und auf US-Letter, schwarz auf weiß. Als PDF speichern kannst du im Druckdialog.
web-print-players = Spieler
web-print-preview = So wird es gedruckt
web-print-player = Spieler { $number }
web-print-name = Name
web-print-zocknroll = Das sechste Kreuz in einer Zeile beendet das Spiel nach diesem Durchgang. Punkte: Kreuze × Wert.
web-print-match = Satz über zehn Spiele
web-print-loss = Verlust{ "\u00AD" }punkte
web-print-zock = Statt abzudecken, streichst du die Felder durch. Wer zuerst alle neun gestrichen hat, gewinnt; der andere zählt seine offenen Felder zusammen.
web-print-schocken = wer hat verloren? (1 und 2: Hälften, F: Finale)
web-print-lost = Spiele verloren
web-print-throws = Würfe, von oben nach unten
web-print-stones = { $stones ->
    [one] 1 Stein
   *[other] { $stones } Steine
}
web-print-all-stones = alle Steine: die Hälfte ist entschieden
web-print-schocken-foot = Wer beide Hälften verliert, hat das Spiel verloren; sonst spielen die zwei Verlierer das Finale. Gleiche Würfe: Wer später geworfen hat, liegt hinten.

## Browser: Tische mit echten Würfeln

web-real-dice = Echte Würfel
web-real-title = { $game } mit echten Würfeln
web-real-intro = Ihr werft eure eigenen Würfel, und dieses Handy schreibt mit. Tragt ein, was auf dem Tisch liegt: einmal tippen je Würfel.
web-real-who = Wer spielt mit?
web-real-who-help = In der Reihenfolge, in der ihr sitzt.
web-real-name = Name { $place }
web-real-up = { $name } nach oben
web-real-drop-name = { $name } entfernen
web-real-wrong-few = { $count ->
    [one] Für dieses Spiel braucht es mindestens einen Spieler.
   *[other] Für dieses Spiel braucht es mindestens { $count } Spieler.
}
web-real-wrong-many = Dieses Spiel ist für höchstens { $count } Spieler.
web-real-wrong-twice = Zwei Spieler heißen { $name }. Häng einen Buchstaben an, damit man sie unterscheiden kann.
web-real-begin = Los geht’s
web-real-no-seal = Bei echten Würfeln gibt es kein Siegel: Was gefallen ist, seht nur ihr, also kann es sonst niemand prüfen.
web-real-unsealed = Echte Würfel: Sie kann sonst niemand prüfen, also ohne Siegel.
web-real-note = Becher bleiben zu, bis sie hochgehoben werden; dieses Handy weiß also nie mehr als der Tisch. Etwas vertippt? „Zurücknehmen“ nimmt so viele Eingaben zurück, wie ihr wollt, bis zum Anfang des Spiels.
web-real-keypad = Würfel
web-real-face = { $value }
web-real-tapped = Eingetragen: { $dice } ({ $count } Würfel)
web-real-remove = Letzten Würfel löschen
web-real-face-down = unter dem Becher
web-real-starts = Fängt an
web-real-points = { $count ->
    [one] Punkt
   *[other] Punkte
}
web-real-stones = { $count ->
    [one] Stein
   *[other] Steine
}
web-real-ask-starter = Wer fängt an?
web-real-ask-white = { $place ->
    [1] Weiße Würfel: drei
    [4] Der vierte weiße Würfel
   *[other] Der fünfte weiße Würfel
}
web-real-ask-cup = { $name ->
    [Du] Weiterzocken oder raus?
   *[other] { $name }: weiter oder raus?
}
web-real-ask-lift = { $name ->
    [Du] Dein Becher
   *[other] Becher von { $name }
}: { $count ->
    [1] ein Würfel
    [2] zwei Würfel
   *[other] drei Würfel
}
web-real-ask-jorg = Jörgs Becher: { $count ->
    [2] zwei Würfel
   *[other] drei Würfel
}
web-real-ask-drop = { $name ->
    [Du] Du steigst aus: welche Zeile?
   *[other] { $name } steigt aus: welche Zeile?
}
web-real-ask-mark = { $name ->
    [Du] Du gewinnst: welche Zeile?
   *[other] { $name } gewinnt: welche Zeile?
}
web-real-ask-tied = { $name ->
    [Du] Gleich gut: Welche Zeile kreuzt du an?
   *[other] Gleich gut: Zeile für { $name }?
}
web-real-ask-roll-off = Auswürfeln: { $name ->
    [Du] deine zwei Würfel
   *[other] { $name }, zwei Würfel
}
web-real-ask-throw = { $name ->
    [Du] Dein Wurf
   *[other] { $name } wirft
}: { $count ->
    [2] zwei Würfel
   *[other] drei Würfel
}
web-real-ask-cover = { $name ->
    [Du] Was deckst du ab?
   *[other] { $name } deckt ab:
}
web-real-ask-accept = { $name ->
    [Du] Einverstanden?
   *[other] { $name }: einverstanden?
}
web-real-ask-covered = { $name ->
    [Du] Dein Wurf bleibt verdeckt
   *[other] { $name } wirft verdeckt
}
web-real-ask-keep = { $name ->
    [Du] Tippe an, was liegen bleibt
   *[other] { $name }: Was bleibt liegen?
}
web-real-keep-which = Welche Würfel bleiben liegen?
web-real-stay = Weiter
web-real-lift = Hoch
web-real-lift-help = und raus
web-real-not-lifted = Doch nicht hochheben
web-real-no-row = Keine Zeile
web-real-no-row-first = Nur „1. Runde ausgestiegen“
web-real-fields = { $fields }
web-real-stand = Stehen lassen
web-real-covered = Verdeckt, fertig
web-real-cover = { $count ->
    [1] Verdeckt: ein Würfel
    [2] Verdeckt: zwei Würfel
   *[other] Verdeckt: drei Würfel
}
web-real-draw = Auslosen
web-real-waiting = { $name ->
    [Du] Du wirst
   *[other] { $name } wird
} auf einem anderen Handy gefragt.
web-real-key-dice = Einen Würfel eintragen
web-real-key-covered = Verdeckter Wurf
web-real-key-best = Beste Zeile; beim Schocken: stehen lassen
web-real-undo-title = Eingaben zurücknehmen
web-real-undo-help = Tippe die erste falsche Eingabe an. Sie und alles danach wird zurückgenommen.
web-real-undo = { $count ->
    [one] Diese Eingabe zurücknehmen
   *[other] Diese { $count } Eingaben zurücknehmen
}
web-real-undo-none = Es ist noch nichts eingetragen.
web-real-disputed = Zwei Handys sind sich nicht einig
web-real-claim = Welcher Platz ist deiner?
web-real-claim-help = Tippe auf deinen Namen, dann trägst du deine Würfel auf diesem Handy ein.
web-real-record = Siege: { $wins } von { $games }
web-real-own-phone = eigenes Handy ·
web-real-sit-out = Aussetzen
web-real-sit-in = Wieder dabei
web-real-bench = Setzen aus
web-real-add-who = Wer kommt dazu?
web-real-add = Dazu
web-real-phone-each = Jeder mit eigenem Handy
web-real-phone-each-help = Mit diesem Link schauen andere zu, oder sie nehmen ihren Platz und tragen ihre Würfel selbst ein.

web-club-clubs = Deine Stammtische
web-club-new = Neuer Stammtisch
web-club-new-help = Ein Stammtisch merkt sich eure Runde: Abende, Tabelle, Rekorde, Glück und Strafkasse. Am schnellsten gründest du ihn direkt vom Tisch aus („Runde merken“).
web-club-club-name = Name des Stammtischs
web-club-usual-name = Stammtisch
web-club-make = Stammtisch gründen
web-club-names-missing = Bitte gib dem Stammtisch und dir einen Namen.
web-club-remember-help = Alle am Tisch werden Mitglieder, und die Spiele an diesem Tisch zählen, auch die schon gespielten.
web-club-remember-known = Für welchen Stammtisch zählen die Spiele an diesem Tisch?
web-club-join-title = Komm zum Stammtisch
web-club-join-help = Mit diesem Link gehört dein Gerät dazu: Du siehst Tabelle, Abende und Strafkasse. Der Link gilt nur einmal.
web-club-join = Dabei sein
web-club-join-spent = Dieser Link ist schon benutzt oder abgelaufen. Lass dir einen neuen geben.
web-club-status-404 = Diesen Stammtisch gibt es nicht, oder dieses Gerät gehört nicht dazu. Lass dir von einem Mitglied einen Link geben.
web-club-status-403 = Das darf nur, wer den Stammtisch gegründet hat oder die Kasse führt.
web-club-status-409 = Das geht so nicht mehr: Vielleicht war jemand anderes schneller. Lade die Seite neu.
web-club-former = Ehemalig
web-club-former-count = { $count ->
    [one] Dazu kommt ein ehemaliges Mitglied ohne Namen.
   *[other] Dazu kommen { $count } ehemalige Mitglieder ohne Namen.
}
web-club-parts = Bereiche des Stammtischs
web-club-part-standings = Tabelle
web-club-part-evenings = Abende
web-club-part-luck = Glück
web-club-part-box = Strafkasse
web-club-part-members = Mitglieder
web-club-part-settings = Verwalten
web-club-season = Saison
web-club-all-time = Alle Zeiten
web-club-all-games = Alle Spiele
web-club-no-games = Hier ist noch kein Spiel gezählt. Tippt am Tisch im Menü auf „Runde merken“, dann zählen seine Spiele.
web-club-games = { $games ->
    [one] 1 Spiel
   *[other] { $games } Spiele
}
web-club-members-count = { $members ->
    [one] 1 Mitglied
   *[other] { $members } Mitglieder
}
web-club-last = zuletzt { $day }
web-club-more = Ältere zeigen
web-club-save = Speichern
web-club-saved = Gespeichert
web-club-edit = Ändern
web-club-standings = Tabelle
web-club-member = Mitglied
web-club-column-games = Spiele
web-club-column-games-help = Gespielte Spiele
web-club-column-wins = Siege
web-club-column-wins-help = Erste Plätze
web-club-column-share = Quote
web-club-column-share-help = Anteil der Siege
web-club-column-draws = Remis
web-club-column-draws-help = Unentschieden
web-club-column-losses = Letzter
web-club-column-losses-help = Letzte Plätze
web-club-column-halves = Hälften
web-club-column-halves-help = Verlorene Hälften beim Schocken
web-club-column-finals = Finale
web-club-column-finals-help = Verlorene Finale beim Schocken
web-club-column-won = Punkte
web-club-column-won-help = Punkte beim Zock'n'Roll
web-club-column-noted = Verlust
web-club-column-noted-help = Verlustpunkte bei ZOCK
web-club-column-streak = Serie
web-club-column-streak-help = So oft in Folge gewonnen (+) oder verloren (−)
web-club-column-rating = Wertung
web-club-column-rating-help = Geschätzte Spielstärke, 95 % sicher im Bereich ±
web-club-rating-help = Die Wertung schätzt die Spielstärke aus allen Platzierungen. ± sagt, wie sicher sie ist: Mit jedem Spiel wird der Bereich kleiner.
web-club-longest-lost = Längste Niederlagen­serie
web-club-course = Verlauf
web-club-measure = Was gezeigt wird
web-club-legend = Linien
web-club-as-table = Als Tabelle
web-club-point = { $number }.
web-club-records = Rekorde
web-club-own-records = Eigene Rekorde
web-club-record-most_points = Meiste Punkte in einem Spiel Zock'n'Roll
web-club-record-most_noted = Meiste Verlustpunkte in einem Satz ZOCK
web-club-record-most_schock_outs = Meiste Schock out in einem Spiel
web-club-record-most_jules = Meiste Jules in einem Spiel
web-club-record-schock_out_drought = Längste Durststrecke ohne Schock out (Spiele)
web-club-record-winning_streak = Siege in Folge
web-club-record-losing_streak = Niederlagen in Folge
web-club-record-evening_wins = Meiste Siege an einem Abend
web-club-record-evening_losses = Meiste letzte Plätze an einem Abend
web-club-evenings = Abende
web-club-evening-result = Ergebnis des Abends
web-club-evening-games = Spiele
web-club-evening-fined = { $amount } in die Strafkasse
web-club-imported = übernommen
web-club-guest = Gast
web-club-bot = Bot
web-club-correct = Korrigieren
web-club-correct-help = Wer saß auf welchem Platz? Strafen aus diesem Spiel werden angepasst.
web-club-discard-game = Spiel nicht zählen
web-club-share-evening = Abend als Bild
web-club-share-season = Als Bild teilen
web-club-picture-row = { $games ->
    [one] 1 Spiel
   *[other] { $games } Spiele
}, { $losses }× Letzter
web-club-picture-games = { $games ->
    [one] 1 Spiel
   *[other] { $games } Spiele
}, { $players } Mitglieder
web-club-picture-evening = Ein Abend ohne Sieger
web-club-picture-evening-won = { $name } gewinnt den Abend
web-club-picture-evening-shared = Punktgleich vorn: { $name }
web-club-picture-season = Die Tabelle
web-club-picture-season-won = { $name } liegt vorn
web-club-picture-season-shared = Punktgleich vorn: { $name }
web-club-head-to-head = Direkter Vergleich
web-club-head-to-head-help = Wie oft vor und wie oft hinter den anderen, in gemeinsamen Spielen
web-club-luck = Glück
web-club-luck-help = So viele Siege haben die Würfel gebracht oder gekostet, sagt der Coach. Der Balken zeigt, was faire Würfel in 95 von 100 Fällen bringen: Erst außerhalb davon war es wirklich Glück oder Pech.
web-club-luck-range = Bereich fairer Würfel
web-club-luck-band = Faire Würfel
web-club-luck-band-help = Die Fläche zeigt, was faire Würfel in 95 von 100 Fällen bringen.
web-club-luck-course = Glück im Lauf der Saison
web-club-luck-analysed = { $analysed } von { $games } Spielen analysiert.
web-club-luck-empty = Noch kein Spiel ist analysiert. Übernommene Ergebnisse ohne Aufzeichnung kann der Coach nicht beurteilen.
web-club-luck-running = Der Coach rechnet gerade.
web-club-luck-lucky = wirklich Glück
web-club-luck-unlucky = wirklich Pech
web-club-luck-fair = im Rahmen
web-club-luck-none = noch offen
web-club-box = Strafkasse
web-club-the-box = Kasse
web-club-box-owed = Noch offen
web-club-box-cash = In der Kasse
web-club-box-fined = Strafen bisher
web-club-box-spent = Ausgegeben
web-club-who-owes = Wer schuldet was
web-club-you-owe = Du schuldest der Kasse { $amount }.
web-club-you-owe-nothing = Du bist mit der Kasse im Reinen.
web-club-you-paid-ahead = Du hast { $amount } gut.
web-club-owes = Schuldet der Kasse { $amount }
web-club-paid-ahead = Hat { $amount } gut
web-club-book = Buchen
web-club-kind = Art der Buchung
web-club-kind-fine = Strafe
web-club-kind-payment = Zahlung
web-club-kind-expense = Ausgabe
web-club-usual-fines = Übliche Strafen
web-club-choose = Wer?
web-club-amount = Betrag in €
web-club-amount-wrong = Bitte gib einen Betrag wie { $example } ein.
web-club-reason = Wofür?
web-club-note = Notiz (freiwillig)
web-club-booking-incomplete = Bitte sag noch, wer und wofür.
web-club-book-fine = Strafe buchen
web-club-book-payment = Zahlung buchen
web-club-book-expense = Ausgabe buchen
web-club-bookings = Buchungen
web-club-no-bookings = Noch keine.
web-club-booking-number = Nr. { $number }
web-club-reverse = Stornieren
web-club-reverse-number = Buchung { $number } stornieren
web-club-reverse-sure = Ja, stornieren
web-club-reverses = Storno von Nr. { $number }
web-club-reversed = storniert durch Nr. { $number }
web-club-tariff = Was kostet was?
web-club-tariff-help = Diese Strafen bucht die Kasse nach jedem Spiel von selbst, ab dem nächsten Spiel. Leer heißt: kostet nichts.
web-club-tariff-none = Noch sind keine Strafen festgelegt.
web-club-fact-lost_game = Spiel verloren (letzter Platz)
web-club-fact-lost_half = Hälfte verloren (Schocken)
web-club-fact-lost_final = Finale verloren (Schocken)
web-club-fact-jule = Jule geworfen (Schocken)
web-club-fact-schock_out = Schock out geworfen (Schocken)
web-club-fact-noted_point = je Verlustpunkt (ZOCK)
web-club-fact-dropped_last = als Letzter ausgestiegen (Zock'n'Roll)
web-club-fact-five_alike = Kniffel angekreuzt (Zock'n'Roll)
web-club-add-fine = Übliche Strafe hinzufügen
web-club-remove-fine = { $name } entfernen
web-club-members = Mitglieder
web-club-role = Rolle
web-club-role-founder = Gründer
web-club-role-treasurer = Kassenwart
web-club-role-member = Mitglied
web-club-devices = { $devices ->
    [0] ohne Gerät
    [one] 1 Gerät
   *[other] { $devices } Geräte
}
web-club-edit-you = Dein Eintrag
web-club-edit-member = Bearbeiten
web-club-add-member = Neues Mitglied
web-club-add-member-help = Ein Name reicht. Spiele am Tisch zählen für das Mitglied mit demselben Namen.
web-club-add = Hinzufügen
web-club-link = Einmal-Link erstellen
web-club-link-help = Mit diesem Link gehört ein Gerät zu { $name }. Er gilt einmal und sieben Tage.
web-club-link-own-help = Noch ein Gerät für dich: Der Link gilt einmal und sieben Tage.
web-club-name = Name
web-club-rename = Umbenennen
web-club-leave = Stammtisch verlassen
web-club-leave-help = Dein Name und deine Geräte werden gelöscht. Deine Ergebnisse und Buchungen bleiben ohne Namen, damit Tabelle und Kasse stimmen.
web-club-leave-sure = Ja, verlassen
web-club-remove = Mitglied löschen
web-club-remove-help = Der Name { $name } und seine Geräte werden gelöscht. Ergebnisse und Buchungen bleiben ohne Namen, damit Tabelle und Kasse stimmen.
web-club-remove-sure = Ja, löschen
web-club-settings = Stammtisch verwalten
web-club-seasons = Saisons
web-club-seasons-help = Eine Saison fasst Abende zusammen. Ohne Ende läuft sie weiter.
web-club-season-since = seit { $from }
web-club-season-name = Name
web-club-season-from = Erster Tag
web-club-season-to = Letzter Tag
web-club-season-wrong = Eine Saison braucht einen Namen und einen ersten Tag; der letzte liegt nicht davor.
web-club-new-season = Neue Saison
web-club-edit-season = Saison { $name } ändern
web-club-delete-season = Saison löschen
web-club-tables = Tische
web-club-tables-help = Was an diesen Tischen gespielt wird, zählt für den Stammtisch.
web-club-untie = Nicht mehr zählen
web-club-untie-table = Spiele am Tisch { $code } nicht mehr zählen
web-club-export = Export
web-club-export-help = CSV für die Tabellenkalkulation: eine Zeile je Platz und Spiel. JSON: alles, als Sicherung.
web-club-import = Ältere Ergebnisse übernehmen
web-club-import-help = Eine Liste als CSV mit den Spalten date, game, names und places oder points; Namen und Plätze mit Schrägstrich getrennt. Auch ein Export von hier geht.
web-club-import-text = Liste
web-club-import-file = Datei wählen
web-club-import-check = Prüfen
web-club-import-wrong = So geht es noch nicht. Nichts wurde übernommen:
web-club-import-found = { $games ->
    [one] 1 Spiel gefunden.
   *[other] { $games } Spiele gefunden.
}
web-club-import-members = Neue Mitglieder: { $names }.
web-club-import-take = Übernehmen
web-club-import-taken = { $games ->
    [one] 1 Spiel übernommen.
   *[other] { $games } Spiele übernommen.
}
web-club-delete = Stammtisch löschen
web-club-delete-help = Löscht Namen, Ergebnisse, Abende und Kasse für alle, endgültig. Was bleibt: die Aufzeichnungen der Tische selbst, die allen gehören, die dort gespielt haben.
web-club-delete-type = Zur Sicherheit: Gib „{ $name }“ ein
web-club-delete-sure = Endgültig löschen
web-club-deleted = Der Stammtisch ist gelöscht.
web-club-deleted-tables = Namen stehen noch im Verlauf dieser Tische, bis sie geschlossen und gelöscht werden: { $tables }
