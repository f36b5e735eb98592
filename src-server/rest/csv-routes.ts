import { create as contentDisposition } from 'content-disposition'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { rateExportInput } from '#shared/catalogue-schema.ts'
import { insiderReportInput } from '#shared/insider-report-schema.ts'
import { ledgerExportInput } from '#shared/payout-schema.ts'
import { userExportInput } from '#shared/registered-user-schema.ts'
import { submissionExportInput, transactionExportInput } from '#shared/submission-schema.ts'
import { runAuthorized } from '../auth/authorize.ts'
import { httpApiContext } from '../auth/request-context.ts'
import { exportRates } from '../catalogue/export-rates.ts'
import type { AppContext } from '../context.ts'
import type { DownloadConcurrency } from '../http/download-concurrency.ts'
import { streamResponse } from '../http/stream-response.ts'
import { exportUsers } from '../operations/export-users.ts'
import { exportInsiderReport } from '../operations/insider-report.ts'
import { exportLedger } from '../payouts/export-ledger.ts'
import { exportSubmissions } from '../submissions/export-submissions.ts'
import { exportTransactions } from '../submissions/export-transactions.ts'
import { csvHandlerRoutes } from './csv-handler-routes.ts'
import { routeName } from './route.ts'
import { queueFilter } from './route-input.ts'

const { csv, usersCsv, ratesCsv, insiderCsv, ledgerCsv, transactionsCsv } = csvHandlerRoutes
type Query = { Querystring: Record<string, unknown> }

/** The exports. Review queue and registered users are streamed, so that they are never in memory as a whole. */
export async function csvRoutes(
  server: FastifyInstance,
  { app, downloads }: { app: AppContext; downloads: DownloadConcurrency },
): Promise<void> {
  server.get<Query>(csv.url, async (request, reply) => {
    const call = { name: routeName(csv), policy: csv }
    const ctx = httpApiContext(app, request, reply)
    const body = await runAuthorized(csv.access, ctx, call, async ({ app: authorized, actor }) => {
      await downloads.enter(reply.raw, actor.id)
      const filter = submissionExportInput.parse(queueFilter(request.query))
      return streamResponse(authorized, await exportSubmissions(authorized, actor, filter))
    })
    return sendCsv(reply, app, 'submissions', body)
  })

  server.get<Query>(usersCsv.url, async (request, reply) => {
    const call = { name: routeName(usersCsv), policy: usersCsv }
    const ctx = httpApiContext(app, request, reply)
    const body = await runAuthorized(usersCsv.access, ctx, call, async ({ app: authorized, actor }) => {
      await downloads.enter(reply.raw, actor.id)
      const { search } = userExportInput.parse(request.query)
      return streamResponse(authorized, await exportUsers(authorized, actor, search))
    })
    return sendCsv(reply, app, 'users', body)
  })

  server.get<Query>(ratesCsv.url, async (request, reply) => {
    const call = { name: routeName(ratesCsv), policy: ratesCsv }
    const ctx = httpApiContext(app, request, reply)
    const body = await runAuthorized(ratesCsv.access, ctx, call, ({ app: authorized, actor }) =>
      exportRates(authorized, actor, rateExportInput.parse(request.query).version),
    )
    return sendCsv(reply, app, 'rates', body)
  })

  server.get<Query>(insiderCsv.url, async (request, reply) => {
    const call = { name: routeName(insiderCsv), policy: insiderCsv }
    const ctx = httpApiContext(app, request, reply)
    const body = await runAuthorized(insiderCsv.access, ctx, call, ({ app: authorized, actor }) =>
      exportInsiderReport(authorized, actor, insiderReportInput.parse(request.query)),
    )
    return sendCsv(reply, app, 'insider-report', body)
  })

  server.get<Query>(ledgerCsv.url, async (request, reply) => {
    const call = { name: routeName(ledgerCsv), policy: ledgerCsv }
    const ctx = httpApiContext(app, request, reply)
    const body = await runAuthorized(ledgerCsv.access, ctx, call, async ({ app: authorized, actor }) => {
      await downloads.enter(reply.raw, actor.id)
      const { account } = ledgerExportInput.parse(request.query)
      return streamResponse(authorized, await exportLedger(authorized, actor, account))
    })
    return sendCsv(reply, app, 'ledger', body)
  })

  server.get<Query>(transactionsCsv.url, async (request, reply) => {
    const call = { name: routeName(transactionsCsv), policy: transactionsCsv }
    const ctx = httpApiContext(app, request, reply)
    const body = await runAuthorized(transactionsCsv.access, ctx, call, ({ app: authorized, customer }) => {
      const filter = { ...queueFilter(request.query), sort: request.query.sort }
      return exportTransactions(authorized, customer.id, transactionExportInput.parse(filter))
    })
    return sendCsv(reply, app, 'orders', body)
  })
}

function sendCsv(
  reply: FastifyReply,
  { clock }: AppContext,
  name: string,
  body: ReturnType<typeof streamResponse> | string,
) {
  const day = clock.now().toISOString().slice(0, 10)
  return reply
    .header('content-type', 'text/csv; charset=utf-8; header=present')
    .header('content-disposition', contentDisposition(`${name}-${day}.csv`))
    .header('x-content-type-options', 'nosniff')
    .send(body)
}
