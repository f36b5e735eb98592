import { create as contentDisposition } from 'content-disposition'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { rateExportInput } from '#shared/catalogue-schema.ts'
import { ledgerExportInput, payoutExportInput } from '#shared/export-range-schema.ts'
import { insiderReportInput } from '#shared/insider-report-schema.ts'
import { itemExportInput } from '#shared/inventory-schema.ts'
import { userExportInput } from '#shared/registered-user-schema.ts'
import { businessInput, lossInput, sellersExportInput } from '#shared/report-schema.ts'
import { submissionExportInput, transactionExportInput } from '#shared/submission-schema.ts'
import { exportRates } from '../../catalogue/export-rates.ts'
import type { AppContext } from '../../context.ts'
import { exportItems } from '../../inventory/export-items.ts'
import { exportUsers } from '../../operator/operations/export-users.ts'
import { exportInsiderReport } from '../../operator/operations/insider-report.ts'
import { exportLedger } from '../../payouts/export-ledger.ts'
import { exportLedgerRange } from '../../payouts/export-ledger-range.ts'
import { exportPayouts } from '../../payouts/export-payouts.ts'
import { exportBusiness, exportLosses } from '../../reports/export-report.ts'
import { exportSellers } from '../../reports/export-sellers.ts'
import { exportSubmissions } from '../../submissions/export-submissions.ts'
import { exportTransactions } from '../../submissions/export-transactions.ts'
import { type Permitted, runAuthorized } from '../auth/authorize.ts'
import type { Access } from '../auth/permissions.ts'
import { httpApiContext } from '../auth/request-context.ts'
import type { DownloadConcurrency } from '../http/download-concurrency.ts'
import { queueFilter } from '../http/rest-input.ts'
import { streamResponse } from '../http/stream-response.ts'
import { csvHandlerRoutes } from './csv-handler-routes.ts'
import { type HandlerRoute, routeName } from './route.ts'

const { csv, usersCsv, ratesCsv, insiderCsv, ledgerCsv, payoutsCsv, itemsCsv, transactionsCsv, ...reports } =
  csvHandlerRoutes
type Query = { Querystring: Record<string, unknown> }
type CsvBody = ReturnType<typeof streamResponse> | string

/** Review queue, registered users, ledger and payouts are streamed, so that they are never in memory as a whole. */
export async function csvRoutes(
  server: FastifyInstance,
  { app, downloads }: { app: AppContext; downloads: DownloadConcurrency },
): Promise<void> {
  /** Serves what `read` returns as a file of this name. */
  function serve<A extends Access>(
    row: HandlerRoute & { access: A },
    name: string,
    read: (caller: Permitted<A>, query: Query['Querystring'], reply: FastifyReply) => Promise<CsvBody>,
  ): void {
    const call = { name: routeName(row), policy: row }
    server.get<Query>(row.url, async (request, reply) => {
      const ctx = httpApiContext(app, request, reply)
      const body = await runAuthorized(row.access, ctx, call, (caller) => read(caller, request.query, reply))
      return sendCsv(reply, app, name, body)
    })
  }

  serve(csv, 'submissions', async (ctx, query, reply) => {
    await downloads.enter(reply.raw, ctx.actor.id)
    const filter = submissionExportInput.parse(queueFilter(query))
    return streamResponse(ctx, await exportSubmissions(ctx, ctx.actor, filter))
  })
  serve(usersCsv, 'users', async (ctx, query, reply) => {
    await downloads.enter(reply.raw, ctx.actor.id)
    const { search } = userExportInput.parse(query)
    return streamResponse(ctx, await exportUsers(ctx, ctx.actor, search))
  })
  serve(ledgerCsv, 'ledger', async (ctx, query, reply) => {
    await downloads.enter(reply.raw, ctx.actor.id)
    const input = ledgerExportInput.parse(query)
    const hasRange = input.from !== undefined || input.to !== undefined
    const pieces = hasRange ? exportLedgerRange(ctx, ctx.actor, input) : exportLedger(ctx, ctx.actor, input.account)
    return streamResponse(ctx, await pieces)
  })
  serve(payoutsCsv, 'payouts', async (ctx, query, reply) => {
    await downloads.enter(reply.raw, ctx.actor.id)
    return streamResponse(ctx, await exportPayouts(ctx, ctx.actor, payoutExportInput.parse(query)))
  })
  serve(itemsCsv, 'inventory', async (ctx, query, reply) => {
    await downloads.enter(reply.raw, ctx.actor.id)
    return streamResponse(ctx, await exportItems(ctx, ctx.actor, itemExportInput.parse(query)))
  })
  serve(ratesCsv, 'rates', async (ctx, query) => exportRates(ctx, ctx.actor, rateExportInput.parse(query).version))
  serve(insiderCsv, 'insider-report', async (ctx, query) =>
    exportInsiderReport(ctx, ctx.actor, insiderReportInput.parse(query)),
  )
  serve(reports.businessCsv, 'business', async (ctx, query) =>
    exportBusiness(ctx, ctx.actor, businessInput.parse(query)),
  )
  serve(reports.lossesCsv, 'losses', async (ctx, query) => exportLosses(ctx, ctx.actor, lossInput.parse(query)))
  serve(reports.sellersCsv, 'sellers', async (ctx, query, reply) => {
    const { year } = sellersExportInput.parse(query)
    await downloads.enter(reply.raw, ctx.actor.id)
    return streamResponse(ctx, await exportSellers(ctx, ctx.actor, year))
  })
  serve(transactionsCsv, 'orders', async ({ app, customer }, query) => {
    const filter = { ...queueFilter(query), sort: query.sort }
    return exportTransactions(app, customer.id, transactionExportInput.parse(filter))
  })
}

function sendCsv(reply: FastifyReply, { clock }: AppContext, name: string, body: CsvBody) {
  const day = clock.now().toISOString().slice(0, 10)
  return reply
    .header('content-type', 'text/csv; charset=utf-8; header=present')
    .header('content-disposition', contentDisposition(`${name}-${day}.csv`))
    .header('x-content-type-options', 'nosniff')
    .send(body)
}
