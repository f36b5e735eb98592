import type { AddressInfo } from 'node:net'
import { configure, prettyDOM } from '@testing-library/dom'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import { createRoot, type Root } from 'react-dom/client'
import { vi } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#server/testing/test-support/test-app.ts'
import { cookieJar, setAddress } from './jsdom-window.ts'
import { interceptRequests, type Network } from './network.ts'
import { rememberToasts } from './toast.ts'

const PAGE = 'The page:'

configure({
  // Prints the page when the message is read: `waitFor` drops the errors of all its attempts but the last one.
  getElementError(message, container) {
    const isPrinted = message?.includes(PAGE) ?? false
    const error = new Error()
    const print = () => [message, ...(isPrinted ? [] : [PAGE, prettyDOM(container)])].filter(Boolean).join('\n\n')
    return Object.defineProperty(error, 'message', { get: print, configurable: true })
  },
  // Generous, so that tests do not fail on a busy machine.
  asyncUtilTimeout: 30_000,
  // React runs effects after the elements are on the page; what a test does next may need them.
  async asyncWrapper(work) {
    const result = await work()
    await new Promise((resolve) => setTimeout(resolve))
    await new Promise((resolve) => setImmediate(resolve))
    return result
  },
})

/** A server with one browser window. Dispose of it. */
export type Site = AsyncDisposable & {
  /** Creates data through use cases, and people to sign in. */
  app: TestApp
  network: Network
  /**
   * Opens a path in a window without storage and cookies but the session cookies of `as`. Returns the user who acts on
   * it. Nothing has loaded yet: continue with a `findBy` query.
   */
  visit(path: string, options?: { as?: Person }): Promise<UserEvent>
  /** Reloads the page: storage and cookies stay, the state of all modules is lost. */
  reload(): Promise<UserEvent>
  /** Removes the session from the window, which notices it with the next request. */
  clearCookies(): void
  /** Moves the clocks of server and page forward. Timers of the page do not run. */
  passTime(ms: number): void
}

/**
 * Starts the real server (SQLite in memory) on a free port of the loopback interface and connects the jsdom window to
 * it, so that a page is the whole client: router, caches, tRPC links, WebSocket, cookies.
 *
 * Example: `test('...', async ({ site }) => {` (site-test.ts), `const user = await site.visit('/signup')`, then queries
 * of `@testing-library/dom` by role, label and text. There is no layout and no CSS, and only changes of state that
 * follow from an event are on the page at once: wait for others with `findBy` or `waitFor`.
 */
export async function openSite(): Promise<Site> {
  const app = await createTestApp({}, { limits: { lastAnswersMs: 0 } })
  app.clock.set(Date.now())
  const { server } = app.server
  const network = interceptRequests(server)
  await app.server.listen({ port: 0, host: '127.0.0.1' })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  let root: Root | undefined

  const open = async (path: string) => {
    root?.unmount()
    document.body.innerHTML = '<div id="root"></div>'
    setAddress(origin, path)
    // A new document evaluates every client module again.
    vi.resetModules()
    const [{ App }, { createQueryClient }, { createAppRouter }] = await Promise.all([
      import('#client/app.tsx'),
      import('#client/lib/query-client.ts'),
      import('#client/router.tsx'),
    ])
    root = createRoot(document.getElementById('root') as HTMLElement)
    root.render(<App router={createAppRouter()} queryClient={createQueryClient()} />)
    rememberToasts()
    // A file dialog filters files by type, a drop does not.
    return userEvent.setup({ applyAccept: false })
  }

  return {
    app,
    network,
    visit(path, { as } = {}) {
      localStorage.clear()
      sessionStorage.clear()
      cookieJar().removeAllCookiesSync()
      for (const cookie of as?.cookie.split('; ') ?? []) cookieJar().setCookieSync(`${cookie}; Path=/`, origin)
      return open(path)
    },
    reload: () => open(location.pathname + location.search + location.hash),
    clearCookies: () => cookieJar().removeAllCookiesSync(),
    passTime(ms) {
      app.clock.advance(ms)
      vi.setSystemTime(Date.now() + ms)
    },
    async [Symbol.asyncDispose]() {
      root?.unmount()
      document.body.replaceChildren()
      vi.useRealTimers()
      // `close` alone waits for the timeout of a connection whose response ends later.
      await app.stop()
      await app[Symbol.asyncDispose]()
    },
  }
}
