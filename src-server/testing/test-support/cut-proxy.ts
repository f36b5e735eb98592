import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A TCP proxy that can lose connections like a network does. */
export type CutProxy = AsyncDisposable & {
  port: number
  /** Cuts the connection that sends `bytes`, before or after the server gets them, once. */
  cutAt(bytes: string, when: 'before' | 'after'): void
  /** Cuts all connections and refuses new ones until `resume`. */
  interrupt(): void
  resume(): void
}

/** Starts a proxy on a free port in front of a port of this machine. */
export async function startCutProxy(target: number): Promise<CutProxy> {
  const sockets = new Set<Socket>()
  let cut: { bytes: string; when: 'before' | 'after' } | undefined
  let isInterrupted = false
  const server = createServer((client) => {
    if (isInterrupted) return client.destroy()
    const upstream = connect(target, '127.0.0.1')
    let isMuted = false
    const end = () => {
      client.destroy()
      upstream.destroy()
    }
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', end)
      socket.on('close', () => {
        sockets.delete(socket)
        end()
      })
    }
    client.on('data', (data) => {
      if (!cut || !data.toString('latin1').includes(cut.bytes)) return upstream.write(data)
      const { when } = cut
      cut = undefined
      if (when === 'before') return end()
      // The answer proves that the server has done it.
      isMuted = true
      upstream.write(data)
    })
    upstream.on('data', (data) => (isMuted ? end() : client.write(data)))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    cutAt: (bytes, when) => {
      cut = { bytes, when }
    },
    interrupt: () => {
      isInterrupted = true
      for (const socket of sockets) socket.destroy()
    },
    resume: () => {
      isInterrupted = false
    },
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
