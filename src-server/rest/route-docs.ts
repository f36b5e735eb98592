import { z } from 'zod'
import { visitInput } from '#shared/analytics-schema.ts'
import { MAX_FILES_PER_MESSAGE } from '#shared/chat.ts'
import { chatReplyInput } from '#shared/chat-schema.ts'
import { paymentTypes } from '#shared/payment-method.ts'
import { reviewStatuses } from '#shared/submission.ts'
import { submitInput, submitOutput, uploadedFileOutput } from '#shared/submission-schema.ts'
import { acceptedMimeTypes, MAX_FILES_PER_ORDER } from '#shared/upload.ts'
import { type JsonSchema, jsonSchemaOf, withoutFields } from './json-schema.ts'

/**
 * What the document says of a route beyond what follows from `rest.ts`, `access.ts` and the schemas. Routes outside
 * the table of `rest.ts` say here what goes in and comes out.
 */
export type RouteMessages = {
  tag: 'Selling' | 'Accounts' | 'Review' | 'Chat' | 'Staff' | 'Service'
  summary: string
  description?: string
  /** A body that would do, or the query. */
  example?: Readonly<Record<string, unknown>>
  /** Refusals beyond those every call of its kind has. */
  refusals?: readonly number[]
  status?: number
  form?: JsonSchema
  /** The JSON body of a route outside the table that has no procedure. */
  body?: JsonSchema
  /** Whose input is the JSON body, and whose output the answer, of a route outside the table. */
  procedure?: string
  /** Of a row of the table: what the address takes beyond the schema of the procedure. */
  query?: Readonly<Record<string, JsonSchema>>
  headers?: Readonly<Record<string, JsonSchema>>
  /** The types of the answer; null is an answer of bytes. */
  answer?: Readonly<Record<string, JsonSchema | null>>
}

const statusFilter: JsonSchema = { type: 'string', enum: ['all', ...reviewStatuses] }
const binary: JsonSchema = { type: 'string', format: 'binary' }
const json = (schema: z.ZodType) => ({ 'application/json': jsonSchemaOf(schema, 'output') })
const ok = json(z.object({ ok: z.literal(true) }))

const uploadForm: JsonSchema = { type: 'object', properties: { file: binary }, required: ['file'] }
const replyForm = (): JsonSchema => {
  const fields = withoutFields(jsonSchemaOf(chatReplyInput, 'input'), ['fileIds'])
  const files: JsonSchema = { type: 'array', items: binary, maxItems: MAX_FILES_PER_MESSAGE }
  return { ...fields, required: ['sessionId'], properties: { ...fields.properties, files } }
}
const submitForm = (): JsonSchema => {
  const fields = withoutFields(jsonSchemaOf(submitInput, 'input'), ['fileIds', 'idempotencyKey', 'termsAccepted'])
  const files: JsonSchema = { type: 'array', items: binary, minItems: 1, maxItems: MAX_FILES_PER_ORDER }
  const terms: JsonSchema = { type: 'string', enum: ['true', 'false'], default: 'true' }
  const giftCardBrand: JsonSchema = { type: 'string', description: 'The same as cardBrand; one of them is enough.' }
  const paymentType: JsonSchema = {
    type: 'string',
    enum: [...paymentTypes],
    description: 'With the details of a saved method, in place of its id as paymentMethod.',
  }
  const either = ['cardBrand', 'paymentMethod']
  return {
    ...fields,
    required: [...(fields.required ?? []).filter((name) => !either.includes(name)), 'files'],
    anyOf: ['cardBrand', 'giftCardBrand'].flatMap((brand) =>
      ['paymentMethod', 'paymentType'].map((method) => ({ required: [brand, method] })),
    ),
    properties: { ...fields.properties, giftCardBrand, paymentType, termsAccepted: terms, files },
  }
}

