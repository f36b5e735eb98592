import { createRouter } from '@tanstack/react-router'
import { routeTree } from './routeTree.gen.ts'

/** The router of the site; pages are fetched as soon as somebody points at a link to them. */
export function createAppRouter() {
  return createRouter({
    routeTree,
    basepath: import.meta.env.BASE_URL,
    defaultPreload: 'intent',
    scrollRestoration: true,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
