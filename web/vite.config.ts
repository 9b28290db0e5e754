import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'
import { notices } from './thirdParty.plugin.ts'
import { compress } from './compress.plugin.ts'
import { serviceWorker } from './serviceWorker.plugin.ts'
import { verifier } from './verify.plugin.ts'
import { words } from './words.plugin.ts'

// The development server (npm run dev) proxies /api to this address.
const server = process.env.KNOBEL_SERVER ?? 'http://127.0.0.1:8421'

export default defineConfig({
  plugins: [words(), svelte(), verifier(), notices(), serviceWorker(), compress()],
  build: {
    outDir: '../src/knobel/serve/client',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0, // the content security policy takes no data: addresses
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // One chunk for what every page needs, and one for each game, instead of a dozen.
        codeSplitting: {
          groups: [
            {
              name: 'core',
              test: /node_modules\/(?!@noble)|web\/src\/lib\/(?!tableSession|playback|stage|connection|socket|unanswered|sound|wakelock)/,
            },
            { name: 'parts', test: /web\/src\/(parts|pages\/common)\// },
            // A group includes the imports of its files, so what the games share is grouped before them.
            { name: 'game', test: /web\/src\/((lib|games)\/[\w.]+|guide\/symbols\.ts)$/ },
            ...['zocknroll', 'zock', 'schocken'].map((game) => ({ name: game, test: new RegExp(`web/src/games/${game}/`) })),
            ...['coach', 'guide', 'evening', 'real'].flatMap((part) =>
              ['de', 'en'].map((language) => ({
                name: `${part}-${language}`,
                test: new RegExp(`/${language}\\.ftl\\?${part}`),
              })),
            ),
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': { target: server, ws: true } } },
})
