import type { IncomingMessage } from 'node:http'
import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { applyWSSHandler } from '@trpc/server/adapters/ws'
import { WebSocket, WebSocketServer } from 'ws'
import { SESSION_ENDED_CODE } from '#shared/account.ts'
import type { AppContext } from '../../context.ts'
import { withoutAuthorization } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import { networkOf } from '../../platform/rate-limits/network-of.ts'
import { authenticate, findPrincipal, type Principal } from '../auth/principal.ts'
import { type ApiContext, nothingToRefund } from '../auth/request-context.ts'
import { clientAddress } from '../http/client-address.ts'
import { sendRawResponse } from '../http/raw-response.ts'
import { createOriginCheck } from '../http/same-origin.ts'
import { isWebSocketUpgrade } from '../http/server-options.ts'
import { appRouter } from '../trpc/router.ts'
import { COME_AGAIN_CODE, GuardedSocket } from './limited-socket.ts'

const MAX_FRAME_BYTES = 64 * 1024
/** Of one message; ws allocates memory for each, beside the 64 KiB of the message. */
const MAX_FRAGMENTS = 64
const MAX_BUFFERED_CHUNKS = 256
/** A client that does not answer a close frame is terminated after this time. */
const CLOSE_ANSWER_MS = 1_000
const KEEP_ALIVE_EVERY_MS = 1_000
const MAX_PER_PERSON = 10
/** Per IPv4 address or IPv6 /64: enough for the open pages of an office behind one address. */
const MAX_PER_NETWORK = 100
const RETRY_AFTER_SECONDS = 30
const MAX_TIMER_MS = 2 ** 31 - 1

type CountLimit = readonly [name: string, max: number]

export type WebSocketEndpoint = {
  /** Handles an HTTP upgrade: 101 for our own pages with a session, else an error status. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  size(): number
  /** Accepts no more sockets and asks every client to reconnect; resolves when all are closed, within a second. */
  close(): Promise<void>
}

