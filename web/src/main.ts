import { mount } from 'svelte'
import App from './App.svelte'
import { router } from './lib/router.svelte'
import { keepSettings } from './lib/settings.svelte'
import { workerAddress } from './lib/trustedTypes'
import { speak } from './lib/words.svelte'
import { pageOf } from './pages'
import './styles/tokens.css'
import './styles/base.css'
import './styles/layout.css'

keepSettings()
router.listen()
void pageOf(router.place.page) // loads in parallel with the messages
const spoken = await speak().then(
  () => true,
  () => false,
)
const app = document.getElementById('app')!
app.replaceChildren() // removes the name that is shown while loading
if (spoken) mount(App, { target: app })
else document.body.append('Ohne Verbindung geht es hier nicht los. · There is no connection to begin with.')

// Milliseconds until the service worker caches all files, so that it does not compete with the first page. Without TLS,
// as on a local network, there is no service worker.
const SETTLED = 3000
const keepShell = (): void => void navigator.serviceWorker.register(workerAddress()).catch(() => {})
if ('serviceWorker' in navigator && import.meta.env.PROD) setTimeout(keepShell, SETTLED)
