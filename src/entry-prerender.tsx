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

/** The content of #root at `path` (below the base path) for a visitor who is not signed in. */
export async function renderScreen(path: string): Promise<string> {
  const base = import.meta.env.BASE_URL.replace(/\/$/, '')
  const router = createAppRouter(createMemoryHistory({ initialEntries: [base + path] }))
  await router.load()
  return renderToString(<App router={router} queryClient={createQueryClient()} />)
}
