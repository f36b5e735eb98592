import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ErrorCode } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'

const UNREAD_MS = 1_000

/** Writes an error response to the socket itself and closes it, where there is no request or it must not go on. */
export function sendRawResponse(
  socket: Duplex,
  status: number,
  body: { code: ErrorCode; message: string },
  headers: Readonly<Record<string, string>>,
) {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const text = JSON.stringify({ ...body, requestId: newId() })
  const lines = Object.entries({
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(text)),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.once('finish', () => socket.destroy())
  // A client that does not read the response is not waited for.
  setTimeout(() => socket.destroy(), UNREAD_MS).unref()
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${text}`)
}
