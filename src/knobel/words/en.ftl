### All words of knobel in English. Every key stands in de.ftl too.

## Games

game-zocknroll = Zock'n'Roll
game-zock = ZOCK
game-schocken = Schocken
