import { createMemoryHistory } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import { seedBrands } from '#shared/brands.ts'
import { App } from './app.tsx'
import { catalogueStore, type Published, startWithCatalogue } from './lib/catalogue.ts'
import { createQueryClient } from './lib/query-client.ts'
import { siteStore } from './lib/site-settings.ts'
import { hasDescription, pageHead } from './page-heads.ts'
import { createAppRouter } from './router.tsx'

/** A page of the site. A route with a brand in its path has one for each brand. */
export type Screen = {
  path: string
  /** The path of its route, such as '/sell/$brand'; '/$' is the one of unknown paths. */
  route: string
  /** The address at which it is rendered; undefined if the server renders none. */
  address?: string
  unless: readonly string[]
  brand?: string
  isIndexed: boolean
}

export function listScreens(): Screen[] {
  const { routesByPath } = createAppRouter(createMemoryHistory())
  return Object.values(routesByPath).flatMap(({ fullPath: route, options }) => {
    const { prerender } = options.staticData ?? {}
    return pathsOf(route).map((page) => ({
      ...page,
      route,
      address: prerender && page.path.replace(/\$\w*/, prerender.parameter ?? 'unknown'),
      unless: prerender?.unless ?? [],
      isIndexed: hasDescription(page.path),
    }))
  })
}

function pathsOf(route: string): { path: string; brand?: string }[] {
  if (!route.endsWith('/$brand')) return [{ path: route }]
  return seedBrands.map(({ slug }) => ({ path: route.replace('$brand', slug), brand: slug }))
}

/** React writes it in place of a part whose code is not loaded. */
const UNFINISHED = '<!--$!-->'
const FIRST_WAIT_MS = 5
const LONGEST_WAIT_MS = 1_000

/**
 * The tags of the head and the content of #root at `address` (below the base path) for a visitor who is not signed in.
 * `siteUrl` is the public URL, which ends with a slash.
 * A rendering starts to load the lazy parts of the page, which are complete in a later one. Render one page at a time:
 * all share one catalogue and one site.
 * @throws when a part fails or does not load
 */
export async function renderPage(address: string, published: Published, siteUrl?: string) {
  startWithCatalogue(published)
  const base = import.meta.env.BASE_URL.replace(/\/$/, '')
  const router = createAppRouter(createMemoryHistory({ initialEntries: [base + address] }))
  await router.load()
  const draw = () => renderToString(<App router={router} queryClient={createQueryClient()} />)
  let html = draw()
  for (let wait = FIRST_WAIT_MS; html.includes(UNFINISHED); wait *= 2) {
    if (wait > LONGEST_WAIT_MS) throw new Error(`A part of ${address} did not load.`)
    await new Promise((resolve) => setTimeout(resolve, wait))
    html = draw()
  }
  // React renders elements of the head before the rest.
  const [tags = ''] = /^(<title>[^<]*<\/title>|<meta [^>]*>|<link [^>]*>)*/.exec(html) ?? []
  const [, title = ''] = /<title>([^<]*)</.exec(tags) ?? []
  const head = tags + pageHead(address, title, catalogueStore.get(), siteStore.get(), siteUrl)
  return { head, body: html.slice(tags.length) }
}
