import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export type RawConnection = {
  socket: Socket
  write(bytes: string | Buffer): void
  /** Everything received once the other side has closed, also by a reset. */
  closed: Promise<string>
  /** Resolves when `pattern` has come. */
  received(pattern: RegExp): Promise<string>
}

/** A TCP connection to a server on loopback, for what no HTTP client would send. */
export async function rawConnection(host: string): Promise<RawConnection> {
  const [address = '', port] = host.split(':')
  const socket = connect(Number(port), address)
  let text = ''
  let look = () => {}
  socket.on('data', (bytes) => {
    text += bytes.toString('latin1')
    look()
  })
  // A reset ends it like an end does; 'close' follows.
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
        look = () => {
          if (pattern.test(text)) resolve(text)
        }
        look()
        closed.then(() => reject(new Error(`closed before ${pattern}: ${text}`)))
      }),
  }
}

/** The head of a request. */
export function requestHead(line: string, headers: Readonly<Record<string, string | number>> = {}): string {
  const lines = Object.entries({ host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${line} HTTP/1.1\r\n${lines.join('')}\r\n`
}

/** The status of every answer in what was received. */
export function statusesOf(text: string): number[] {
  return [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
}
