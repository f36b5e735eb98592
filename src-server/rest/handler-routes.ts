import type { z } from 'zod'
import { visitInput } from '#shared/analytics-schema.ts'
import { catalogueOutput } from '#shared/catalogue-schema.ts'
import { submitOutput, uploadedFileOutput } from '#shared/submission-schema.ts'
import { transactionSorts } from '#shared/transaction-list.ts'
import { acceptedMimeTypes } from '#shared/upload.ts'
import type { Access } from '../auth/permissions.ts'
import { limit, noLimits, submitLimits } from '../auth/rate-limit-policy.ts'
import { okOutput } from '../trpc/ok-output.ts'
import { jsonSchemaOf } from './json-schema.ts'
import { replyForm, submitForm, uploadForm } from './multipart/form-schemas.ts'
import { type HandlerRoute, type InternalRoute, statusFilter } from './route.ts'

const json = (schema: z.ZodType) => ({ 'application/json': jsonSchemaOf(schema, 'output') })
const ok = json(okOutput)
/** Keeps the literal access of a row, which decides what its handler gets. */
const route = <A extends Access>(row: HandlerRoute & { access: A }) => row

/** The REST calls with a handler of their own, by the name under which the handler reads its policy. */
export const handlerRoutes = {
  health: route({
    method: 'GET',
    url: '/api/health',
    access: 'anyone',
    limits: noLimits,
    isUrgent: true,
    scopes: [],
    tag: 'Service',
    summary: 'Whether the server answers',
    answer: ok,
  }),
  ready: route({
    method: 'GET',
    url: '/api/ready',
    access: 'anyone',
    limits: noLimits,
    isUrgent: true,
    scopes: [],
    tag: 'Service',
    summary: 'Whether the server can do its work',
    description: 'For a balancer or a monitor: 503 while it shuts down, or when a part that it needs does not work.',
    answer: ok,
    refusals: [503],
  }),
  pageView: route({
    method: 'POST',
    url: '/api/visits',
    access: 'anyone',
    limits: noLimits,
    scopes: [],
    tag: 'Service',
    summary: 'What an open page sends of its visitor',
    description: 'Counted for live analytics; `visitorId` is made by the page, 22 letters, digits, `-` or `_`.',
    body: jsonSchemaOf(visitInput, 'input'),
    example: { visitorId: 'AAAAAAAAAAAAAAAAAAAAAA', page: '/', sign: 'view' },
    status: 204,
  }),
  openapi: route({
    method: 'GET',
    url: '/api/openapi.json',
    access: 'anyone',
    limits: noLimits,
    scopes: [],
    tag: 'Service',
    summary: 'This description, as OpenAPI 3.1',
    answer: { 'application/json': { type: 'object' } },
  }),
  docs: route({
    method: 'GET',
    url: '/api/docs',
    access: 'anyone',
    limits: noLimits,
    scopes: [],
    tag: 'Service',
    summary: 'This description, to be read',
    answer: { 'text/html': { type: 'string' } },
  }),
  upload: route({
    method: 'POST',
    url: '/api/uploads',
    access: 'customer',
    limits: [limit('uploadBytes', 'customer')],
    scopes: ['orders'],
    tag: 'Selling',
    summary: 'Upload one photo or PDF',
    description: 'Uploads that no order claims are swept after a day.',
    form: uploadForm,
    status: 201,
    answer: json(uploadedFileOutput),
  }),
  submit: route({
    method: 'POST',
    url: '/api/submit',
    access: 'customer',
    limits: [...submitLimits, limit('uploadBytes', 'customer')],
    scopes: ['orders'],
    tag: 'Selling',
    summary: 'Submit a card with its photos',
    description:
      'Rate and payout are always ours: an `exchangeRate` or `payoutAmount` that differs is refused with the new quote.',
    form: submitForm(),
    headers: {
      'Idempotency-Key': {
        type: 'string',
        minLength: 8,
        maxLength: 100,
        description: 'The same key with the same order answers with the same submission.',
      },
    },
    refusals: [404, 409, 422],
    answer: json(submitOutput),
  }),
  file: route({
    method: 'GET',
    url: '/api/files/:id',
    access: 'member',
    limits: [limit('photoOrders', 'photos')],
    scopes: ['submissions:reveal', 'orders'],
    tag: 'Selling',
    summary: 'A photo or PDF',
    description:
      'For its owner, and for reviewers once it is submitted; what reviewers open is in the audit log. A photo is re-encoded as a JPEG without metadata, at most 2,400 pixels wide and high.',
    query: { download: { type: 'string', description: 'Sends the file itself, byte for byte, as an attachment.' } },
    answer: Object.fromEntries(acceptedMimeTypes.map((type) => [type, null])),
  }),
  csv: route({
    method: 'GET',
    url: '/api/admin/submissions.csv',
    access: 'reviewer',
    limits: [limit('exports', 'staff')],
    scopes: ['submissions:read'],
    tag: 'Review',
    summary: 'The review queue as a file',
    description:
      'The newest first; numbers are masked, and no cell is a formula. Who exported what is in the audit log.',
    query: {
      status: statusFilter,
      search: { type: 'string', description: 'As in the queue.' },
    },
    answer: { 'text/csv': { type: 'string' } },
  }),
  usersCsv: route({
    method: 'GET',
    url: '/api/admin/users.csv',
    access: 'owner',
    limits: [limit('exports', 'staff')],
    scopes: ['admin'],
    tag: 'Staff',
    summary: 'The registered users as a file',
    description: 'The newest first; no cell is a formula. Who exported them is in the audit log.',
    query: { search: { type: 'string', description: 'As in the list of registered users.' } },
    answer: { 'text/csv': { type: 'string' } },
  }),
  catalogue: route({
    method: 'GET',
    url: '/api/catalogue',
    access: 'anyone',
    limits: noLimits,
    scopes: [],
    tag: 'Selling',
    summary: 'The brands whose terms an operator has changed',
    description:
      'Those that are not listed have the terms of the release. With `If-None-Match` it answers 304 while nothing changed.',
    answer: json(catalogueOutput),
  }),
  ratesCsv: route({
    method: 'GET',
    url: '/api/admin/rates.csv',
    access: 'finance',
    limits: [limit('exports', 'staff')],
    scopes: ['rates:read'],
    tag: 'Rates',
    summary: 'A version of the rates as a file',
    description: 'A line for each band; money in dollars, rates in percent. Who exported it is in the audit log.',
    query: { version: { type: 'integer', minimum: 1, description: 'By default the newest.' } },
    answer: { 'text/csv': { type: 'string' } },
    refusals: [404],
  }),
  insiderCsv: route({
    method: 'GET',
    url: '/api/admin/insider-report.csv',
    access: 'owner',
    limits: [limit('exports', 'staff')],
    scopes: ['admin'],
    tag: 'Staff',
    summary: 'The insider report as a file',
    description: 'A line for each member of staff; at most 31 days. Who exported it is in the audit log.',
    query: {
      from: { type: 'string', format: 'date-time', description: 'Inclusive.' },
      to: { type: 'string', format: 'date-time', description: 'Exclusive.' },
    },
    example: { from: '2026-11-01T00:00:00Z', to: '2026-11-23T00:00:00Z' },
    answer: { 'text/csv': { type: 'string' } },
    refusals: [422],
  }),
  ledgerCsv: route({
    method: 'GET',
    url: '/api/admin/ledger.csv',
    access: 'finance',
    limits: [limit('exports', 'staff')],
    scopes: ['payouts:read'],
    tag: 'Payouts',
    summary: 'The ledger as a file',
    description: 'The oldest transfer first; customers are named by their ids. Who exported it is in the audit log.',
    query: { account: { type: 'string', description: 'Only transfers of this account, such as `cards`.' } },
    answer: { 'text/csv': { type: 'string' } },
  }),
  transactionsCsv: route({
    method: 'GET',
    url: '/api/user/transactions.csv',
    access: 'customer',
    limits: noLimits,
    scopes: ['orders'],
    tag: 'Selling',
    summary: 'Your own orders as a file',
    description: 'Numbers are masked, and no cell is a formula.',
    query: {
      status: statusFilter,
      search: { type: 'string', description: 'Text in the reference or the brand.' },
      sort: { type: 'string', enum: [...transactionSorts] },
    },
    answer: { 'text/csv': { type: 'string' } },
  }),
  paypalWebhook: route({
    method: 'POST',
    url: '/api/webhooks/paypal',
    access: 'anyone',
    limits: [limit('webhookNetwork', 'network')],
    scopes: [],
    tag: 'Payouts',
    summary: 'What PayPal sends when a payout has changed',
    description:
      'For PayPal alone, which signs it. The payout is then looked up at PayPal; the content of the webhook is not believed.',
    body: { type: 'object' },
    answer: ok,
    refusals: [404, 503],
  }),
  reply: route({
    method: 'POST',
    url: '/api/admin/chat/reply',
    access: 'support',
    limits: noLimits,
    scopes: ['chat'],
    tag: 'Chat',
    summary: 'Answer a customer',
    description: 'With files as a form; without words the message is then File attachment.',
    jsonProcedure: 'admin.chat.reply',
    form: replyForm(),
    example: { sessionId: 'session_1764000000000_6f1c', message: 'It is on its way.' },
    refusals: [404, 409],
  }),
}

export const internalRouteTable: readonly InternalRoute[] = [
  {
    method: 'GET',
    url: '/api/tags',
    access: 'anyone',
    reason: 'the document of the hidden frame in which third-party scripts run',
  },
]
