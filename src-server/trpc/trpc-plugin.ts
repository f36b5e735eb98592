import { type FastifyTRPCPluginOptions, fastifyTRPCPlugin } from '@trpc/server/adapters/fastify'
import type { FastifyInstance } from 'fastify'
import { chatMessages } from '#shared/chat.ts'
import { rejectBearerToken } from '../auth/bearer-token.ts'
import { httpApiContext } from '../auth/request-context.ts'
import type { AppContext } from '../context.ts'
import { AppError } from '../errors.ts'
import { errorResponse } from '../http/error-response.ts'
import { type AppRouter, appRouter } from './router.ts'

/** Procedures whose answer can be a megabyte. A batch is answered when all of it is there. */
const largeReads: ReadonlySet<string> = new Set(['chat.messages', 'admin.chat.thread'])
const MAX_READS_PER_BATCH = 2

/** tRPC over HTTP. Encapsulated on its own: the adapter replaces the body parsers of its scope. */
export async function trpcPlugin(server: FastifyInstance, { app }: { app: AppContext }): Promise<void> {
  rejectBearerToken(server)
  server.addHook('onRequest', (request, _, done) => {
    // As a stream over HTTP it would go on when its session has ended: only sockets are closed then.
    if (isSubscription(request.params)) return done(new AppError('bad_request', 'This is watched over the WebSocket.'))
    if (countReads(request.params) > MAX_READS_PER_BATCH)
      return done(new AppError('bad_request', chatMessages.tooManyReads(MAX_READS_PER_BATCH)))
    // The adapter takes forms and cannot read them; nothing but JSON is sent here.
    const isJson = /^application\/json\b/i.test(request.headers['content-type'] ?? 'application/json')
    done(isJson ? undefined : new AppError('unsupported_type', 'This content type cannot be read here.'))
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

const subscriptions = new Set(
  Object.entries(appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>)
    .filter(([, procedure]) => procedure._def.type === 'subscription')
    .map(([path]) => path),
)

function countReads(params: unknown): number {
  const { path = '' } = params as { path?: string }
  return path.split(',').filter((each) => largeReads.has(each)).length
}

/** Whether one of the procedures asked for is a subscription; a batch names them with commas between. */
function isSubscription(params: unknown): boolean {
  const { path = '' } = params as { path?: string }
  return subscriptions.has(path) || (path.includes(',') && path.split(',').some((each) => subscriptions.has(each)))
}
