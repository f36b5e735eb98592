import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { sendRawResponse } from './raw-response.ts'
import type { HttpLimits } from './server-limits.ts'

/** A connection, its current request, and how many bytes of it had arrived `checks` checks ago. */
type Connection = {
  requests: number
  request: IncomingMessage | undefined
  response: ServerResponse | undefined
  startBytes: number
  seenBytes: number
  /** Undefined before the first check of a request. */
  checks: number | undefined
}

export type ConnectionMonitor = ReturnType<typeof watchConnections>

/**
 * Tracks every connection and closes those whose request body arrives too slowly, or whose client does not read the
 * response. A limit on the total time cannot tell a slow phone from a slowloris attack. Bodies are checked every
 * `checkEveryMs`. Responses use the socket timeout, which Node resets with every byte that the operating system takes.
 */
export function watchConnections(server: Server, limits: HttpLimits, headers: Readonly<Record<string, string>>) {
  const open = new Map<Socket, Connection>()
  let isLast = false

  server.on('connection', (socket) => {
    open.set(socket, {
      requests: 0,
      request: undefined,
      response: undefined,
      startBytes: 0,
      seenBytes: 0,
      checks: undefined,
    })
    socket.once('close', () => open.delete(socket))
  })
  server.prependListener('request', (request, response) => {
    const connection = open.get(request.socket)
    if (!connection) return
    connection.requests++
    if (connection.response) closeWithConnection(request, response)
    // Node's own limit announces the last response but leaves the connection open.
    if (isLast || connection.requests >= limits.requestsPerSocket) response.shouldKeepAlive = false
    connection.request = request
    connection.response = response
    connection.checks = undefined
    response.on('close', forget)
  })

  /** An idle connection that kept its last request would move it to the old generation, which is costly to collect. */
  function forget(this: ServerResponse) {
    const connection = open.get(this.req.socket)
    if (connection?.response !== this || !this.req.complete) return
    connection.request = undefined
    connection.response = undefined
  }

  /** Whether a response has started on this connection and is not finished. */
  const isAnswering = (socket: Socket) => {
    const response = open.get(socket)?.response
    return response?.headersSent === true && !response.writableFinished
  }

  const terminate = (socket: Socket) => {
    if (open.get(socket)?.response?.headersSent) socket.destroy()
    else sendRawResponse(socket, 408, { code: 'bad_request', message: 'The request came too slowly.' }, headers)
  }

  const check = () => {
    for (const [socket, connection] of open) {
      const { request, response } = connection
      if (!request || request.complete || socket.destroyed) continue
      const { bytesRead } = socket
      if (connection.checks === undefined) {
        Object.assign(connection, { startBytes: bytesRead, seenBytes: bytesRead, checks: 0 })
        continue
      }
      if (bytesRead - connection.startBytes > limits.formBytes) {
        terminate(socket)
        continue
      }
      connection.checks++
      // The server itself has not read what arrived: that is no fault of the sender.
      const isOurs = request.readableLength >= request.readableHighWaterMark && !response?.writableFinished
      const isEnough = bytesRead - connection.seenBytes >= limits.slowBodyBytes
      // Time is counted in checks: while the server itself pauses, it reads nothing of what arrives.
      if (!isOurs && !isEnough && connection.checks * limits.checkEveryMs < limits.slowBodyMs) continue
      if (!isOurs && !isEnough) terminate(socket)
      else Object.assign(connection, { seenBytes: bytesRead, checks: 0 })
    }
  }
  const timer = setInterval(check, limits.checkEveryMs).unref()

  server.setTimeout(limits.unreadAnswerMs, (socket) => {
    const isIdle = open.get(socket)?.response === undefined
    // Without unsent bytes the client is not slow: the response is not ready, or the request is still arriving.
    if (isIdle || socket.writableLength > 0) socket.destroy()
  })

  return {
    count: () => open.size,
    isAnswering,
    closeAfterResponse: () => {
      isLast = true
      for (const { response } of open.values()) if (response && !response.headersSent) response.shouldKeepAlive = false
    },
    /** Destroys the connections that have sent nothing, which Node does not count as idle. */
    destroySilent: () => {
      for (const socket of open.keys()) if (socket.bytesRead === 0) socket.destroy()
    },
    destroyAll: () => {
      for (const socket of open.keys()) socket.destroy()
    },
    stopWatching: () => clearInterval(timer),
  }
}

/** Node closes only the current response of a closed connection; pipelined ones would keep their streams open. */
function closeWithConnection(request: IncomingMessage, response: ServerResponse) {
  request.once('close', () => {
    if (!request.errored || response.destroyed) return
    response.destroy()
    response.emit('close')
  })
}
