import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyHttpOptions } from 'fastify'
import { sendRawResponse } from './raw-response.ts'
import type { HttpLimits } from './server-limits.ts'

/** The options of the HTTP server that limit a connection. */
export function limitedServer(limits: HttpLimits) {
  return {
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveMs,
    http: {
      // Node swaps the two timeouts when this one is longer, and checks only at its configured interval.
      headersTimeout: limits.headersTimeoutMs,
      connectionsCheckingInterval: limits.checkEveryMs,
      maxHeaderSize: limits.headerBytes,
    },
  } satisfies Partial<FastifyHttpOptions<Server>>
}

const refusals: Readonly<Record<string, { status: number; message: string }>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'The request came too slowly.' },
  HPE_HEADER_OVERFLOW: { status: 431, message: 'The head of the request is too large.' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, message: 'The request is too large.' },
}
const unreadable = { status: 400, message: "We can't read this request." }

/** Responds to malformed or too slow HTTP, where there is no request that a route could handle. */
export function rejectMalformedHttp(
  error: { code?: string },
  socket: Socket,
  isAnswering: boolean,
  headers: Readonly<Record<string, string>>,
): void {
  // In the middle of a response another one would become part of it.
  if (error.code === 'ECONNRESET' || socket.destroyed || isAnswering) {
    socket.destroy()
    return
  }
  const { status, message } = refusals[error.code ?? ''] ?? unreadable
  sendRawResponse(socket, status, { code: 'bad_request', message }, headers)
}
