// ZOCK for boardgame.io: the basic game with a strict referee, as small as its library lets one write it.
// One match goes on for ever, game after game, so that no rematch interrupts the measurement.

const INVALID_MOVE = 'INVALID_MOVE';
const ALL_FIELDS = [1, 2, 3, 4, 5, 6, 7, 8, 9];

/** The covers that a throw offers for these open fields: both numbers or the sum (K3, K6). */
export function covers([a, b], open) {
  const offers = a === b ? [] : [[Math.min(a, b), Math.max(a, b)]];
  const sum = a + b;
  if (sum <= 9) offers.push([sum]);
  else if (sum === 10) offers.push([1]);
  else if (sum === 12) offers.push([1, 2]);
  return offers.filter((offer) => offer.every((field) => open.includes(field)));
}

/** Both throw until one of them has more; that seat begins (K2). */
function rollOff(random) {
  for (;;) {
    const [first, second] = [random.D6(2), random.D6(2)].map(([x, y]) => x + y);
    if (first !== second) return second > first ? 1 : 0;
  }
}

function fresh(games, starter) {
  return { open: [[...ALL_FIELDS], [...ALL_FIELDS]], dice: null, games, starter };
}

function throwDice({ G, ctx, random, events }) {
  if (G.dice) return INVALID_MOVE;
  const dice = random.D6(2);
  if (covers(dice, G.open[ctx.currentPlayer]).length) G.dice = dice;
  else events.endTurn();
}

function cover({ G, ctx, random, events }, fields) {
  if (!G.dice) return INVALID_MOVE;
  const open = G.open[ctx.currentPlayer];
  const fits = covers(G.dice, open).some((offer) => offer.join() === fields.join());
  if (!fits) return INVALID_MOVE;
  const left = open.filter((field) => !fields.includes(field));
  G.open[ctx.currentPlayer] = left;
  G.dice = null;
  if (left.length) {
    events.endTurn();
    return;
  }
  const loser = 1 - Number(ctx.currentPlayer);
  const loss = G.open[loser].reduce((sum, field) => sum + field, 0);
  const starter = rollOff(random);
  events.endTurn({ next: String(starter) });
  Object.assign(G, fresh([...G.games.slice(-9), { winner: 1 - loser, loss }], starter));
}

export const Zock = {
  name: 'zock',
  minPlayers: 2,
  maxPlayers: 2,
  disableUndo: true,
  setup: ({ random }) => fresh([], rollOff(random)),
  turn: { order: { first: ({ G }) => G.starter, next: ({ ctx }) => (ctx.playOrderPos + 1) % 2 } },
  moves: { throwDice: { move: throwDice, client: false }, cover },
};
