/** The service worker of a build, with its script, the list of its files, and a name that changes with them. */
export function workerOf(source: string, files: readonly string[], entry: string, digest: (text: string) => string): string {
  const paths = files
    .filter((file) => file.startsWith('assets/'))
    .map((file) => `/${file}`)
    .sort()
  const shell = { name: `knobel-${digest(paths.join() + source)}`, entry: `/${entry}`, files: paths }
  return `const SHELL = ${JSON.stringify(shell)}\n${source}`
}
