import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { sendRawResponse } from './raw-response.ts'
import type { HttpLimits } from './server-limits.ts'

/** A connection, the request it is at, and how much of that had come when it was last looked at. */
type Connection = {
  requests: number
  request: IncomingMessage | undefined
  response: ServerResponse | undefined
  startBytes: number
  seenBytes: number
  seenAt: number
}

export type ConnectionMonitor = {
  count(): number
  /** Whether an answer has begun on this connection and is not at its end. */
  isAnswering(socket: Socket): boolean
  /** From now on every answer is the last one of its connection. */
  closeAfterResponse(): void
  /** Ends every connection, WebSockets included. */
  destroyAll(): void
  stopWatching(): void
}

/**
 * Knows every connection of the server, and cuts those off whose body comes too slowly or never ends, or whose answer
 * is not read: a limit on the whole request cannot tell a slow phone from somebody who holds us up. It costs a request
 * one look-up; bodies are looked at once in `checkEveryMs`, answers by the timeout of sockets, which Node keeps in one
 * list for all of them and which counts every byte the operating system takes.
 */
export function watchConnections(
  server: Server,
  limits: HttpLimits,
  headers: Readonly<Record<string, string>>,
): ConnectionMonitor {
  const open = new Map<Socket, Connection>()
  let isLast = false

  server.on('connection', (socket) => {
    open.set(socket, { requests: 0, request: undefined, response: undefined, startBytes: 0, seenBytes: 0, seenAt: 0 })
    socket.once('close', () => open.delete(socket))
  })
  server.prependListener('request', (request, response) => {
    const connection = open.get(request.socket)
    if (!connection) return
    connection.requests++
    if (connection.response) closeWithConnection(request, response)
    // Node's own limit says that it was the last one, and leaves the connection open.
    if (isLast || connection.requests >= limits.requestsPerSocket) response.shouldKeepAlive = false
    connection.request = request
    connection.response = response
    connection.seenAt = 0
    response.on('close', forget)
  })

  /** What an idle connection held on to would outlive its youth, and be collected the dear way. */
  function forget(this: ServerResponse): void {
    const connection = open.get(this.req.socket)
    if (connection?.response !== this || !this.req.complete) return
    connection.request = undefined
    connection.response = undefined
  }

  const isAnswering = (socket: Socket) => {
    const response = open.get(socket)?.response
    return response?.headersSent === true && !response.writableFinished
  }

  const cutOff = (socket: Socket) => {
    if (open.get(socket)?.response?.headersSent) socket.destroy()
    else sendRawResponse(socket, 408, { code: 'bad_request', message: 'The request came too slowly.' }, headers)
  }

  const look = (now: number) => {
    for (const [socket, connection] of open) {
      const { request, response } = connection
      if (!request || request.complete || socket.destroyed) continue
      const { bytesRead } = socket
      if (connection.seenAt === 0) {
        Object.assign(connection, { startBytes: bytesRead, seenBytes: bytesRead, seenAt: now })
        continue
      }
      if (bytesRead - connection.startBytes > limits.formBytes) {
        cutOff(socket)
        continue
      }
      // What waits here to be read is not the sender's fault.
      const isOurs = request.readableLength >= request.readableHighWaterMark && !response?.writableFinished
      const isEnough = bytesRead - connection.seenBytes >= limits.slowBodyBytes
      if (!isOurs && !isEnough && now - connection.seenAt < limits.slowBodyMs) continue
      if (!isOurs && !isEnough) cutOff(socket)
      else Object.assign(connection, { seenBytes: bytesRead, seenAt: now })
    }
  }
  const timer = setInterval(() => look(performance.now()), limits.checkEveryMs).unref()

  server.setTimeout(limits.unreadAnswerMs, (socket) => {
    const isIdle = open.get(socket)?.response === undefined
    // Without bytes that wait it is our turn: the answer is still being made, or the request is still arriving.
    if (isIdle || socket.writableLength > 0) socket.destroy()
  })

  return {
    count: () => open.size,
    isAnswering,
    closeAfterResponse: () => {
      isLast = true
      for (const { response } of open.values()) if (response && !response.headersSent) response.shouldKeepAlive = false
    },
    destroyAll: () => {
      for (const socket of open.keys()) socket.destroy()
    },
    stopWatching: () => clearInterval(timer),
  }
}

/** Node closes only the answer that is being sent when a connection ends; those behind it would keep what they send open. */
function closeWithConnection(request: IncomingMessage, response: ServerResponse): void {
  request.once('close', () => {
    if (!request.errored || response.destroyed) return
    response.destroy()
    response.emit('close')
  })
}
