import WebSocket, { type RawData } from 'ws'

/** The server's response to one call. */
type SocketResponse = {
  id: number | string | null
  result?: { type: string; data?: unknown }
  error?: { message: string; data: { code: string; httpStatus: number; requestId: string } }
}

/** A WebSocket for hand-written frames. Dispose of it. */
export type RawSocket = Disposable & {
  socket: WebSocket
  /** Calls a procedure; resolves with the first response. */
  ask(method: 'query' | 'mutation' | 'subscription', path: string, input?: unknown): Promise<SocketResponse>
}

/** Opens a WebSocket with these headers; returns the HTTP status when the upgrade is refused. */
export async function openRawSocket(url: string, headers: Record<string, string>): Promise<RawSocket | number> {
  const socket = new WebSocket(url, { headers })
  socket.on('error', () => undefined)
  const status = await new Promise<number>((resolve, reject) => {
    socket.once('open', () => resolve(101))
    socket.once('unexpected-response', (_, { statusCode }) => resolve(statusCode ?? 0))
    socket.once('error', reject)
  })
  if (status !== 101) {
    socket.terminate()
    return status
  }
  type Waiting = { resolve(response: SocketResponse): void; reject(error: Error): void }
  const waiting = new Map<number, Waiting>()
  socket.once('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('The socket closed before it answered.'))
  })
  socket.on('message', (data: RawData) => {
    for (const response of [JSON.parse(String(data))].flat() as SocketResponse[]) {
      waiting.get(Number(response?.id))?.resolve(response)
      waiting.delete(Number(response?.id))
    }
  })
  let count = 0
  return {
    socket,
    ask: (method, path, input) => {
      const id = ++count
      const answered = new Promise<SocketResponse>((resolve, reject) => waiting.set(id, { resolve, reject }))
      const params = { path, ...(input !== undefined && { input }) }
      socket.send(JSON.stringify({ id, method, params }))
      return answered.finally(() => {
        if (method === 'subscription') socket.send(JSON.stringify({ id, method: 'subscription.stop' }))
      })
    },
    [Symbol.dispose]: () => socket.terminate(),
  }
}

/** Resolves when the server has processed everything sent so far, or has closed the socket. */
export function whenTaken(socket: WebSocket): Promise<'taken' | 'closed'> {
  if (socket.readyState !== WebSocket.OPEN) return Promise.resolve('closed')
  return new Promise((resolve) => {
    const end = (how: 'taken' | 'closed') => {
      socket.off('pong', taken).off('close', closed)
      resolve(how)
    }
    const taken = () => end('taken')
    const closed = () => end('closed')
    socket.once('pong', taken).once('close', closed)
    socket.ping()
  })
}
