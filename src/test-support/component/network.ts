import type { Server } from 'node:http'

/** The connection between the page and the server; all but `refuseSockets` leaves the WebSocket alone. */
export type Network = {
  /** Number of requests so far whose URL contains `part`, such as 'account.signUp' or '/api/uploads'. */
  count(part: string): number
  /** Delays requests whose URL contains `part` until the returned function is called. */
  hold(part: string): () => void
  /** Drops requests whose URL contains `part`, by default all, until the returned function is called. */
  cut(part?: string): () => void
  /** Handles requests whose URL contains `part` but drops the responses, until the returned function is called. */
  loseResponses(part: string): () => void
  /** Refuses WebSockets from here on. Pages read their data again once a socket is open, and poll without one. */
  refuseSockets(): void
}

/** Puts itself before the request handler of `server`. */
export function interceptRequests(server: Server): Network {
  const urls: string[] = []
  const held = new Map<symbol, { part: string; released: Promise<void> }>()
  const dropped = new Map<symbol, string>()
  const lost = new Map<symbol, string>()
  const handlers = server.listeners('request')
  server.removeAllListeners('request')
  server.on('request', async (request, response) => {
    const url = decodeURIComponent(request.url ?? '')
    urls.push(url)
    if ([...dropped.values()].some((part) => url.includes(part))) return void request.socket.destroy()
    await Promise.all([...held.values()].filter(({ part }) => url.includes(part)).map(({ released }) => released))
    if ([...lost.values()].some((part) => url.includes(part)))
      response.end = () => {
        request.socket.destroy()
        return response
      }
    for (const handle of handlers) handle.call(server, request, response)
  })
  return {
    count: (part) => urls.filter((url) => url.includes(part)).length,
    hold(part) {
      const key = Symbol(part)
      let release = () => {}
      const released = new Promise<void>((resolve) => {
        release = resolve
      })
      held.set(key, { part, released })
      return () => {
        held.delete(key)
        release()
      }
    },
    cut(part = '') {
      const key = Symbol(part)
      dropped.set(key, part)
      return () => void dropped.delete(key)
    },
    loseResponses(part) {
      const key = Symbol(part)
      lost.set(key, part)
      return () => void lost.delete(key)
    },
    refuseSockets() {
      server.removeAllListeners('upgrade')
      server.on('upgrade', (_request, socket) => socket.destroy())
    },
  }
}
