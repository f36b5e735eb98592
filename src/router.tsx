import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { ErrorPage } from './layout/error-page.tsx'
import { routeTree } from './routeTree.gen.ts'

/** Preloads a page when the pointer is over a link to it. Pass a `history` to render outside the browser. */
export function createAppRouter(history?: RouterHistory) {
  let hasMoved = false
  const router = createRouter({
    routeTree,
    history,
    basepath: import.meta.env.BASE_URL,
    defaultPreload: 'intent',
    defaultErrorComponent: ErrorPage,
    // As on the server, which redirects a path in other letter case.
    caseSensitive: true,
    // Prerendering would add an inline script, which our Content Security Policy blocks.
    scrollRestoration: history === undefined && (() => hasMoved || isReturn()),
  })
  router.subscribe('onBeforeNavigate', ({ fromLocation, hrefChanged }) => {
    if (!fromLocation || !hrefChanged) return
    hasMoved = true
    // Tags of the prerendered page for search engines and link previews.
    for (const tag of document.querySelectorAll('[data-page]')) tag.remove()
  })
  return router
}

/** Only a reload and Back restore a scroll position; a new page keeps the position that the user scrolled to. */
function isReturn() {
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
     * The server renders the page and the browser hydrates it. Its first render may depend only on the path, the
     * catalogue and these search parameters: a URL with one of them gets the empty shell and is rendered by the
     * browser. A path parameter is `parameter` on the server, and its first render must not show another one.
     */
    prerender?: { unless?: readonly string[]; parameter?: string }
    /** A staff screen: full width and no footer. */
    isStaffPage?: true
  }
}
