export const FILE = 'knobel-verify.html'

/**
 * The page that checks records is one file to keep: style and script stand in it. Our content security policy takes
 * neither from a page that is served, so there the same page has them beside it.
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
