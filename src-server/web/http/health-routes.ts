import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import { readinessChecks, watchReadiness } from '../../operator/operations/readiness.ts'
import { unavailable } from '../../platform/errors.ts'

/** Whether the process responds, and whether it can do its work. The log has the reason when it is not ready, once. */
export async function healthRoutes(
  server: FastifyInstance,
  { app, isDraining }: { app: AppContext; isDraining: () => boolean },
) {
  server.get('/api/health', async () => ({ ok: true }))

  let reported: string | undefined
  const findReason = watchReadiness(readinessChecks(app))
  server.get('/api/ready', async () => {
    const reason = isDraining() ? 'draining' : await findReason()
    if (reason !== reported && reason !== undefined) app.log.warn({ reason }, 'not ready')
    reported = reason
    if (reason !== undefined) throw unavailable('Not ready.')
    return { ok: true }
  })
}