/** The WebSocket endpoint: tRPC for signed-in people. A socket closes when any of its sessions ends. */
export function createWebSocketEndpoint(app: AppContext): WebSocketEndpoint {
  // Not inline, because the types of ws lack `closeTimeout`.
  const options = {
    noServer: true,
    WebSocket: GuardedSocket,
    maxPayload: MAX_FRAME_BYTES,
    maxFragments: MAX_FRAGMENTS,
    maxBufferedChunks: MAX_BUFFERED_CHUNKS,
    closeTimeout: CLOSE_ANSWER_MS,
    perMessageDeflate: false,
  }
  const server = new WebSocketServer(options)
  const bySession = new Map<string, Set<WebSocket>>()
  const isOwnRequest = createOriginCheck(app)
  const isRateLimited = app.config.limits
  const stopListening = app.events.listen((event) => {
    // Ends of sessions may have been missed: each client has to authenticate again.
    if (event.name === 'resync') for (const each of server.clients) each.close(COME_AGAIN_CODE)
    if (event.name === 'session.ended')
      for (const each of bySession.get(event.sessionId) ?? []) each.close(SESSION_ENDED_CODE, event.reason)
  })
  applyWSSHandler({
    wss: server,
    router: appRouter,
    createContext: ({ req, res }): ApiContext => ({
      ...withoutAuthorization(app),
      // Read for every call: the connection can outlive the session.
      principal: () => authenticate(app, req.headers.cookie, clientAddress(app.config, req)),
      findPrincipal: (db) => findPrincipal(app, db, req.headers.cookie),
      source: { ip: clientAddress(app.config, req), apiToken: undefined },
      requestId: newId(),
      userAgent: req.headers['user-agent'] ?? '',
      isConnected: () => res.readyState === WebSocket.OPEN,
      refundLimits: nothingToRefund,
      enterSubscription: () => (res as GuardedSocket).enterSubscription(),
    }),
  })

  // One timer for all: a timer for each connection would wake an idle server too often.
  const keepAlive = () => {
    for (const each of server.clients) each.keepAlive()
  }
  const keepingAlive = setInterval(keepAlive, KEEP_ALIVE_EVERY_MS).unref()

  /** Counts a socket for its person and network until it closes; false when one of them has too many. */
  const enterCounts = async (socket: Duplex, limits: readonly CountLimit[]) => {
    let isIn = true
    const leave = () => {
      if (isIn) for (const [name] of limits) app.shared.socketCounts.leave(name)
      isIn = false
    }
    socket.once('close', leave)
    const isBelow = async ([name, max]: CountLimit) => (await app.shared.socketCounts.enter(name)) <= max
    const below = await Promise.all(limits.map(isBelow))
    if (below.every(Boolean)) return true
    leave()
    return false
  }
  const join = (connection: WebSocket, sessionId: string) => {
    const group = bySession.get(sessionId) ?? new Set()
    bySession.set(sessionId, group.add(connection))
    connection.once('close', () => {
      group.delete(connection)
      if (group.size === 0) bySession.delete(sessionId)
    })
  }

  const accept = async (request: IncomingMessage, socket: Duplex, head: Buffer, principal: Principal) => {
    const people = peopleOf(principal)
    // It would never close again, and so count for good.
    if (socket.destroyed) return
    if (!principal.customer && !principal.staff) return refuse(socket, 401)
    const network = `network ${networkOf(clientAddress(app.config, request))}`
    const limits = people.map(({ id }): CountLimit => [`person ${id}`, MAX_PER_PERSON])
    limits.push([network, MAX_PER_NETWORK])
    if (isRateLimited && !(await enterCounts(socket, limits))) return refuse(socket, 429)
    server.handleUpgrade(request, socket, head, (connection) => {
      if (isRateLimited) connection.limitCalls(app.clock)
      for (const { sessionId } of people) join(connection, sessionId)
      for (const { sessionEndsAt } of people) closeAt(connection, Date.parse(sessionEndsAt))
      server.emit('connection', connection, request)
      closeIfEnded(connection, request, principal)
    })
  }

  const closeAt = (connection: WebSocket, at: number) => {
    const ms = Math.min(at - app.clock.now().getTime(), MAX_TIMER_MS)
    const forget = app.clock.after(ms, () => connection.close(SESSION_ENDED_CODE))
    connection.once('close', forget)
  }

  /** Closes the race between reading the sessions and joining them: one may have ended in between. */
  const closeIfEnded = (connection: WebSocket, request: IncomingMessage, before: Principal) =>
    authenticate(app, request.headers.cookie, clientAddress(app.config, request)).then(
      (now) => {
        const running = new Set(peopleOf(now).map(({ sessionId }) => sessionId))
        if (!peopleOf(before).every(({ sessionId }) => running.has(sessionId))) connection.close(SESSION_ENDED_CODE)
      },
      (error: unknown) => {
        app.log.error({ err: error }, 'session check of a new socket failed')
        connection.terminate()
      },
    )

  return {
    upgrade(request, socket, head) {
      socket.on('error', () => socket.destroy())
      if (!isWebSocketUpgrade(request.headers))
        return sendRawResponse(
          socket,
          400,
          { code: 'bad_request', message: 'Send this without the header Upgrade.' },
          {},
        )
      if (request.url?.split('?')[0] !== `${app.config.basePath}/trpc`) return refuse(socket, 404)
      if (!isOwnRequest(request.headers)) return refuse(socket, 403)
      authenticate(app, request.headers.cookie, clientAddress(app.config, request))
        .then((principal) => accept(request, socket, head, principal))
        .catch((error: unknown) => {
          app.log.error({ err: error }, 'upgrade failed')
          refuse(socket, 500)
        })
    },
    size: () => server.clients.size,
    async close() {
      stopListening()
      clearInterval(keepingAlive)
      const gone = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const connection of server.clients) connection.close(COME_AGAIN_CODE)
      await gone
    },
  }
}

/** The people of an upgrade's cookies: only they can ever be served on its socket. */
function peopleOf({ customer, staff, restrictedStaff }: Principal) {
  return [customer, staff, restrictedStaff].filter((person) => person !== null)
}

function refuse(socket: Duplex, status: number) {
  const hint = status === 429 ? `Retry-After: ${RETRY_AFTER_SECONDS}\r\n` : ''
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${hint}Connection: close\r\nContent-Length: 0\r\n\r\n`)
}
