import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { workerOf } from './serviceWorker.ts'

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12)

/** Vite plugin: emits the service worker `worker.js`. */
export function serviceWorker(): Plugin {
  let source = ''
  return {
    name: 'knobel-shell',
    apply: 'build',
    configResolved: ({ root }) => void (source = readFileSync(join(root, 'worker.js'), 'utf8')),
    generateBundle: {
      order: 'post', // all other files are known by then
      handler(_, bundle) {
        this.emitFile({ type: 'asset', fileName: 'worker.js', source: workerOf(source, Object.keys(bundle), digest) })
      },
    },
  }
}
