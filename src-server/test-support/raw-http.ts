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
