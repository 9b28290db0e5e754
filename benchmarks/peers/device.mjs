// A player's half of dice that everybody can check, for the load generator: the same as knobel.fair.participant.

import { createHash, randomBytes } from 'node:crypto';

/** Links of a chain: one for every throw under a root, as in knobel.fair.hash_chain. */
const LINKS = 4096;

function packed(part) {
  const length = Buffer.alloc(8);
  length.writeBigUInt64BE(BigInt(part.length));
  return Buffer.concat([length, part]);
}

const STEP = packed(Buffer.from('knobel/fair/1/chain'));
const next = (link) => createHash('sha256').update(STEP).update(packed(link)).digest();

/** One chain for all seats and games: the load needs no secrets, and making a chain takes milliseconds. */
const CHAIN = makeChain();

function makeChain() {
  const links = [randomBytes(32)];
  while (links.length <= LINKS) links.push(next(links.at(-1)));
  return links.reverse().map((link) => link.toString('hex'));
}

export class Device {
  root = null;
  since = null;
  wants = 0;
  open = false;

  /** The commands that follow from a message to the client on a seat. */
  hear(seat, said) {
    if (said.m === 'snapshot') return said.fair && said.fair.root !== this.root ? this.begin(said.fair) : [];
    return (said.steps ?? []).flatMap(({ e }) => this.follow(seat, e));
  }

  follow(seat, e) {
    if (e.t === 'started' && e.fair) return this.begin(e.fair);
    if (e.t === 'anchored' && e.seat === seat) this.since = this.wants + Number(this.open);
    if (e.t === 'wanted' && e.want !== undefined) {
      Object.assign(this, { wants: e.want, open: true });
      if (this.since === null || this.since > e.want) return [];
      return [{ c: 'reveal', section: 0, want: e.want, link: CHAIN[e.want - this.since + 1] }];
    }
    if (e.t === 'played' && e.links) Object.assign(this, { wants: this.wants + 1, open: false });
    return [];
  }

  /** Another game: when this seat connects, others may have thrown dice in it, and dice may be wanted. */
  begin({ root, wants = 0, want = null }) {
    Object.assign(this, { root, since: null, wants, open: want !== null });
    return [{ c: 'anchor', anchor: CHAIN[0] }];
  }
}
