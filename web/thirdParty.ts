/** A third-party package in the built client. */
export interface ThirdPartyPackage {
  readonly name: string
  readonly version: string
  /** Its SPDX licence identifier. */
  readonly licence: string
  /** Its licence text; empty if the package has none. */
  readonly notice: string
}

const FOLDER = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/

/** The folders of the packages that modules come from, each once and in order. */
export function foldersOf(modules: Iterable<string>): string[] {
  const folders = [...modules].map((id) => FOLDER.exec(id.replace(/^\0/, ''))?.[0])
  return [...new Set(folders.filter((folder) => folder !== undefined))].sort()
}

/** The package of a `package.json`; one without a licence must not be shipped. */
export function readPackage(manifest: string, notice: string): ThirdPartyPackage {
  const { name, version, license } = JSON.parse(manifest) as Record<string, unknown>
  if (typeof license !== 'string') throw new Error(`${String(name)} ${String(version)} does not say its licence`)
  return { name: String(name), version: String(version), licence: license, notice }
}
