import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { readPackage, foldersOf } from './thirdParty.ts'

/** Vite plugin: emits `third-party.json`, the bundled packages with their licences. */
export function notices(): Plugin {
  return {
    name: 'knobel-notices',
    apply: 'build',
    generateBundle(_, bundle) {
      const modules = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
      const packages = foldersOf(modules).map((folder) =>
        readPackage(text(folder, /^package\.json$/), text(folder, /^licen[cs]e/i)),
      )
      this.emitFile({ type: 'asset', fileName: 'third-party.json', source: JSON.stringify(packages, null, 1) })
    },
  }
}

function text(folder: string, name: RegExp): string {
  const file = readdirSync(folder).find((each) => name.test(each))
  return file === undefined ? '' : readFileSync(join(folder, file), 'utf8')
}
