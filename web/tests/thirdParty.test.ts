import { describe, expect, it } from 'vitest'
import { readPackage, foldersOf } from '../thirdParty.ts'

describe('third-party packages in the client', () => {
  it('are found by the modules that came from them, each once', () => {
    const modules = [
      '/k/web/src/main.ts',
      '/k/web/node_modules/svelte/src/internal/client/runtime.js',
      '\0/k/web/node_modules/svelte/src/store/index.js?commonjs',
      '/k/web/node_modules/@fluent/bundle/esm/bundle.js',
      '/k/web/node_modules/svelte/node_modules/clsx/dist/clsx.mjs',
    ]
    expect(foldersOf(modules)).toEqual([
      '/k/web/node_modules/@fluent/bundle',
      '/k/web/node_modules/svelte',
      '/k/web/node_modules/svelte/node_modules/clsx',
    ])
  })

  it('are listed with their licence texts', () => {
    const manifest = JSON.stringify({ name: 'clsx', version: '2.1.1', license: 'MIT', main: 'dist/clsx.js' })
    expect(readPackage(manifest, 'MIT License')).toEqual({
      name: 'clsx',
      version: '2.1.1',
      licence: 'MIT',
      notice: 'MIT License',
    })
  })

  it('stop the build if they do not name their licence', () => {
    expect(() => readPackage(JSON.stringify({ name: 'mine', version: '1.0.0' }), '')).toThrow(
      'mine 1.0.0 does not say its licence',
    )
  })
})
