/** What the DOM library lacks of a service worker's scope and events. */
type WaitingEvent = Event & { waitUntil(work: Promise<unknown>): void }
type InstallEvent = WaitingEvent & {
  /** Not every browser has it. */
  addRoutes?(rule: { condition: { not: { requestMode: string } }; source: 'network' }): Promise<void>
}
type FetchEvent = WaitingEvent & {
  request: Request
  preloadResponse: Promise<Response | undefined>
  respondWith(response: Promise<Response>): void
}
type Scope = EventTarget & {
  caches: CacheStorage
  clients: { claim(): Promise<void> }
  registration: ServiceWorkerRegistration
  skipWaiting(): Promise<void>
}
type Settings = { page: string; cachePrefix: string; version: string }

/**
 * The service worker: shows the offline page when a page cannot be loaded. It stores that page only, and answers
 * nothing but navigations, so no order, photo or response of the API is ever cached. The build writes this function
 * into a file, so it uses nothing outside itself.
 */
export function serviceWorker(scope: Scope, { page, cachePrefix, version }: Settings) {
  const cacheName = cachePrefix + version
  const pageUrl = new URL(page, scope.registration.scope).href
  const apiUrl = new URL('api/', scope.registration.scope).href

  async function install(event: InstallEvent) {
    // The browser then loads everything but pages without starting this worker.
    await event
      .addRoutes?.({ condition: { not: { requestMode: 'navigate' } }, source: 'network' })
      .catch(() => undefined)
    const cache = await scope.caches.open(cacheName)
    await cache.add(new Request(pageUrl, { cache: 'reload' }))
    // Safe with open tabs: their scripts and calls never pass this worker.
    await scope.skipWaiting()
  }

  async function activate() {
    for (const name of await scope.caches.keys())
      if (name.startsWith(cachePrefix) && name !== cacheName) await scope.caches.delete(name)
    // The browser requests the page while it starts this worker.
    await scope.registration.navigationPreload?.enable()
    await scope.clients.claim()
  }

  async function navigate({ request, preloadResponse }: FetchEvent) {
    try {
      return (await preloadResponse) ?? (await fetch(request))
    } catch {
      return (await scope.caches.match(pageUrl, { cacheName })) ?? Response.error()
    }
  }

  scope.addEventListener('install', (event) => (event as WaitingEvent).waitUntil(install(event as InstallEvent)))
  scope.addEventListener('activate', (event) => (event as WaitingEvent).waitUntil(activate()))
  scope.addEventListener('fetch', (event) => {
    const navigation = event as FetchEvent
    const { mode, method, url } = navigation.request
    if (mode === 'navigate' && method === 'GET' && !url.startsWith(apiUrl)) navigation.respondWith(navigate(navigation))
  })
}
