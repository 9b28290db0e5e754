export const FILE = 'knobel-verify.html'

/**
 * The verification page is one file with inline style and script, for offline use. The content security policy allows
 * neither on a served page, so there they are separate files.
 */
export function split(page: string): Record<string, string> {
  let [css, js] = ['', '']
  const html = page
    .replace(/ *<meta http-equiv="Content-Security-Policy".*\n/, '')
    .replace('<title>', '<link rel="icon" href="/icon.svg" type="image/svg+xml" />\n    <title>')
    .replace(/<style>(.*?)<\/style>/s, (_, style: string) => ((css = style), '<link rel="stylesheet" href="/verify.css" />'))
    .replace(/<script>(.*?)<\/script>/s, (_, script: string) => ((js = script), '<script src="/verify.js"></script>'))
  return { [FILE]: page, 'verify.html': html, 'verify.css': css, 'verify.js': js }
}
