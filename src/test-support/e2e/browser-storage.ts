import type { BrowserContext, Page, Request } from '@playwright/test'
import { type Place, placesOf } from '#server/testing/system-tests/find-secrets.ts'

/** Everything an origin stores or names: all storages, script-readable cookies, addresses and history states. */
export async function keptByPage(page: Page, step: string): Promise<Place[]> {
  const kept = await page.evaluate(async () => {
    const databases = await Promise.all((await indexedDB.databases()).map(({ name }) => contentsOf(name ?? '')))
    const caches = await Promise.all((await window.caches.keys()).map((name) => cached(name)))
    const workers = await navigator.serviceWorker.getRegistrations()
    // The DOM types lack it.
    const { navigation } = window as unknown as {
      navigation: { entries(): { url: string | null; getState(): unknown }[] }
    }
    return {
      localStorage: { ...localStorage },
      sessionStorage: { ...sessionStorage },
      indexedDB: databases,
      'Cache Storage': caches,
      'service workers': workers.map(({ scope, active }) => [scope, active?.scriptURL]),
      'cookies of scripts': document.cookie,
      'history.state': history.state,
      'window.name': window.name,
      address: [location.href, document.referrer],
      history: navigation.entries().map((entry) => [entry.url, entry.getState()]),
    }

    async function contentsOf(name: string): Promise<unknown[]> {
      const database = await asked(indexedDB.open(name))
      const stores = [...database.objectStoreNames]
      const rows = stores.map((store) => asked(database.transaction(store).objectStore(store).getAll()))
      const contents = await Promise.all(rows)
      database.close()
      return [name, stores, contents]
    }
    function asked<Result>(request: IDBRequest<Result>): Promise<Result> {
      return new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    }
    async function cached(name: string): Promise<unknown[]> {
      const cache = await window.caches.open(name)
      const answers = await cache.matchAll()
      return [name, ...(await Promise.all(answers.map(async (answer) => [answer.url, await answer.text()])))]
    }
  })
  const cookies = (await page.context().cookies()).filter(({ httpOnly }) => !httpOnly)
  const all = { ...kept, cookies }
  return Object.entries(all).map(([name, value]) => ({
    kind: 'browser',
    name: `${name} after ${step}`,
    bytes: Buffer.from(JSON.stringify(value) ?? ''),
  }))
}

/** Records the addresses a context requests, and every response that its browser may cache. */
export function watchTraffic(context: BrowserContext): () => Promise<Place[]> {
  const places: Promise<Place | undefined>[] = []
  context.on('request', (request) => {
    const named = [request.url(), request.headers().referer]
    places.push(Promise.resolve({ kind: 'browser', name: 'an address', bytes: Buffer.from(named.join(' ')) }))
  })
  // The body of a response that a navigation cut off never arrives.
  context.on('requestfinished', (request) => places.push(cacheableBody(request)))
  return async () => (await Promise.all(places)).filter((place) => place !== undefined)
}

async function cacheableBody(request: Request): Promise<Place | undefined> {
  // A request that ends while the browser closes has none.
  const response = await request.response().catch(() => null)
  const { 'cache-control': caching = '' } = response?.headers() ?? {}
  // Blob URLs of the page end with the page.
  if (!response?.ok() || caching.includes('no-store') || request.url().startsWith('blob:')) return undefined
  const name = `${request.url()} (${caching || 'nothing said about keeping it'})`
  return { kind: 'browser', name, bytes: await response.body().catch(() => Buffer.alloc(0)) }
}

/** Every file of a closed browser's profile, also without zero bytes, because much of it is UTF-16. */
export function profilePlaces(folder: string): Place[] {
  return placesOf(folder).flatMap(({ bytes, name }): Place[] => [
    { kind: 'profile', name, bytes },
    { kind: 'profile', name: `${name} (UTF-16)`, bytes: Buffer.from(bytes.filter((byte) => byte !== 0)) },
  ])
}
