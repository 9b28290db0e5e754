// What a server has used so far: CPU time and memory of its process and of those that it started.

import { readFileSync, readdirSync } from 'node:fs';

const TICK_US = 10_000; // USER_HZ is 100 on every Linux that Node runs on
const PAGE_KIB = 4;

function stat(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, '').split(' ');
  return { parent: +fields[1], cpu: (+fields[11] + +fields[12]) * TICK_US };
}

function family(pid) {
  const parents = new Map();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      parents.set(+name, stat(name).parent);
    } catch {
      // the process has ended in the meantime
    }
  }
  const found = [pid];
  for (const one of found) for (const [child, parent] of parents) if (parent === one) found.push(child);
  return found;
}

/** CPU time in microseconds and resident memory in KiB. */
export function cost(pid) {
  let [cpu, kib] = [0, 0];
  for (const one of family(pid)) {
    cpu += stat(one).cpu;
    kib += +readFileSync(`/proc/${one}/statm`, 'utf8').split(' ')[1] * PAGE_KIB;
  }
  return { cpu, kib };
}
