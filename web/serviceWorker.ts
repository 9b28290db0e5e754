/** The service worker of a build, with the list of its files and a name that changes with them. */
export function workerOf(source: string, files: readonly string[], digest: (text: string) => string): string {
  const paths = files
    .filter((file) => file.startsWith('assets/'))
    .map((file) => `/${file}`)
    .sort()
  return `const SHELL = ${JSON.stringify({ name: `knobel-${digest(paths.join())}`, files: paths })}\n${source}`
}
