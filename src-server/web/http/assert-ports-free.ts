import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Config } from '../../platform/config/config.ts'

/** Checks that this process can listen on the ports of the site. @throws the error of the system call 'listen' */
export async function assertPortsFree({ host, port, metrics }: Pick<Config, 'host' | 'port' | 'metrics'>) {
  for (const place of [{ host, port }, ...(metrics ? [metrics] : [])]) {
    const probe = createServer().listen(place)
    await once(probe, 'listening')
    probe.close()
    await once(probe, 'close')
  }
}
