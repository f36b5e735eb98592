import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'

/**
 * Below the ports that the system gives to clients, which could take the port of a program that starts again, and above
 * those that fetch refuses, of which 10080 is the highest.
 */
export const PROGRAM_PORTS = [10_081, 32_000] as const

/** A port of loopback that is free at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer()
  for (;;) {
    const port = randomInt(...PROGRAM_PORTS)
    server.listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return port
  }
}

/** Whether a program listens on a port of loopback. */
export async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  return once(socket, 'connect').then(
    () => {
      socket.destroy()
      return true
    },
    () => false,
  )
}
