import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { transformWithOxc, type Plugin } from 'vite'
import { workerOf } from './serviceWorker.ts'

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12)

/** Vite plugin: emits the service worker `worker.js`. */
export function serviceWorker(): Plugin {
  let file = ''
  return {
    name: 'knobel-shell',
    apply: 'build',
    configResolved: ({ root }) => void (file = join(root, 'worker/worker.ts')),
    generateBundle: {
      order: 'post', // all other files are known by then
      async handler(_, bundle) {
        const { code } = await transformWithOxc(readFileSync(file, 'utf8'), file)
        const entry = Object.values(bundle).find((each) => each.type === 'chunk' && each.isEntry)
        const source = workerOf(code, Object.keys(bundle), entry!.fileName, digest)
        this.emitFile({ type: 'asset', fileName: 'worker.js', source })
      },
    },
  }
}
