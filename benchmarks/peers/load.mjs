// The same closed loop against either server:
//
//   node load.mjs knobel|boardgameio BASE PID '{"active": 100, "idle": 0, "warmup": 3, "seconds": 10}'
//
// Two seats of each active table are connected, and each table has one command in flight: the next one is sent when
// the effect of the last has come back to its sender. Idle tables are made, then connected, and do nothing. Prints JSON.

import { setTimeout as sleep } from 'node:timers/promises';
import { cost } from './server_cost.mjs';

const AT_ONCE = 20;
const SETTLE = 1_500;

class Stopwatch {
  times = [];
  running = false;

  add(ms) {
    if (this.running) this.times.push(ms);
  }
}

/** Play on at a table until `stop.now`. */
function drive(table, watch, stop) {
  let sender = null;
  let sentAt = 0;
  let counts = false;
  const go = () => {
    if (sender?.done()) {
      if (counts) watch.add(performance.now() - sentAt);
      sender = null;
    }
    if (sender || stop.now) return;
    for (const seat of table.seats) {
      const command = seat.next();
      if (command === null) continue;
      sender = seat;
      counts = seat.isMove(command);
      sentAt = performance.now();
      seat.send(command);
      return;
    }
  };
  for (const seat of table.seats) seat.onChange = go;
  go();
}

async function inTurns(items, work) {
  const results = [];
  for (let first = 0; first < items.length; first += AT_ONCE)
    results.push(...(await Promise.all(items.slice(first, first + AT_ONCE).map(work))));
  return results;
}

const percentile = (sorted, part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];

/** Play for some seconds and say how it went; `generator` is how much of a core this program itself needed. */
async function measure(watch, seconds, pid) {
  const [begun, own, before] = [performance.now(), process.cpuUsage(), cost(pid)];
  Object.assign(watch, { running: true, times: [] });
  await sleep(seconds * 1_000);
  watch.running = false;
  const [after, mine, ms] = [cost(pid), process.cpuUsage(own), performance.now() - begun];
  const sorted = Float64Array.from(watch.times).sort();
  return {
    rate: (sorted.length * 1_000) / ms,
    p50: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
    cpu: (after.cpu - before.cpu) / sorted.length,
    generator: (mine.user + mine.system) / (ms * 1_000),
    moves: sorted.length,
  };
}

/** Wait until a fresh server has got ready; knobel's bots compile their kernels in a process of their own. */
async function quiet(pid) {
  for (let before = cost(pid).cpu; ; ) {
    await sleep(500);
    const after = cost(pid).cpu;
    if (after - before < 50_000) return;
    before = after;
  }
}

async function memory(pid) {
  await sleep(SETTLE);
  return cost(pid).kib;
}

const [side, base, pid, plan] = process.argv.slice(2);
const { active, idle, warmup, seconds } = JSON.parse(plan);
const { makeTable } = await import(`./${side}.mjs`);
const make = (count) => inTurns(Array.from({ length: count }), () => makeTable(base));
const connect = (tables) => inTurns(tables.flatMap((table) => table.seats), (seat) => seat.connect());

await quiet(+pid);
const tables = await make(active);
await connect(tables);
const [watch, stop] = [new Stopwatch(), { now: false }];
const result = {};
if (idle) {
  const calm = { now: false };
  for (const table of tables) drive(table, watch, calm);
  await sleep(warmup * 1_000);
  calm.now = true;
  const alone = await memory(+pid);
  const sleepers = await make(idle);
  const made = await memory(+pid);
  await connect(sleepers);
  const connected = await memory(+pid);
  result.kibPerTable = (made - alone) / idle;
  result.kibPerConnection = (connected - made) / (2 * idle);
  result.kibAtAll = connected;
}
for (const table of tables) drive(table, watch, stop);
await sleep(warmup * 1_000);
Object.assign(result, await measure(watch, seconds, +pid));
stop.now = true;
console.log(JSON.stringify(result));
process.exit(0);
