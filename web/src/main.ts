import { mount } from 'svelte'
import App from './App.svelte'
import { router } from './lib/router.svelte'
import { keepSettings } from './lib/settings.svelte'
import { keepUpToDate } from './lib/upgrade'
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

if (import.meta.env.PROD) keepUpToDate()
