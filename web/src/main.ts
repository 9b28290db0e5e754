import { mount } from 'svelte'
import App from './App.svelte'
import { router } from './lib/router.svelte'
import { keepSettings } from './lib/settings.svelte'
import { workerAddress } from './lib/trustedTypes'
import { speak } from './lib/words.svelte'
import { pageOf } from './pages'
import './styles/tokens.css'
import './styles/base.css'

keepSettings()
router.listen()
void pageOf(router.place.page) // on its way while the words are
const spoken = await speak().then(
  () => true,
  () => false,
)
const app = document.getElementById('app')!
app.replaceChildren() // the name stood there until there was more to see
if (spoken) mount(App, { target: app })
else document.body.append('Ohne Verbindung geht es hier nicht los. · There is no connection to begin with.')

// Milliseconds after which the first page stands, so that keeping all files takes nothing away from it. Without TLS, as
// on a local network, there is no service worker.
const SETTLED = 3000
const keepShell = (): void => void navigator.serviceWorker.register(workerAddress()).catch(() => {})
if ('serviceWorker' in navigator && import.meta.env.PROD) setTimeout(keepShell, SETTLED)
