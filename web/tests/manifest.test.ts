import { expect, test } from 'vitest'
import de from '../public/manifest.de.webmanifest?raw'
import en from '../public/manifest.en.webmanifest?raw'

interface Manifest {
  description?: string
  lang?: string
  icons: { src: string }[]
  shortcuts: { description?: string; url: string }[]
}

/** A manifest without what differs by language. */
const common = ({ description: _, lang: __, ...rest }: Manifest): unknown => ({
  ...rest,
  shortcuts: rest.shortcuts.map(({ description: _, ...shortcut }) => shortcut),
})

test('the manifests of both languages are one app', () => {
  const [german, english] = [de, en].map((text) => JSON.parse(text) as Manifest) as [Manifest, Manifest]
  expect(common(german)).toEqual(common(english))
  expect([german.lang, english.lang]).toEqual(['de', 'en'])
  expect(english.shortcuts.map(({ url }) => url)).toEqual(['/new/zocknroll', '/new/zock', '/new/schocken'])
})
