import { createMemoryHistory } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import { App } from './app.tsx'
import { createQueryClient } from './lib/query-client.ts'
import { createAppRouter } from './router.tsx'

/** A path of the site, '/transactions/$id' included; `prerender` when it is drawn at build. */
export type Screen = { path: string; prerender?: { unless: readonly string[] } }

/** Every screen the routes know; '/$' is the one for addresses without a screen. */
export function listScreens(): Screen[] {
  const { routesByPath } = createAppRouter(createMemoryHistory())
  return Object.values(routesByPath).map(({ fullPath, options }) => ({
    path: fullPath,
    prerender: options.staticData?.prerender,
  }))
}

/** What #root holds when the page is opened at `path` (below the base path) by somebody not signed in. */
export async function drawScreen(path: string): Promise<string> {
  const base = import.meta.env.BASE_URL.replace(/\/$/, '')
  const router = createAppRouter(createMemoryHistory({ initialEntries: [base + path] }))
  await router.load()
  return renderToString(<App router={router} queryClient={createQueryClient()} />)
}
