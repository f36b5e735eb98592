import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyHttpOptions } from 'fastify'
import { sendRawResponse } from './raw-response.ts'
import type { HttpLimits } from './server-limits.ts'

/** The settings of the HTTP server that limit what a connection may take. */
export function limitedServer(limits: HttpLimits) {
  return {
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveMs,
    http: {
      // Node swaps the two limits where this one is the longer, and never looks more often than it is told to.
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
const unreadable = { status: 400, message: 'The request cannot be read.' }

/** Answers what is no HTTP, or too slow to become any: there is no request yet that a route could answer. */
export function rejectMalformedHttp(
  error: { code?: string },
  socket: Socket,
  isAnswering: boolean,
  headers: Readonly<Record<string, string>>,
): void {
  // In the middle of an answer another one would be part of it.
  if (error.code === 'ECONNRESET' || socket.destroyed || isAnswering) {
    socket.destroy()
    return
  }
  const { status, message } = refusals[error.code ?? ''] ?? unreadable
  sendRawResponse(socket, status, { code: 'bad_request', message }, headers)
}
