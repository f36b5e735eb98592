import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../context.ts'
import { pingDatabase } from '../db/ping.ts'
import { AppError } from '../errors.ts'
import { watchDataFolder } from '../storage/watch-data-folder.ts'

const COME_AGAIN_SECONDS = 5

/**
 * `GET /api/health`: the process responds. `GET /api/ready`: it can do its work, for a load balancer or a monitor.
 * Neither returns details; the log has the reason when a server stops being ready, once.
 */
export async function healthRoutes(
  server: FastifyInstance,
  { app, isStopping }: { app: AppContext; isStopping: () => boolean },
): Promise<void> {
  server.get('/api/health', async () => ({ ok: true }))

  let reported: string | undefined
  server.get('/api/ready', async () => {
    const reason = await whyNotReady()
    if (reason !== reported && reason !== undefined) app.log.warn({ reason }, 'not ready')
    reported = reason
    if (reason !== undefined) throw new AppError('unavailable', 'Not ready.', { retryAfterSeconds: COME_AGAIN_SECONDS })
    return { ok: true }
  })

  const whatIsWrong = watchDataFolder(app.config)
  const whyNotReady = async () => {
    if (isStopping()) return 'stopping'
    if (app.disk.isLow()) return 'the disk is nearly full'
    if (!(await pingDatabase(app.db))) return 'the database does not answer'
    return whatIsWrong()
  }
}
