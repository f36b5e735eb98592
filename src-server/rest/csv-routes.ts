import { create as contentDisposition } from 'content-disposition'
import type { FastifyInstance } from 'fastify'
import { submissionExportInput } from '#shared/submission-schema.ts'
import { authorize } from '../auth/authorize.ts'
import { httpApiContext } from '../auth/request-context.ts'
import type { AppContext } from '../context.ts'
import type { DownloadConcurrency } from '../http/download-concurrency.ts'
import { streamResponse } from '../http/stream-response.ts'
import { exportSubmissions } from '../submissions/export-submissions.ts'
import { handlerRoutes } from './handler-routes.ts'
import { routeName } from './route.ts'
import { queueFilter } from './route-input.ts'

const { csv } = handlerRoutes

/** Exports the review queue as a stream, so that it is never in memory as a whole. */
export async function csvRoutes(
  server: FastifyInstance,
  { app, downloads }: { app: AppContext; downloads: DownloadConcurrency },
): Promise<void> {
  server.get<{ Querystring: Record<string, unknown> }>(csv.url, async (request, reply) => {
    const call = { name: routeName(csv), policy: csv }
    const { app: ctx, actor } = await authorize(csv.access, httpApiContext(app, request, reply), call)
    await downloads.enter(reply.raw, actor.id)
    const filter = submissionExportInput.parse(queueFilter(request.query))
    const pieces = await exportSubmissions(ctx, actor, filter)
    const day = app.clock.now().toISOString().slice(0, 10)
    return reply
      .header('content-type', 'text/csv; charset=utf-8; header=present')
      .header('content-disposition', contentDisposition(`submissions-${day}.csv`))
      .header('x-content-type-options', 'nosniff')
      .send(streamResponse(ctx, pieces))
  })
}
