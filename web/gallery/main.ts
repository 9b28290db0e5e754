import { mount } from 'svelte'
import '../src/styles/tokens.css'
import '../src/styles/base.css'
import '../src/styles/layout.css'
import { settings } from '../src/lib/settings.svelte'
import { keepSettings } from '../src/lib/settings.svelte'
import { speak } from '../src/lib/words.svelte'
import Gallery from './Gallery.svelte'

const asked = new URLSearchParams(location.hash.slice(1))
settings.language = asked.get('language') === 'de' ? 'de' : 'en'
settings.theme = asked.get('theme') === 'light' ? 'light' : 'dark'
settings.speed = asked.has('moving') ? 1 : 0
keepSettings()
await speak()
mount(Gallery, { target: document.getElementById('app')!, props: { asked } })
