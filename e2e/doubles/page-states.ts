/// The page with a played runtime, one state of it per name: `page-states.html?state=approval`. Development only.
import { mountPage } from './mount-page.ts'

const query = new URLSearchParams(window.location.search)
const { runtime, store } = mountPage(query.get('state') ?? 'welcome', query.get('theme') === 'dark' ? 'dark' : 'system')
Object.assign(window, { runtime, store })
