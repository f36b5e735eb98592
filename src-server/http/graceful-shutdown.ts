import { once } from 'node:events'
import { Server as NetServer } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { ConnectionMonitor } from './connection-monitor.ts'
import type { HttpLimits } from './server-limits.ts'

const CLOSE_IDLE_EVERY_MS = 20

/**
 * Ends the HTTP side without losing an answer: no new connection is taken, WebSockets are told to come again, and
 * every connection gets the answers it waits for, the last of which says that it is the last. Connections that
 * nobody used are closed after `lastAnswersMs`: closed at once, they might cut a request that is on its way. A request
 * that is here by then is answered; one sent later on such a connection finds it closed, as HTTP clients expect.
 * What is not done after `stopMs` is cut off.
 */
export async function stopGracefully(
  {
    server,
    socket,
    connections,
  }: { server: FastifyInstance; socket: { close(): Promise<void> }; connections: ConnectionMonitor },
  limits: Pick<HttpLimits, 'lastAnswersMs' | 'stopMs'>,
): Promise<void> {
  connections.closeAfterResponse()
  socket.close()
  const http = server.server
  if (http.listening) {
    const gone = once(http, 'close')
    // That of http.Server closes idle connections in the same moment.
    NetServer.prototype.close.call(http)
    // Timers run before what has arrived is read: after a pause a connection with a request would still look idle.
    const closeIdle = () => setImmediate(() => http.closeIdleConnections())
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
