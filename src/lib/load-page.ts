import type { AnyRouter } from '@tanstack/react-router'

const RETRY_MS = 5_000

type LazyComponent = { preload?: () => Promise<unknown> } | undefined

/** Loads the code of the page at `pathname`, below the base path. False when it did not arrive. */
export async function loadPage(router: AnyRouter, pathname: string): Promise<boolean> {
  const [routes] = router.getMatchedRoutes(pathname)
  const components: LazyComponent[] = routes.map(({ options }) => options.component as LazyComponent)
  await Promise.all(components.map((component) => component?.preload?.()))
  // The router drops `preload` once the code is there, and swallows why it is not.
  return components.every((component) => !component?.preload)
}

/** The same, tried until it succeeds. */
export async function loadPageAtLast(router: AnyRouter, pathname: string): Promise<void> {
  while (!(await loadPage(router, pathname)))
    await new Promise((resolve) => {
      setTimeout(resolve, RETRY_MS)
      addEventListener('online', resolve, { once: true })
    })
}
