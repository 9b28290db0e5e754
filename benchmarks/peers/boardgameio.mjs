// Seats of a boardgame.io match. They speak its protocol over socket.io's own client, without the redux store of
// boardgame.io's client, which would only burden the load generator.

import { io } from 'socket.io-client';
import { covers } from './zock.mjs';

async function post(base, path, body) {
  const answer = await fetch(`${base}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

/** Make a match through the lobby API and let both players join it; nobody is connected yet. */
export async function makeTable(base) {
  const { matchID } = await post(base, '/games/zock/create', { numPlayers: 2 });
  const join = async (seat) => {
    const body = { playerID: String(seat), playerName: `player ${seat}` };
    const { playerCredentials } = await post(base, `/games/zock/${matchID}/join`, body);
    return new Seat(base, matchID, String(seat), playerCredentials);
  };
  return { seats: [await join(0), await join(1)] };
}

class Seat {
  constructor(base, matchID, player, credentials) {
    Object.assign(this, { base, matchID, player, credentials, state: null, sent: -1, onChange: () => {} });
  }

  /** Connect and wait for the first state. */
  connect() {
    return new Promise((resolve, reject) => {
      this.socket = io(`${this.base}/zock`, { transports: ['websocket'], forceNew: true, reconnection: false });
      this.socket.on('connect_error', reject);
      this.socket.on('connect', () => this.socket.emit('sync', this.matchID, this.player, this.credentials, 2));
      this.socket.on('sync', (_, sync) => {
        this.state = sync.state;
        resolve();
      });
      this.socket.on('update', (_, state) => {
        this.state = state;
        this.onChange();
      });
    });
  }

  close() {
    this.socket.disconnect();
  }

  /** What this seat does now, as far as it has heard; null while it is the other one's turn. */
  next() {
    const { G, ctx } = this.state;
    if (ctx.currentPlayer !== this.player) return null;
    return G.dice ? { type: 'cover', args: [covers(G.dice, G.open[this.player])[0]] } : { type: 'throwDice', args: [] };
  }

  isMove() {
    return true;
  }

  send({ type, args }) {
    const payload = { type, args, playerID: this.player, credentials: this.credentials };
    this.sent = this.state._stateID;
    this.socket.emit('update', { type: 'MAKE_MOVE', payload }, this.sent, this.matchID, this.player);
  }

  /** Whether the effect of what was sent has come back. */
  done() {
    return this.state._stateID > this.sent;
  }
}
