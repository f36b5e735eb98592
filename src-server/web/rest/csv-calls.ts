import path from 'node:path'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { rateExportInput } from '#shared/catalogue-schema.ts'
import { ledgerExportInput, payoutExportInput } from '#shared/export-range-schema.ts'
import { insiderReportInput } from '#shared/insider-report-schema.ts'
import { itemExportInput } from '#shared/inventory-schema.ts'
import { queueFilters } from '#shared/queue.ts'
import { userExportInput } from '#shared/registered-user-schema.ts'
import { businessDimensions, lossDimensions } from '#shared/report.ts'
import { businessInput, lossInput, monthExportInput, sellersExportInput } from '#shared/report-schema.ts'
import { reviewStatuses } from '#shared/submission.ts'
import { submissionExportInput, transactionExportInput } from '#shared/submission-schema.ts'
import { transactionSorts } from '#shared/transaction-list.ts'
import type { Actor } from '../../audit/audit-queries.ts'
import { exportRates } from '../../catalogue/export-rates.ts'
import type { AppContext } from '../../context.ts'
import { exportItems } from '../../inventory/list-items.ts'
import { exportUsers } from '../../operator/operations/export-users.ts'
import { exportInsiderReport } from '../../operator/operations/insider-report.ts'
import { exportLedger, exportPayouts } from '../../payouts/export-csv.ts'
import { exportMonth } from '../../payouts/export-month.ts'
import { today } from '../../platform/days.ts'
import { exportSellers } from '../../reports/export-sellers.ts'
import { business, losses } from '../../reports/ledger-report.ts'
import { exportSubmissions } from '../../submissions/export-submissions.ts'
import { exportTransactions } from '../../submissions/export-transactions.ts'
import type { Permitted } from '../auth/authorize.ts'
import { limit, noLimits } from '../auth/rate-limit-policy.ts'
import type { DownloadConcurrency } from '../http/download-concurrency.ts'
import { streamResponse } from '../http/stream-response.ts'
import { queryReader } from './procedure-routes.ts'
import { type HandlerRoute, handlerRoute, runRoute } from './route.ts'

type ExportAccess = 'customer' | 'reviewer' | 'finance' | 'owner'
type ExportCall<A extends ExportAccess, Schema extends z.ZodType> = Omit<HandlerRoute, 'method' | 'limits'> & {
  access: A
  input: Schema
  limits?: HandlerRoute['limits']
  /** By default CSV. */
  type?: 'text/plain'
  /** A file of many batches is a download of its person, of which only a few run at once. */
  isLarge?: true
  read(caller: Permitted<A>, actor: Actor, input: z.output<Schema>): Promise<AsyncIterable<string>>
}

/** A list as a file: its query is read by the schema, and its text is sent as it is read. `of` is its month or day. */
function csvCall<A extends ExportAccess, Schema extends z.ZodType>(call: ExportCall<A, Schema>) {
  const { isLarge, read, type = 'text/csv', ...row } = call
  const limits = [limit('exports', 'staff')]
  const route = handlerRoute({ method: 'GET', limits, answer: { [type]: { type: 'string' } }, ...row })
  const readQuery = queryReader(row.input)
  const open = (app: AppContext, request: FastifyRequest, reply: FastifyReply, downloads: DownloadConcurrency) =>
    runRoute(app, route, request, reply, async (caller) => {
      const { actor } = caller as Permitted<A> & { actor: Actor }
      const input = row.input.parse(readQuery(request.query as Record<string, unknown>))
      if (isLarge) await downloads.enter(reply.raw, actor.id)
      const { month: of = today(app) } = input as { month?: string }
      return { of, body: await streamResponse(caller, await read(caller, actor, input)) }
    })
  return { ...route, type, open }
}

const payouts = { access: 'finance', scopes: ['payouts:read'], tag: 'Payouts', isLarge: true } as const
const reports = { access: 'finance', scopes: ['reports:read'], tag: 'Reports' } as const
const administration = { access: 'owner', scopes: ['admin'], tag: 'Staff' } as const

const month = { type: 'string', pattern: '^[1-9][0-9]{3}-(0[1-9]|1[0-2])$' }
const months = {
  from: { ...month, description: 'Inclusive; 11 months before the last one without it.' },
  to: { ...month, description: 'Inclusive; the present month without it.' },
}
const range = {
  from: {
    type: 'string',
    description: 'A day or a date-time (ISO 8601), inclusive. Days are in the time zone of the site.',
  },
  to: { type: 'string', description: 'A day, which is included, or a date-time, which is exclusive.' },
}
const search = (description: string) => ({ type: 'string', description })

/** A file of a month for bookkeepers. */
const monthCall = (
  format: Parameters<typeof exportMonth>[3],
  call: Pick<HandlerRoute, 'url' | 'summary' | 'description'> & { type?: 'text/plain' },
) =>
  csvCall({
    ...{ ...payouts, ...call },
    query: { month: { ...month, description: 'Required.' } },
    input: monthExportInput,
    read: (ctx, actor, { month }) => exportMonth(ctx, actor, month, format),
  })

