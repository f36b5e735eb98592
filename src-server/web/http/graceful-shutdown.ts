import { once } from 'node:events'
import { Server as NetServer } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { ConnectionMonitor } from './connection-monitor.ts'
import type { HttpLimits } from './server-limits.ts'

const CLOSE_IDLE_EVERY_MS = 20

/**
 * Shuts down without losing a response. Idle connections, also those that have sent nothing, stay open for
 * `lastAnswersMs`, because a request may already be on its way. A later request finds its connection closed, which HTTP
 * clients retry. Requests that still run or arrive after `stopMs` are aborted.
 */
export async function stopGracefully(
  {
    server,
    socket,
    connections,
  }: { server: FastifyInstance; socket: { close(): Promise<void> }; connections: ConnectionMonitor },
  limits: Pick<HttpLimits, 'lastAnswersMs' | 'stopMs'>,
) {
  connections.closeAfterResponse()
  socket.close()
  const http = server.server
  if (http.listening) {
    const gone = once(http, 'close')
    // `http.Server.close` would close idle connections in the same moment.
    NetServer.prototype.close.call(http)
    // Timers run before arrived bytes are read: after a pause, a connection with a new request still looks idle.
    const closeIdle = () =>
      setImmediate(() => {
        http.closeIdleConnections()
        connections.destroySilent()
      })
    let idleTimer: NodeJS.Timeout | undefined
    const patience = setTimeout(() => {
      closeIdle()
      idleTimer = setInterval(closeIdle, CLOSE_IDLE_EVERY_MS)
    }, limits.lastAnswersMs)
    const end = setTimeout(() => connections.destroyAll(), limits.stopMs)
    await gone
    for (const timer of [patience, idleTimer, end]) clearTimeout(timer)
  }
  await server.close()
}
