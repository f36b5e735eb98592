import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyHttpOptions } from 'fastify'
import { newId } from '../../platform/ids.ts'
import { sendRawResponse } from './raw-response.ts'
import type { HttpLimits } from './server-limits.ts'

/** Whether a request asks for a WebSocket. Java and curl offer `Upgrade: h2c` with usual requests over http. */
export function isWebSocketUpgrade({ upgrade }: IncomingHttpHeaders) {
  return upgrade?.toLowerCase() === 'websocket'
}

/** Other upgrades are ignored, as HTTP allows. Node.js before 22.21 and 24.9 does not know this option. */
const upgrades = { shouldUpgradeCallback: ({ headers }: IncomingMessage) => isWebSocketUpgrade(headers) }

export function limitedServer(limits: HttpLimits) {
  return {
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveMs,
    http: {
      // Node swaps the two timeouts when this one is longer, and checks only at its configured interval.
      headersTimeout: limits.headersTimeoutMs,
      connectionsCheckingInterval: limits.checkEveryMs,
      maxHeaderSize: limits.headerBytes,
      ...upgrades,
    },
  } satisfies Partial<FastifyHttpOptions<Server>>
}

const refusals: Readonly<Record<string, { status: number; message: string }>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'The request came too slowly.' },
  HPE_HEADER_OVERFLOW: { status: 431, message: 'The head of the request is too large.' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, message: 'The request is too large.' },
}
const unreadable = { status: 400, message: "We can't read this request." }

/** Responds to an `Expect` header that asks for more than 100-continue. */
export function rejectExpectation(response: ServerResponse, headers: Readonly<Record<string, string>>) {
  const message = "We can't do what the header Expect asks for."
  const body = JSON.stringify({ code: 'bad_request', message, requestId: newId() })
  const framing = { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(body) }
  response.writeHead(417, { ...headers, ...framing, connection: 'close' }).end(body)
}

/** Responds to malformed or too slow HTTP, where there is no request that a route could handle. */
export function rejectMalformedHttp(
  error: { code?: string },
  socket: Socket,
  isAnswering: boolean,
  headers: Readonly<Record<string, string>>,
) {
  // In the middle of a response another one would become part of it.
  if (error.code === 'ECONNRESET' || socket.destroyed || isAnswering) {
    socket.destroy()
    return
  }
  const { status, message } = refusals[error.code ?? ''] ?? unreadable
  sendRawResponse(socket, status, { code: 'bad_request', message }, headers)
}
