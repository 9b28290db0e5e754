/** A package of others that went into the built client. */
export interface ThirdPartyPackage {
  readonly name: string
  readonly version: string
  /** The licence that its package names, as SPDX writes it. */
  readonly licence: string
  /** The text that its licence asks to be passed on; empty if the package comes without one. */
  readonly notice: string
}

const FOLDER = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/

/** The folders of the packages that modules come from, each once and in order. */
export function foldersOf(modules: Iterable<string>): string[] {
  const folders = [...modules].map((id) => FOLDER.exec(id.replace(/^\0/, ''))?.[0])
  return [...new Set(folders.filter((folder) => folder !== undefined))].sort()
}

/** What a package says of itself in its `package.json`; one that keeps its licence to itself must not be shipped. */
export function readPackage(manifest: string, notice: string): ThirdPartyPackage {
  const { name, version, license } = JSON.parse(manifest) as Record<string, unknown>
  if (typeof license !== 'string') throw new Error(`${String(name)} ${String(version)} does not say its licence`)
  return { name: String(name), version: String(version), licence: license, notice }
}
