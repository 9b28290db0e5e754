// Seats of a knobel table, over the same WebSocket library that socket.io's client uses.

import { randomUUID } from 'node:crypto';
import WebSocket from 'ws';
import { Device } from './device.mjs';

const PING_EVERY = 10_000;

async function ask(base, path, body, cookie) {
  const answer = await fetch(`${base}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', ...(cookie && { cookie }) },
    body: body && JSON.stringify(body),
  });
  const said = await answer.json();
  if (!answer.ok || said.m === 'no') throw new Error(`${path}: ${answer.status} ${JSON.stringify(said)}`);
  return { said, cookie: cookie ?? answer.headers.getSetCookie()[0]?.split(';')[0] };
}

/** Make a table, let the second player join it and begin; nobody is connected yet. With several nodes, whose addresses
 * are separated by commas, the second player is at the last one. */
export async function makeTable(bases) {
  const [base, other] = [bases.split(',')[0], bases.split(',').at(-1)];
  const made = await ask(base, '/api/tables', { id: randomUUID(), game: 'zock', name: 'player 0' });
  const path = `/api/tables/${made.said.code}`;
  const seen = await ask(other, path);
  const command = (v, what) => ({ id: randomUUID(), v, do: what });
  const joined = await ask(other, `${path}/commands`, command(seen.said.v, { c: 'join', name: 'player 1' }), seen.cookie);
  await ask(base, `${path}/commands`, command(joined.said.v, { c: 'start' }), made.cookie);
  return { seats: [new Seat(base, path, made.cookie), new Seat(other, path, joined.cookie)] };
}

class Seat {
  constructor(base, path, cookie) {
    const url = `${base.replace('http', 'ws')}${path}/ws`;
    Object.assign(this, { url, cookie, v: 0, table: null, game: null, number: 0, parts: 0, answer: null, device: new Device(), onChange: () => {} });
  }

  /** Connect and wait for the snapshot. */
  connect() {
    return new Promise((resolve, reject) => {
      this.socket = new WebSocket(this.url, { headers: { cookie: this.cookie }, perMessageDeflate: false });
      this.socket.on('error', reject);
      this.socket.on('close', (code, why) => code === 1005 || reject(new Error(`closed: ${code} ${why}`)));
      this.socket.on('message', (data) => this.hear(JSON.parse(data.toString()), resolve));
      this.socket.on('open', () => (this.pings = setInterval(() => this.socket.send('null'), PING_EVERY)));
    });
  }

  close() {
    clearInterval(this.pings);
    this.socket.close();
  }

  hear(said, resolve) {
    if (said === 0) return;
    switch (said.m) {
      case 'snapshot':
        Object.assign(this, { v: said.v, table: said.table, game: said.game });
        resolve();
        break;
      case 'steps':
        for (const step of said.steps) {
          this.v = step.v;
          if (step.table) this.table = step.table;
          if (step.game) this.game = step.game;
        }
        break;
      case 'no':
        if (said.id.startsWith('dice') && said.why === 'stale') return;
        throw new Error(JSON.stringify(said));
      case 'ok':
        if (said.id.startsWith('dice')) return;
        this.answer = said;
        break;
    }
    for (const part of this.device.hear(this.table.you, said)) {
      this.parts += 1;
      this.socket.send(JSON.stringify({ id: `dice-${this.parts}`, v: this.v, do: part }));
    }
    this.onChange();
  }

  /** What this seat does now, as far as it has heard; null while it is the other one's turn. */
  next() {
    const { phase, seats, you } = this.table;
    if (phase === 'over') return seats[you].again ? null : { c: 'rematch' };
    const { kind, seat, moves } = this.game.pending;
    if (seat !== you) return null;
    if (kind === 'throw') return { c: 'throw' };
    return kind === 'decision' ? { c: 'move', move: moves[0] } : null;
  }

  isMove(command) {
    return command.c !== 'rematch';
  }

  send(command) {
    this.number += 1;
    this.answer = null;
    this.socket.send(JSON.stringify({ id: `${this.cookie}-${this.number}`.slice(-60), v: this.v, do: command }));
  }

  /** Whether the answer and the effect of what was sent have come back, and the dice have fallen that it wanted. */
  done() {
    return this.answer !== null && this.v >= this.answer.v && this.game.pending.kind !== 'dice';
  }
}
