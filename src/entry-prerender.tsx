import { createMemoryHistory } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import { App } from './app.tsx'
import { createQueryClient } from './lib/query-client.ts'
import { createAppRouter } from './router.tsx'

/** A route path such as '/transactions/$id'; `prerender` if the build renders it, see `router.tsx`. */
export type Screen = { path: string; prerender?: { unless: readonly string[]; parameter?: string } }

/** All screens of the routes; '/$' is the one of unknown paths. */
export function listScreens(): Screen[] {
  const { routesByPath } = createAppRouter(createMemoryHistory())
  return Object.values(routesByPath).map(({ fullPath, options }) => ({
    path: fullPath,
    prerender: options.staticData?.prerender,
  }))
}

/** React writes it in place of a part whose code is not loaded. */
const UNFINISHED = '<!--$!-->'
const MAX_TRIES = 100
const RETRY_MS = 20

/**
 * The content of #root at `path` (below the base path) for a visitor who is not signed in. A rendering starts to load
 * the lazy parts of the page, which are complete in a later one.
 */
export async function renderScreen(path: string): Promise<string> {
  const base = import.meta.env.BASE_URL.replace(/\/$/, '')
  const router = createAppRouter(createMemoryHistory({ initialEntries: [base + path] }))
  await router.load()
  const draw = () => renderToString(<App router={router} queryClient={createQueryClient()} />)
  let html = draw()
  for (let tries = 0; html.includes(UNFINISHED) && tries < MAX_TRIES; tries++) {
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    html = draw()
  }
  return html
}