export const routeMessages: Readonly<Record<string, RouteMessages>> = {
  'GET /api/health': { tag: 'Service', summary: 'Whether the server answers', answer: ok },
  'GET /api/ready': {
    tag: 'Service',
    summary: 'Whether the server can do its work',
    description: 'For a balancer or a monitor: 503 while it stops, or when its disk or database does not answer.',
    answer: ok,
    refusals: [503],
  },
  'POST /api/visits': {
    tag: 'Service',
    summary: 'What an open page sends of its visitor',
    description: 'Counted for live analytics; `visitorId` is made by the page, 22 letters, digits, `-` or `_`.',
    body: jsonSchemaOf(visitInput, 'input'),
    example: { visitorId: 'AAAAAAAAAAAAAAAAAAAAAA', page: '/', sign: 'view' },
    status: 204,
  },
  'GET /api/openapi.json': {
    tag: 'Service',
    summary: 'This description, as OpenAPI 3.1',
    answer: { 'application/json': { type: 'object' } },
  },
  'GET /api/docs': {
    tag: 'Service',
    summary: 'This description, to be read',
    answer: { 'text/html': { type: 'string' } },
  },
  'POST /api/quote': {
    tag: 'Selling',
    summary: 'What a card pays',
    description:
      'Amounts are dollars, `exchangeRate` is a fraction. Submitted with `quoteId` before `expiresAt`, the rate holds.',
    example: { cardBrand: 'apple', cardValue: 100 },
  },
  'POST /api/uploads': {
    tag: 'Selling',
    summary: 'Upload one photo or PDF',
    description: 'Uploads that no order claims are swept after a day.',
    form: uploadForm,
    status: 201,
    answer: json(uploadedFileOutput),
  },
  'DELETE /api/uploads/:id': { tag: 'Selling', summary: 'Take an upload back before it is submitted' },
  'POST /api/submit': {
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
  },
  'GET /api/files/:id': {
    tag: 'Selling',
    summary: 'A photo or PDF',
    description:
      'For its owner, and for reviewers once it is submitted; what reviewers open is in the audit log. A photo is drawn anew as a JPEG with nothing in it but the picture, at most 2,400 pixels wide and high.',
    query: { download: { type: 'string', description: 'Sends the file itself, byte for byte, as an attachment.' } },
    answer: Object.fromEntries(acceptedMimeTypes.map((type) => [type, null])),
  },
  'GET /api/user/transactions': {
    tag: 'Selling',
    summary: 'The orders of a customer',
    description: 'Who is signed in decides whose. Staff name the customer by `email`.',
    example: { email: 'dana@mail.example' },
  },
  'GET /api/user/payment-methods': {
    tag: 'Selling',
    summary: 'Your saved payment methods',
    description: 'The `id` of one is a `paymentMethod` of an order. Details of bank accounts are masked.',
  },
  'GET /api/user/transactions/:id': { tag: 'Selling', summary: 'One order of your own with its history' },
  'POST /api/auth/sign-up': {
    tag: 'Accounts',
    summary: 'Make an account and sign in',
    example: {
      name: 'Dana Reyes',
      email: 'dana@mail.example',
      phone: '555-010-0100',
      password: 'a long password',
      confirmPassword: 'a long password',
    },
    refusals: [409],
  },
  'POST /api/auth/sign-in': {
    tag: 'Accounts',
    summary: 'Sign a customer in',
    example: { email: 'dana@mail.example', password: 'a long password' },
    // 'Account Disabled'
    refusals: [403],
  },
  'POST /api/auth/sign-out': { tag: 'Accounts', summary: 'Sign the customer out' },
  'POST /api/admin/login': {
    tag: 'Accounts',
    summary: 'Sign staff in',
    example: { username: 'robin', password: 'a long password' },
  },
  'POST /api/admin/logout': { tag: 'Accounts', summary: 'Sign staff out' },
  'GET /api/admin/submissions': {
    tag: 'Review',
    summary: 'A page of the review queue, newest first',
    description: 'Card numbers are masked to their last 4. `status=all` is no filter.',
    query: { status: statusFilter },
    example: { page: 1, limit: 15, status: 'pending' },
  },
  'GET /api/admin/submissions.csv': {
    tag: 'Review',
    summary: 'The review queue as a file',
    description:
      'The newest first; numbers are masked, and no cell is a formula. Who exported what is in the audit log.',
    query: {
      status: statusFilter,
      search: { type: 'string', description: 'As in the queue.' },
    },
    answer: { 'text/csv': { type: 'string' } },
  },
  'POST /api/admin/submissions/:id/reveal': {
    tag: 'Review',
    summary: 'One secret of a submission in the clear',
    description: 'Who, when and which field is in the audit log before the answer leaves.',
    example: { field: 'cardNumber' },
  },
  'GET /api/admin/submissions/:id/history': { tag: 'Review', summary: 'Every status a submission has had' },
  'PATCH /api/submissions/:id/status': {
    tag: 'Review',
    summary: 'Decide on a submission',
    description: 'With `version` a decision on what has changed meanwhile is 409; without it the last writer wins.',
    example: { status: 'completed', reason: 'Payment processed and sent.' },
    refusals: [409, 422],
  },
  'POST /api/chat/send': {
    tag: 'Chat',
    summary: 'Write to support',
    description: 'Without `sessionId` it opens a conversation about `subject`.',
    example: { subject: 'My payout', message: 'When will it arrive?' },
    refusals: [404, 409],
  },
  'GET /api/admin/chat/sessions': {
    tag: 'Chat',
    summary: 'Conversations, the unread first',
    description: 'With `page` or `limit` a page of them; without, the newest in a plain list.',
  },
  'GET /api/chat/messages/:sessionId': {
    tag: 'Chat',
    summary: 'The newest messages of a conversation, oldest first',
    description:
      'At most 500 at once, and fewer where they are very long. Messages are numbered from 1 without a gap: while the first one has a greater `sequence`, the call with that as `before` has earlier ones.',
  },
  'POST /api/admin/chat/reply': {
    tag: 'Chat',
    summary: 'Answer a customer',
    description: 'With files as a form; without words the message is then File attachment.',
    procedure: 'admin.chat.reply',
    form: replyForm(),
    example: { sessionId: 'session_1764000000000_6f1c', message: 'It is on its way.' },
    refusals: [404, 409],
  },
  'GET /api/admin/analytics': { tag: 'Staff', summary: 'Who is on the site now, and what they look at' },
  'GET /api/admin/users': {
    tag: 'Staff',
    summary: 'Registered users, newest first',
    description: 'Without parameters a plain list of the newest 1,000; with `page`, `limit` or `search` a page.',
    example: { page: 1, limit: 15, search: 'dana' },
  },
  'PATCH /api/admin/users/:id': {
    tag: 'Staff',
    summary: 'Disable or enable a customer',
    description: 'Who is disabled is signed out everywhere at once.',
    example: { isActive: false },
  },
  'DELETE /api/admin/clear-all-data': {
    tag: 'Staff',
    summary: 'Clear all data',
    description: 'Deletes customers and all that is theirs, after a backup that was read back; else nothing.',
    refusals: [404, 409],
  },
}

/** Routes that are no documented calls, each with the reason. */
export const internalRoutes: Readonly<Record<string, string>> = {
  'GET /api/tags': 'the document of the hidden frame in which scripts of others run',
}
