import { fastifyRequestHandler } from '@trpc/server/adapters/fastify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { chatMessages } from '#shared/chat.ts'
import type { AppContext } from '../../../context.ts'
import { AppError } from '../../../platform/errors.ts'
import { rejectBearerToken } from '../../auth/bearer-token.ts'
import { httpApiContext } from '../../auth/request-context.ts'
import { errorResponse, unreadable } from '../../http/error-response.ts'
import { procedures } from '../procedures.ts'
import { type AppRouter, appRouter } from '../router.ts'
import { answerJsonCalls, calledProcedures, logFailure, MAX_BATCH_SIZE, readJsonCalls } from './http-calls.ts'

/** A batch is in memory as a whole until its last response is there. */
const MAX_READS_PER_BATCH = 2

/** The procedures whose bodies may be longer than those of others, in a request of their own. */
const longBodies = Object.entries(procedures).flatMap(([path, { rest }]) =>
  rest?.bodyLimit === undefined ? [] : [[path, rest.bodyLimit] as const],
)

type Answer = (app: AppContext, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
/** `sendError` responds to errors of hooks and body parsers, which tRPC does not see. */
type Options = { app: AppContext; sendError: Parameters<FastifyInstance['setErrorHandler']>[0]; answer?: Answer }

/** tRPC over HTTP, in a scope of its own: it replaces the JSON parser of its scope. */
export async function trpcPlugin(server: FastifyInstance, { app, sendError, answer = answerCalls }: Options) {
  server.setErrorHandler(sendError)
  rejectBearerToken(server)
  server.addHook('onRequest', (request, _, done) => {
    const { hasSubscription, largeReads } = calledProcedures((request.params as { path?: string }).path ?? '')
    // A stream over HTTP would outlive its session: only WebSockets are closed when a session ends.
    if (hasSubscription) return done(new AppError('bad_request', 'Subscriptions are only available over WebSocket.'))
    if (largeReads > MAX_READS_PER_BATCH)
      return done(new AppError('bad_request', chatMessages.tooManyReads(MAX_READS_PER_BATCH)))
    // The adapter accepts forms and fails to parse them; pages send JSON only.
    const isJson = /^application\/json\b/i.test(request.headers['content-type'] ?? 'application/json')
    done(isJson ? undefined : new AppError('unsupported_type', "This content type isn't supported here."))
  })
  // Inputs are parsed by the call, after the permission was checked.
  server.removeContentTypeParser('application/json')
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (_, body, done) => done(null, body))
  const answerRequest = (request: FastifyRequest, reply: FastifyReply) => answer(app, request, reply)
  server.all('/trpc/:path', answerRequest)
  for (const [path, bodyLimit] of longBodies)
    server.post(`/trpc/${path}`, { bodyLimit }, (request, reply) => {
      request.params = { path }
      return answerRequest(request, reply)
    })
}

async function answerCalls(app: AppContext, request: FastifyRequest, reply: FastifyReply) {
  const calls = readJsonCalls(request)
  return calls ? answerJsonCalls(app, request, reply, calls) : answerByAdapter(app, request, reply)
}

/** Answers any request by tRPC's own adapter, which builds Web Requests and streams for each. */
export async function answerByAdapter(app: AppContext, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  if (!canBeWebRequest(request)) throw unreadable()
  await fastifyRequestHandler<AppRouter, FastifyRequest, FastifyReply>({
    req: request,
    res: reply,
    path: (request.params as { path: string }).path,
    router: appRouter,
    maxBatchSize: MAX_BATCH_SIZE,
    createContext: ({ req, res }) => httpApiContext(app, req, res),
    responseMeta: ({ errors: [error] }) => (error ? { headers: errorResponse(error).headers } : {}),
    onError: ({ error, path, ctx }) => {
      const { status } = errorResponse(error)
      if (status >= 500) logFailure(app, error, { procedure: path, requestId: ctx?.requestId, status })
    },
  })
  return reply
}

/** `new Request` throws for TRACE and for a URL with a user name. The adapter rejects what is no URL. */
function canBeWebRequest({ method, raw: { url = '' }, headers: { host = 'localhost' } }: FastifyRequest) {
  if (method === 'TRACE') return false
  const base = `http://${host}`
  if (!URL.canParse(url, base)) return true
  const { username, password } = new URL(url, base)
  return username === '' && password === ''
}
