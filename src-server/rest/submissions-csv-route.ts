import { create as contentDisposition } from 'content-disposition'
import type { FastifyInstance } from 'fastify'
import { submissionExportInput } from '#shared/submission-schema.ts'
import { authorize } from '../auth/authorize.ts'
import { httpApiContext } from '../auth/request-context.ts'
import type { AppContext } from '../context.ts'
import type { DownloadConcurrency } from '../http/download-concurrency.ts'
import { streamResponse } from '../http/stream-response.ts'
import { exportSubmissions } from '../submissions/export-submissions.ts'
import { queueFilter } from './routes.ts'

/** Files made of what staff see. They are streamed: an export is never in memory as a whole. */
export async function csvRoutes(
  server: FastifyInstance,
  { app, downloads }: { app: AppContext; downloads: DownloadConcurrency },
): Promise<void> {
  server.get<{ Querystring: Record<string, unknown> }>('/api/admin/submissions.csv', async (request, reply) => {
    const call = { name: 'GET /api/admin/submissions.csv' }
    const { app: ctx, staff, ip } = await authorize('reviewer', httpApiContext(app, request, reply), call)
    await downloads.enter(reply.raw, staff.id)
    const filter = submissionExportInput.parse(queueFilter(request.query))
    const pieces = await exportSubmissions(ctx, { id: staff.id, ip }, filter)
    const day = app.clock.now().toISOString().slice(0, 10)
    return reply
      .header('content-type', 'text/csv; charset=utf-8; header=present')
      .header('content-disposition', contentDisposition(`submissions-${day}.csv`))
      .header('x-content-type-options', 'nosniff')
      .send(streamResponse(ctx, pieces))
  })
}