/** The lists that a caller gets as a file, by the name of the file without its day. */
export const csvCalls = {
  submissions: csvCall({
    url: '/api/admin/submissions.csv',
    access: 'reviewer',
    scopes: ['submissions:read'],
    tag: 'Review',
    summary: 'The review queue as a file',
    description:
      'The newest first; numbers are masked, and no cell is a formula. Who exported what is in the audit log.',
    query: { status: { type: 'string', enum: ['all', ...queueFilters] }, search: search('As in the queue.') },
    input: submissionExportInput,
    isLarge: true,
    read: exportSubmissions,
  }),
  users: csvCall({
    url: '/api/admin/users.csv',
    ...administration,
    summary: 'The registered users as a file',
    description: 'The newest first; no cell is a formula. Who exported them is in the audit log.',
    query: { search: search('As in the list of registered users.') },
    input: userExportInput,
    isLarge: true,
    read: (ctx, actor, { search }) => exportUsers(ctx, actor, search),
  }),
  rates: csvCall({
    url: '/api/admin/rates.csv',
    access: 'finance',
    scopes: ['rates:read'],
    tag: 'Rates',
    summary: 'A version of the rates as a file',
    description: 'A line for each band; money in dollars, rates in percent. Who exported it is in the audit log.',
    query: { version: { type: 'integer', minimum: 1, description: 'By default the newest.' } },
    refusals: [404],
    input: rateExportInput,
    read: (ctx, actor, { version }) => exportRates(ctx, actor, version),
  }),
  'insider-report': csvCall({
    url: '/api/admin/insider-report.csv',
    ...administration,
    summary: 'The insider report as a file',
    description: 'A line for each member of staff; at most 31 days. Who exported it is in the audit log.',
    query: {
      from: { type: 'string', format: 'date-time', description: 'Inclusive.' },
      to: { type: 'string', format: 'date-time', description: 'Exclusive.' },
    },
    refusals: [422],
    input: insiderReportInput,
    read: exportInsiderReport,
  }),
  ledger: csvCall({
    url: '/api/admin/ledger.csv',
    ...payouts,
    summary: 'The ledger as a file',
    description:
      'The oldest transfer first; customers are named by their ids. With `from` or `to`, amounts have two decimals, more columns follow the first ten, and lines without a number have the opening and closing balance of each account. Who exported it is in the audit log.',
    query: { account: search('Only transfers of this account, such as `cards`.'), ...range },
    input: ledgerExportInput,
    read: exportLedger,
  }),
  journal: monthCall('journal', {
    url: '/api/admin/journal.csv',
    summary: 'The journal entries of a month as a file',
    description:
      'For QuickBooks and Xero: two lines for each transfer whose business day is in the month, with code and name of the account. Who exported it is in the audit log.',
  }),
  books: monthCall('beancount', {
    url: '/api/admin/ledger.beancount',
    type: 'text/plain',
    summary: 'The ledger of a month as a file of Beancount',
    description:
      'The accounts, their balances before the month and at its end, and each transfer as a transaction. Who exported it is in the audit log.',
  }),
  payouts: csvCall({
    url: '/api/admin/payouts.csv',
    ...payouts,
    summary: 'The payouts that were sent in a range as a file',
    description:
      'The oldest first, amounts with two decimals; customers are named by their ids. Who exported them is in the audit log.',
    query: range,
    input: payoutExportInput,
    read: exportPayouts,
  }),
  inventory: csvCall({
    url: '/api/admin/inventory/items.csv',
    access: 'finance',
    scopes: ['inventory:read'],
    tag: 'Inventory',
    summary: 'The cards that were bought as a file',
    description: 'In the order of their payment; no cell is a formula. Who exported them is in the audit log.',
    query: { brand: { type: 'string' }, search: search('As in the list.') },
    input: itemExportInput,
    isLarge: true,
    read: exportItems,
  }),
  business: csvCall({
    url: '/api/admin/reports/business.csv',
    ...reports,
    limits: noLimits,
    summary: 'The report of the business as a file',
    description: 'As `GET /api/admin/reports/business`. Who exported it is in the audit log.',
    query: { by: { type: 'string', enum: [...businessDimensions] }, ...months },
    input: businessInput,
    read: business.export,
  }),
  losses: csvCall({
    url: '/api/admin/reports/losses.csv',
    ...reports,
    limits: noLimits,
    summary: 'The report of losses as a file',
    description: 'As `GET /api/admin/reports/losses`. Who exported it is in the audit log.',
    query: { by: { type: 'string', enum: [...lossDimensions] }, ...months },
    input: lossInput,
    read: losses.export,
  }),
  sellers: csvCall({
    url: '/api/admin/sellers.csv',
    ...reports,
    summary: 'What each seller was paid in a year, as a file',
    description:
      'What arrived less what came back, by the business day of each transfer; deleted accounts keep their amounts. Who exported it is in the audit log.',
    query: { year: { type: 'string', pattern: '^[1-9][0-9]{3}$', description: 'Required.' } },
    input: sellersExportInput,
    isLarge: true,
    read: (ctx, actor, { year }) => exportSellers(ctx, actor, year),
  }),
  orders: csvCall({
    url: '/api/user/transactions.csv',
    access: 'customer',
    limits: noLimits,
    scopes: ['orders'],
    tag: 'Selling',
    summary: 'Your own orders as a file',
    description: 'Numbers are masked, and no cell is a formula.',
    query: {
      status: { type: 'string', enum: ['all', ...reviewStatuses] },
      search: search('Text in the reference or the brand.'),
      sort: { type: 'string', enum: [...transactionSorts], description: 'By default newest.' },
    },
    input: transactionExportInput,
    read: ({ app, customer }, _, filter) => exportTransactions(app, customer.id, filter),
  }),
}

export async function csvRoutes(
  server: FastifyInstance,
  { app, downloads }: { app: AppContext; downloads: DownloadConcurrency },
) {
  for (const [file, { url, type, open }] of Object.entries(csvCalls))
    server.get(url, async (request, reply) => {
      const { body, of } = await open(app, request, reply, downloads)
      return reply
        .header('content-type', `${type}; charset=utf-8${type === 'text/csv' ? '; header=present' : ''}`)
        .header('content-disposition', contentDisposition(`${file}-${of}${path.extname(url)}`))
        .header('x-content-type-options', 'nosniff')
        .send(body)
    })
}
