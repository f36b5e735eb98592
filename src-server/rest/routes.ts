import type { FastifyInstance, HTTPMethods } from 'fastify'
import { httpApiContext } from '../auth/request-context.ts'
import type { Config } from '../config/config.ts'
import type { AppContext } from '../context.ts'
import { callProcedure } from './call-procedure.ts'

type Fields = Record<string, unknown>
type Parts = { params: Fields; query: Fields; body: unknown }
type RestRow = {
  method: HTTPMethods
  url: string
  procedure: string
  /** Puts the input into place; the procedure validates it. Without it the body is the input. */
  input?: (parts: Parts) => unknown
  status?: number
  /** Whether this site has the call; always, unless said. */
  isOffered?: (config: Config) => boolean
}

/** The documented calls, one row each: which procedure answers, and where its input comes from. */
export const restRouteTable: readonly RestRow[] = [
  { method: 'POST', url: '/api/quote', procedure: 'exchange.quote' },
  { method: 'DELETE', url: '/api/uploads/:id', procedure: 'exchange.removeUpload', input: fileId },
  { method: 'GET', url: '/api/user/transactions', procedure: 'transactions.list', input: ({ query }) => query },
  { method: 'GET', url: '/api/user/payment-methods', procedure: 'account.paymentMethods', input: () => undefined },
  { method: 'GET', url: '/api/user/transactions/:id', procedure: 'transactions.get', input: ({ params }) => params },
  { method: 'POST', url: '/api/auth/sign-up', procedure: 'account.signUp', status: 201 },
  { method: 'POST', url: '/api/auth/sign-in', procedure: 'account.signIn' },
  { method: 'POST', url: '/api/auth/sign-out', procedure: 'account.signOut' },
  { method: 'POST', url: '/api/admin/login', procedure: 'admin.session.signIn' },
  { method: 'POST', url: '/api/admin/logout', procedure: 'admin.session.signOut' },
  { method: 'GET', url: '/api/admin/submissions', procedure: 'admin.submissions.list', input: listInput },
  {
    method: 'POST',
    url: '/api/admin/submissions/:id/reveal',
    procedure: 'admin.submissions.reveal',
    input: bodyWithId,
  },
  {
    method: 'GET',
    url: '/api/admin/submissions/:id/history',
    procedure: 'admin.submissions.history',
    input: bodyWithId,
  },
  { method: 'GET', url: '/api/admin/analytics', procedure: 'analytics.snapshot' },
  { method: 'PATCH', url: '/api/submissions/:id/status', procedure: 'admin.submissions.setStatus', input: bodyWithId },
  { method: 'GET', url: '/api/admin/users', procedure: 'admin.users.directory', input: directoryInput },
  { method: 'PATCH', url: '/api/admin/users/:id', procedure: 'admin.users.setActive', input: bodyWithUserId },
  {
    method: 'DELETE',
    url: '/api/admin/clear-all-data',
    procedure: 'admin.data.clearAll',
    input: () => undefined,
    isOffered: ({ clearAllData }) => clearAllData,
  },
  { method: 'POST', url: '/api/chat/send', procedure: 'chat.send' },
  { method: 'GET', url: '/api/chat/messages/:sessionId', procedure: 'chat.messages', input: messagesInput },
  { method: 'GET', url: '/api/admin/chat/sessions', procedure: 'admin.chat.sessions', input: chatSessionsInput },
]

/** The REST door: the documented paths as thin adapters over the procedures. */
export async function restRoutes(server: FastifyInstance, { app }: { app: AppContext }): Promise<void> {
  for (const { method, url, procedure, input, status = 200, isOffered } of restRouteTable) {
    if (isOffered && !isOffered(app.config)) continue
    const call = callProcedure(procedure)
    server.route({
      method,
      url,
      handler: async (request, reply) => {
        const given = input ? input(request as Parts) : request.body
        const answer = await call(httpApiContext(app, request, reply), given)
        reply.code(status)
        return answer
      },
    })
  }
}

function fileId({ params: { id } }: Parts) {
  return { fileId: id }
}

/** A body that is not an object stays what it is, for the procedure to refuse. */
function bodyWithId({ params: { id }, body }: Parts): unknown {
  return isFields(body) ? { ...body, submissionId: id } : body
}

function bodyWithUserId({ params: { id }, body }: Parts): unknown {
  return isFields(body) ? { ...body, userId: id } : body
}

function isFields(body: unknown): body is Fields | undefined {
  return body === undefined || (typeof body === 'object' && body !== null && !Array.isArray(body))
}

/** Query strings are text: numbers are read as numbers. */
function listInput({ query }: Parts) {
  return { page: numberOf(query.page), limit: numberOf(query.limit), ...queueFilter(query) }
}

/** The filter of the queue as an address says it; 'all' is the button without a status. */
export function queueFilter({ status, search }: Fields): Fields {
  return { status: status === 'all' || status === '' ? undefined : status, search }
}

function directoryInput({ query: { page, limit, search, sort } }: Parts) {
  return { page: numberOf(page), limit: numberOf(limit), search, sort }
}

function numberOf(text: unknown): number | undefined {
  return text === undefined ? undefined : Number(text)
}

function messagesInput({ params, query: { before, limit } }: Parts) {
  return { ...params, before: numberOf(before), limit: numberOf(limit) }
}

function chatSessionsInput(parts: Parts) {
  return { ...listInput(parts), assignee: parts.query.assignee }
}
