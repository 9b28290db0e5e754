// A player's half of dice that everybody can check, for the load generator: the same as knobel.fair.participant.

import { createHash, randomBytes } from 'node:crypto';

/** Links of a chain: more than dice are wanted in one game of ZOCK. */
const LINKS = 256;

function packed(part) {
  const length = Buffer.alloc(8);
  length.writeBigUInt64BE(BigInt(part.length));
  return Buffer.concat([length, part]);
}

const STEP = packed(Buffer.from('knobel/fair/1/chain'));
const next = (link) => createHash('sha256').update(STEP).update(packed(link)).digest();

export class Device {
  root = null;
  since = null;
  wants = 0;

  /** The commands that follow from a message to the client on a seat. */
  hear(seat, said) {
    if (said.m === 'snapshot') return said.fair && said.fair.root !== this.root ? this.begin(said.fair.root) : [];
    return (said.steps ?? []).flatMap(({ e }) => this.follow(seat, e));
  }

  follow(seat, e) {
    if (e.t === 'started' && e.fair) return this.begin(e.fair.root);
    if (e.t === 'anchored' && e.seat === seat) this.since = this.wants;
    if (e.t === 'wanted' && e.want !== undefined) {
      this.wants = e.want;
      if (this.since === null || this.since > e.want) return [];
      return [{ c: 'reveal', section: 0, want: e.want, link: this.links[e.want - this.since + 1] }];
    }
    if (e.t === 'played' && e.links) this.wants += 1;
    return [];
  }

  begin(root) {
    let link = randomBytes(32);
    const links = [link];
    for (let place = 0; place < LINKS; place++) links.push((link = next(link)));
    Object.assign(this, { root, since: null, wants: 0, links: links.reverse().map((each) => each.toString('hex')) });
    return [{ c: 'anchor', anchor: this.links[0] }];
  }
}
