import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { FILE, split } from './verify.ts'

/** Vite plugin: emits the verification page, as one file and split. */
export function verifier(): Plugin {
  let folder = ''
  return {
    name: 'knobel-verifier',
    apply: 'build',
    configResolved: ({ root }) => void (folder = join(root, 'verify')),
    generateBundle() {
      const files = split(readFileSync(join(folder, FILE), 'utf8'))
      for (const [fileName, source] of Object.entries(files)) this.emitFile({ type: 'asset', fileName, source })
    },
  }
}
