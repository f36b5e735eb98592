import { type FastifyTRPCPluginOptions, fastifyTRPCPlugin } from '@trpc/server/adapters/fastify'
import type { FastifyInstance } from 'fastify'
import { chatMessages } from '#shared/chat.ts'
import { rejectBearerToken } from '../auth/bearer-token.ts'
import { httpApiContext } from '../auth/request-context.ts'
import type { AppContext } from '../context.ts'
import { AppError } from '../errors.ts'
import { errorResponse } from '../http/error-response.ts'
import { type ProcedurePolicy, procedures } from './procedures.ts'
import { type AppRouter, appRouter } from './router.ts'

const pathsWhere = (matches: (policy: ProcedurePolicy) => boolean): ReadonlySet<string> =>
  new Set(Object.keys(procedures).filter((path) => matches(procedures[path] as ProcedurePolicy)))
const subscriptions = pathsWhere(({ type }) => type === 'subscription')
const largeReads = pathsWhere(({ isLargeRead = false }) => isLargeRead)
/** A batch is in memory as a whole until its last response is there. */
const MAX_READS_PER_BATCH = 2

/** `sendError` responds to errors of hooks and body parsers, which the adapter does not see. */
type Options = { app: AppContext; sendError: Parameters<FastifyInstance['setErrorHandler']>[0] }

/** tRPC over HTTP, in a scope of its own: the adapter replaces the body parsers of its scope. */
export async function trpcPlugin(server: FastifyInstance, { app, sendError }: Options): Promise<void> {
  server.setErrorHandler(sendError)
  rejectBearerToken(server)
  server.addHook('onRequest', (request, _, done) => {
    // A stream over HTTP would outlive its session: only WebSockets are closed when a session ends.
    if (isSubscription(request.params))
      return done(new AppError('bad_request', 'Subscriptions are only available over WebSocket.'))
    if (countReads(request.params) > MAX_READS_PER_BATCH)
      return done(new AppError('bad_request', chatMessages.tooManyReads(MAX_READS_PER_BATCH)))
    // The adapter accepts forms and fails to parse them; pages send JSON only.
    const isJson = /^application\/json\b/i.test(request.headers['content-type'] ?? 'application/json')
    done(isJson ? undefined : new AppError('unsupported_type', "This content type isn't supported here."))
  })
  await server.register(fastifyTRPCPlugin, {
    prefix: '/trpc',
    trpcOptions: {
      router: appRouter,
      maxBatchSize: 10,
      createContext: ({ req, res }) => httpApiContext(app, req, res),
      responseMeta: ({ errors: [error] }) => (error ? { headers: errorResponse(error).headers } : {}),
      onError: ({ error, path, ctx }) => {
        const { status } = errorResponse(error)
        if (status < 500) return
        const facts = { requestId: ctx?.requestId, procedure: path, status }
        app.log.error({ err: error.cause ?? error, ...facts }, 'procedure failed')
      },
    },
  } satisfies FastifyTRPCPluginOptions<AppRouter>)
}

function countReads(params: unknown): number {
  const { path = '' } = params as { path?: string }
  return path.split(',').filter((each) => largeReads.has(each)).length
}

/** Whether one of the called procedures is a subscription; a batch separates their paths with commas. */
function isSubscription(params: unknown): boolean {
  const { path = '' } = params as { path?: string }
  return subscriptions.has(path) || (path.includes(',') && path.split(',').some((each) => subscriptions.has(each)))
}
