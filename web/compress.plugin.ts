import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import type { Plugin } from 'vite'

const WORTH_IT = 512

/** Vite plugin: precompresses files with Brotli (`.br`) where that is smaller. */
export function compress(): Plugin {
  let folder = ''
  return {
    name: 'knobel-press',
    apply: 'build',
    configResolved: (config) => void (folder = join(config.root, config.build.outDir)),
    closeBundle: () => {
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        if (!/\.(js|css|html|svg|webmanifest)$/.test(name)) continue
        const plain = readFileSync(join(folder, name))
        const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
        if (plain.length >= WORTH_IT) writeFileSync(join(folder, `${name}.br`), brotliCompressSync(plain, { params }))
      }
    },
  }
}
