import WebSocket, { type RawData } from 'ws'

/** What the server says to one call. */
export type SocketResponse = {
  id: number | string | null
  result?: { type: string; data?: unknown }
  error?: { message: string; data: { code: string; httpStatus: number; requestId: string } }
}

/** A WebSocket on which every frame is written by hand. Dispose of it. */
export type RawSocket = Disposable & {
  socket: WebSocket
  /** Resolves with the first answer to this call. */
  ask(method: 'query' | 'mutation' | 'subscription', path: string, input?: unknown): Promise<SocketResponse>
}

/** Opens it with these headers; answers the status of a refused upgrade. */
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
  type Waiting = { resolve(answer: SocketResponse): void; reject(error: Error): void }
  const waiting = new Map<number, Waiting>()
  socket.once('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('The socket closed before it answered.'))
  })
  socket.on('message', (data: RawData) => {
    for (const answer of [JSON.parse(String(data))].flat() as SocketResponse[]) {
      waiting.get(Number(answer?.id))?.resolve(answer)
      waiting.delete(Number(answer?.id))
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

/** Resolves when the server has taken everything that was sent so far, or has closed the socket. */
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
