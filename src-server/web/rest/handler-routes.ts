import { z } from 'zod'
import { visitInput } from '#shared/analytics-schema.ts'
import { evidenceOutput } from '#shared/balance-check-schema.ts'
import { pageFacts } from '#shared/site-settings-schema.ts'
import { submitOutput, uploadedFileOutput } from '#shared/submission-schema.ts'
import { acceptedMimeTypes } from '#shared/upload.ts'
import { limit, noLimits, submitLimits } from '../auth/rate-limit-policy.ts'
import { jsonSchemaOf } from '../http/json-schema.ts'
import { okOutput } from '../trpc/declaring.ts'
import { csvCalls } from './csv-calls.ts'
import { evidenceForm, problemForm, replyForm, submitForm, uploadForm } from './multipart/form-schemas.ts'
import { type InternalRoute, handlerRoute as route } from './route.ts'

const json = (schema: z.ZodType) => ({ 'application/json': jsonSchemaOf(schema, 'output') })
const ok = json(okOutput)
const selling = { method: 'POST', access: 'customer', scopes: ['orders'], tag: 'Selling' } as const
const review = { access: 'reviewerOrFinance', scopes: ['submissions:write'], tag: 'Review' } as const
const service = { access: 'anyone', limits: noLimits, scopes: [], tag: 'Service' } as const

/** The REST calls with a handler of their own, by the name under which the handler reads its policy. */
export const handlerRoutes = {
  health: route({
    method: 'GET',
    url: '/api/health',
    ...service,
    isUrgent: true,
    summary: 'Whether the server answers',
    answer: ok,
  }),
  ready: route({
    method: 'GET',
    url: '/api/ready',
    ...service,
    isUrgent: true,
    summary: 'Whether the server can do its work',
    description: 'For a balancer or a monitor: 503 while it shuts down, or when a part that it needs does not work.',
    answer: ok,
    refusals: [503],
  }),
  pageView: route({
    method: 'POST',
    url: '/api/visits',
    ...service,
    summary: 'What an open page sends of its visitor',
    description:
      'Counted for live analytics; `visitorId` is made by the page, 22 letters, digits, `-` or `_`. `sentAt`, in milliseconds, says which of two events that arrive in another order is the newer one.',
    input: visitInput,
    example: { visitorId: 'AAAAAAAAAAAAAAAAAAAAAA', page: '/', sign: 'view' },
    status: 204,
  }),
  openapi: route({
    method: 'GET',
    url: '/api/openapi.json',
    ...service,
    summary: 'This description, as OpenAPI 3.1',
    answer: { 'application/json': { type: 'object' } },
  }),
  docs: route({
    method: 'GET',
    url: '/api/docs',
    ...service,
    summary: 'This description, to be read',
    answer: { 'text/html': { type: 'string' } },
  }),
  upload: route({
    ...selling,
    url: '/api/uploads',
    limits: [limit('uploadBytes', 'customer')],
    summary: 'Upload one photo or PDF',
    description: 'Uploads that no order claims are swept after a day.',
    form: uploadForm,
    status: 201,
    answer: json(uploadedFileOutput),
  }),
  submit: route({
    ...selling,
    url: '/api/submit',
    limits: [...submitLimits, limit('uploadBytes', 'customer')],
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
      'For its owner, and for reviewers once it is submitted; what reviewers open is in the audit log. Pictures of a problem are also for finance, and for the seller who has to repay the card. A photo is re-encoded as a JPEG without metadata, at most 2,400 pixels wide and high. So is a page of a PDF; the header `Page-Count` says how many it has.',
    query: {
      download: {
        type: 'string',
        description:
          'Sends an attachment, whose name has the ending of its type: the file itself, byte for byte, to its owner; a photo or page to staff re-encoded. With `original` staff get the file itself too.',
      },
      page: { type: 'integer', minimum: 1, description: 'The page of a PDF, from 1, which is the default.' },
    },
    refusals: [422],
    answer: Object.fromEntries(acceptedMimeTypes.map((type) => [type, null])),
  }),
  reportProblem: route({
    ...review,
    method: 'POST',
    path: { id: 'submissionId' },
    url: '/api/admin/submissions/:id/problems',
    limits: [limit('problemReports', 'staff')],
    summary: 'Report a problem with the card of a paid order',
    description:
      'With pictures as a form, each with its `boxes`: they are painted black before anything is stored, and the picture that was sent is never written to disk. As JSON with `evidenceIds`, pictures that were added before. What has not left for the customer is held until the problem is decided; the order stays as it is.',
    jsonProcedure: 'admin.problems.report',
    form: problemForm(),
    example: { kind: 'drained', foundOn: '2026-11-23', note: 'The balance is $0.00.' },
    refusals: [409],
  }),
  addEvidence: route({
    ...review,
    method: 'POST',
    path: { id: 'submissionId' },
    url: '/api/admin/submissions/:id/evidence',
    limits: [limit('evidence', 'staff')],
    summary: 'Add a picture of what you saw to an order, with boxes painted black',
    description:
      'The boxes are painted before anything is stored: the picture that was sent is never written to disk. A balance check or the report of a problem names the picture by its id.',
    query: {
      draw: {
        type: 'integer',
        minimum: 1,
        description:
          'Stores nothing, and answers with this page of a PDF as a JPEG, to draw the boxes on it and send it as the picture; the header `Page-Count` says how many pages there are.',
      },
    },
    form: evidenceForm(),
    status: 201,
    answer: json(evidenceOutput),
  }),
  ...csvCalls,
  catalogue: route({
    method: 'GET',
    url: '/api/catalogue',
    ...service,
    tag: 'Selling',
    summary: 'The brands whose terms an operator has changed, and what the site says about itself',
    description:
      'Those that are not listed have the terms of the release. With `If-None-Match` it answers 304 while nothing changed.',
    answer: json(pageFacts),
  }),
  paypalWebhook: route({
    method: 'POST',
    url: '/api/webhooks/paypal',
    ...service,
    limits: [limit('webhookNetwork', 'network')],
    tag: 'Payouts',
    summary: 'What PayPal sends when a payout has changed',
    description:
      'For PayPal alone, which signs it. The payout is then looked up at PayPal; the content of the webhook is not believed.',
    input: z.any().meta({ type: 'object' }),
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
