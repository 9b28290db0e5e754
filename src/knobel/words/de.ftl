### Alle Wörter von knobel auf Deutsch. Jeder Schlüssel steht auch in en.ftl.

## Spiele

game-zocknroll = Zock'n'Roll
game-zock = ZOCK
game-schocken = Schocken
