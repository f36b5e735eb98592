import type { IncomingMessage } from 'node:http'
import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { applyWSSHandler } from '@trpc/server/adapters/ws'
import { WebSocket, WebSocketServer } from 'ws'
import { SESSION_ENDED_CODE } from '#shared/account.ts'
import type { AppContext } from '../context.ts'
import { newId } from '../ids.ts'
import { isOwnRequest } from './gate.ts'
import { appRouter } from './router.ts'
import { identify, type Viewer } from './viewer.ts'

const MAX_FRAME_BYTES = 64 * 1024
const MAX_TIMER_MS = 2 ** 31 - 1

export type SocketDoor = {
  /** Takes over an HTTP upgrade: 101 for our own pages with a session, else a plain refusal. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** Tells every page to reconnect, and closes. */
  close(): void
}

/** The WebSocket door: subscriptions for people who are signed in, ended the moment their session ends. */
export function createSocketDoor(app: AppContext): SocketDoor {
  const server = new WebSocketServer({ noServer: true, maxPayload: MAX_FRAME_BYTES, perMessageDeflate: false })
  const bySession = new Map<string, Set<WebSocket>>()
  const stopListening = app.events.listen((event) => {
    if (event.name === 'session.ended')
      for (const each of bySession.get(event.sessionId) ?? []) each.close(SESSION_ENDED_CODE)
  })
  const handler = applyWSSHandler({
    wss: server,
    router: appRouter,
    maxBatchSize: 10,
    createContext: ({ req, res }) => ({
      app,
      // Read anew for every call: the connection can outlive the session.
      viewer: () => identify(app, req.headers.cookie),
      ip: req.socket.remoteAddress ?? '',
      requestId: newId(),
      userAgent: req.headers['user-agent'] ?? '',
      isConnected: () => res.readyState === WebSocket.OPEN,
    }),
    keepAlive: { enabled: true, pingMs: 30_000, pongWaitMs: 10_000 },
  })

  const accept = (request: IncomingMessage, socket: Duplex, head: Buffer, viewer: Viewer) =>
    server.handleUpgrade(request, socket, head, (connection) => {
      watchSessions(connection, viewer)
      server.emit('connection', connection, request)
    })

  const watchSessions = (connection: WebSocket, { customer, staff }: Viewer) => {
    for (const session of [customer, staff]) {
      if (!session) continue
      const connections = bySession.get(session.sessionId) ?? new Set()
      bySession.set(session.sessionId, connections.add(connection))
      const untilEnd = Date.parse(session.sessionEndsAt) - app.clock.now().getTime()
      const timer = setTimeout(() => connection.close(SESSION_ENDED_CODE), Math.min(untilEnd, MAX_TIMER_MS)).unref()
      connection.once('close', () => {
        clearTimeout(timer)
        connections.delete(connection)
        if (connections.size === 0) bySession.delete(session.sessionId)
      })
    }
  }

  return {
    upgrade(request, socket, head) {
      socket.on('error', () => socket.destroy())
      if (request.url?.split('?')[0] !== `${app.config.basePath}/trpc`) return refuse(socket, 404)
      if (!isOwnRequest(app.config, request.headers)) return refuse(socket, 403)
      identify(app, request.headers.cookie).then(
        (viewer) => (viewer.customer || viewer.staff ? accept(request, socket, head, viewer) : refuse(socket, 401)),
        (error: unknown) => {
          app.log.error({ err: error }, 'upgrade failed')
          refuse(socket, 500)
        },
      )
    },
    close() {
      stopListening()
      handler.broadcastReconnectNotification()
      for (const connection of server.clients) connection.terminate()
      server.close()
    },
  }
}

function refuse(socket: Duplex, status: number): void {
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
