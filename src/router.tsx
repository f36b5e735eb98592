import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { ErrorPage } from './layout/error-page.tsx'
import { routeTree } from './routeTree.gen.ts'

/**
 * The router of the site; pages are fetched as soon as somebody points at a link to them. With a `history` of its own
 * it draws a page outside the browser.
 */
export function createAppRouter(history?: RouterHistory) {
  let hasMoved = false
  const router = createRouter({
    routeTree,
    history,
    basepath: import.meta.env.BASE_URL,
    defaultPreload: 'intent',
    defaultErrorComponent: ErrorPage,
    // As the server has it, which leads other letters to the address of the page.
    caseSensitive: true,
    // Outside the browser it would be an inline script, which our own content security policy refuses.
    scrollRestoration: history === undefined && (() => hasMoved || isReturn()),
  })
  router.subscribe('onBeforeNavigate', ({ fromLocation, hrefChanged }) => {
    if (fromLocation && hrefChanged) hasMoved = true
  })
  return router
}

/** A page that is opened anew has no place to go back to: it stays where its reader scrolled while it came. */
function isReturn(): boolean {
  const [opened] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return opened?.type === 'reload' || opened?.type === 'back_forward'
}

export type AppRouter = ReturnType<typeof createAppRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
  interface StaticDataRouteOption {
    /**
     * The page is drawn at build and the browser takes it over. Its first picture may then depend on nothing but the
     * path and these search parameters: an address that has one of them gets the page drawn by the browser instead.
     */
    prerender?: { unless: readonly string[] }
    /** Staff see it: it has the whole width and no footer. */
    isStaffPage?: true
  }
}
