// The service worker: keeps the whole app, so that it starts without a network (spec SH7), and shows the notifications
// that a browser lets no page show. No logic here.
import { clientsClaim } from 'workbox-core'
import { cleanupOutdatedCaches, precacheAndRoute, type PrecacheEntry } from 'workbox-precaching'
import { tellWaiting } from '#world/waiting-notification.ts'

declare const self: ServiceWorkerGlobalScope & { readonly precacheManifest: PrecacheEntry[] }

// Every file of this build. The app is one page, so that no query changes what is served. A new version
// waits until the last tab of the old one is closed: files of two versions are never mixed.
precacheAndRoute(self.precacheManifest, { ignoreURLParametersMatching: [/./] })
cleanupOutdatedCaches()

// The first visit's page is served from here too, as soon as everything is kept.
clientsClaim()

tellWaiting(self)
