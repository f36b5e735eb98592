import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export type RawConnection = {
  socket: Socket
  write(bytes: string | Buffer): void
  /** Everything received until the other side closed or reset the connection. */
  closed: Promise<string>
  /** Resolves when the received text matches `pattern`. */
  received(pattern: RegExp): Promise<string>
}

/** A TCP connection to a server on loopback, for bytes that no HTTP client sends. */
export async function rawConnection(host: string): Promise<RawConnection> {
  const [address = '', port] = host.split(':')
  const socket = connect(Number(port), address)
  let text = ''
  let check = () => {}
  socket.on('data', (bytes) => {
    text += bytes.toString('latin1')
    check()
  })
  // A reset counts as an end; 'close' follows.
  socket.on('error', () => undefined)
  const closed = new Promise<string>((resolve) => {
    socket.once('close', () => resolve(text))
  })
  await once(socket, 'connect')
  return {
    socket,
    write: (bytes) => void socket.write(bytes),
    closed,
    received: (pattern) =>
      new Promise((resolve, reject) => {
        check = () => {
          if (pattern.test(text)) resolve(text)
        }
        check()
        closed.then(() => reject(new Error(`closed before ${pattern}: ${text}`)))
      }),
  }
}

/** The head of a request. */
export function requestHead(line: string, headers: Readonly<Record<string, string | number>> = {}): string {
  const lines = Object.entries({ host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${line} HTTP/1.1\r\n${lines.join('')}\r\n`
}

/** The status of every response in the received text. */
export function statusesOf(text: string): number[] {
  return [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
}

/**
 * Sends a request on a connection of its own, with `chunkBytes` in chunks of this size and without a length. A body is
 * sent after '100 Continue' if the request expects it. Returns the status and the body of the response.
 */
export async function sendRaw(
  host: string,
  line: string,
  { headers, body, chunkBytes }: { headers: Readonly<Record<string, string>>; body: Buffer; chunkBytes?: number },
): Promise<{ status: number; body: string }> {
  const connection = await rawConnection(host)
  const framing: Record<string, string> =
    chunkBytes === undefined ? { 'content-length': String(body.length) } : { 'transfer-encoding': 'chunked' }
  connection.write(requestHead(line, { connection: 'close', ...framing, ...headers }))
  if (headers.expect === '100-continue') await connection.received(/^HTTP\/1\.1 100 /)
  connection.write(chunkBytes === undefined ? body : inChunks(body, chunkBytes))
  const text = await connection.closed
  const [, content = ''] = text.split(/\r\n\r\n(?!HTTP\/1\.1 )/)
  return { status: statusesOf(text).at(-1) ?? 0, body: content }
}

function inChunks(body: Buffer, chunkBytes: number): Buffer {
  const chunks: Buffer[] = []
  for (let at = 0; at < body.length; at += chunkBytes) {
    const chunk = body.subarray(at, at + chunkBytes)
    chunks.push(Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n'))
  }
  return Buffer.concat([...chunks, Buffer.from('0\r\n\r\n')])
}
