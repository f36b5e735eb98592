import type { AnyRouter } from '@tanstack/react-router'

const RETRY_MS = 5_000

type LazyComponent = { preload?: () => Promise<unknown> } | undefined

/** Loads the code of the page at `pathname`, below the base path. Returns false when that failed. */
export async function loadPage(router: AnyRouter, pathname: string) {
  const [routes] = router.getMatchedRoutes(pathname)
  const components: LazyComponent[] = routes.map(({ options }) => options.component as LazyComponent)
  await Promise.all(components.map((component) => component?.preload?.()))
  // The router removes `preload` once the code is loaded, and swallows loading errors.
  return components.every((component) => !component?.preload)
}

/** The same, repeated until it succeeds. */
export async function loadPageAtLast(router: AnyRouter, pathname: string) {
  while (!(await loadPage(router, pathname)))
    await new Promise((resolve) => {
      setTimeout(resolve, RETRY_MS)
      addEventListener('online', resolve, { once: true })
    })
}
