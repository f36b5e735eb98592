import type { Server } from 'node:http'
import { type FastifyTRPCPluginOptions, fastifyTRPCPlugin } from '@trpc/server/adapters/fastify'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { assertProcedureAccess, assertRouteAccess } from './api/access.ts'
import { httpApiContext } from './api/api-context.ts'
import { acceptBearer, hasBearer, refuseBearer } from './api/bearer.ts'
import { docsDoor } from './api/docs-door.ts'
import { errorAnswer } from './api/error-answer.ts'
import { exportsDoor } from './api/exports.ts'
import { filesDoor } from './api/files.ts'
import { isOwnRequest, isSafeMethod } from './api/gate.ts'
import { restDoor } from './api/rest.ts'
import { type AppRouter, appRouter } from './api/router.ts'
import { securityHeaders } from './api/security-headers.ts'
import { createSocketDoor, type SocketDoor } from './api/socket.ts'
import { readBuiltPages, type SiteFolders, staticSite } from './api/static-site.ts'
import { tagFrameDoor } from './api/tag-frame.ts'
import { visitsDoor } from './api/visits.ts'
import type { AppContext } from './context.ts'
import { AppError, notFound } from './errors.ts'
import { requestIds } from './ids.ts'

const JSON_BODY_LIMIT = 64 * 1024
/** A slow phone may need this long for ten photos. Head and idle limits are far shorter. */
const REQUEST_TIMEOUT_MS = 300_000

export type App = { server: FastifyInstance; socket: SocketDoor }

/**
 * The whole HTTP side over a context, below its base path: the gate, the two doors (tRPC and REST), files, the
 * WebSocket and, when `site` is given, the built pages.
 */
export async function createApp(app: AppContext, options: { site?: SiteFolders } = {}): Promise<App> {
  const { basePath } = app.config
  const server = Fastify<Server>({
    loggerInstance: app.log as FastifyBaseLogger,
    // Requests are logged when they fail; a proxy in front keeps the access log.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIds(),
    // Failures name their request themselves; a logger of its own for every request is not free.
    childLoggerFactory: (logger) => logger,
    trustProxy: app.config.trustProxy.length > 0 ? [...app.config.trustProxy] : false,
    bodyLimit: JSON_BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 1_000 },
    routerOptions: { maxParamLength: 1_000 },
    // Addresses that cannot be decoded are refused before any route or error handler.
    frameworkErrors: answerError,
  })
  server.setErrorHandler(answerError)

  const pages = options.site && readBuiltPages(options.site.pagesFolder)
  const headers = securityHeaders(app.config, pages?.scriptHashes ?? [])
  server.addHook('onRequest', (request, reply, done) => {
    const isCall = request.url.startsWith(`${basePath}/api/`) || request.url.startsWith(`${basePath}/trpc/`)
    reply.headers(isCall ? headers.api : headers.page)
    const { method, headers: given } = request
    if (isSafeMethod(method) || hasBearer(given) || isOwnRequest(app.config, given)) return done()
    done(new AppError('forbidden', 'This request did not come from our own pages.'))
  })

  const socket = createSocketDoor(app)
  server.server.on('upgrade', socket.upgrade)
  server.addHook('preClose', socket.close)

  assertProcedureAccess(appRouter)
  await server.register(
    async (below) => {
      await below.register(trpcDoor, { app })
      await below.register(documentedDoors, { app })
      if (options.site && pages) await below.register(staticSite, { ...options.site, pages })
    },
    { prefix: basePath },
  )
  if (basePath !== '') server.get('/', (_, reply) => reply.redirect(`${basePath}/`))
  if (basePath !== '' || !options.site) server.setNotFoundHandler(answerNotFound)
  return { server, socket }
}

/** Encapsulated on its own: the tRPC adapter replaces the body parsers of its scope. */
async function trpcDoor(server: FastifyInstance, { app }: { app: AppContext }): Promise<void> {
  refuseBearer(server)
  server.addHook('onRequest', (request, _, done) => {
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
      responseMeta: ({ errors: [error] }) => (error ? { headers: errorAnswer(error).headers } : {}),
      onError: ({ error, path }) => {
        if (errorAnswer(error).status >= 500) app.log.error({ err: error.cause ?? error, path }, 'procedure failed')
      },
    },
  } satisfies FastifyTRPCPluginOptions<AppRouter>)
}

async function documentedDoors(server: FastifyInstance, { app }: { app: AppContext }): Promise<void> {
  server.addHook('onRoute', ({ method, routePath }) => {
    for (const each of [method].flat()) assertRouteAccess(each, routePath)
  })
  acceptBearer(server, app)
  server.get('/api/health', async () => ({ ok: true }))
  await restDoor(server, { app })
  await filesDoor(server, { app })
  await exportsDoor(server, { app })
  await tagFrameDoor(server, { app })
  await docsDoor(server, { app })
  await visitsDoor(server, { app })
}

const answerNotFound = () => {
  throw notFound()
}

const answerError: Parameters<FastifyInstance['setErrorHandler']>[0] = (error, request, reply) => {
  const { status, headers, body } = errorAnswer(error)
  if (status >= 500) request.log.error({ err: error, requestId: request.id }, 'request failed')
  reply
    .code(status)
    .headers(headers)
    .send({ ...body, requestId: request.id })
}
