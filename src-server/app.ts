import type { Server } from 'node:http'
import helmet from '@fastify/helmet'
import { type FastifyTRPCPluginOptions, fastifyTRPCPlugin } from '@trpc/server/adapters/fastify'
import Fastify, { type FastifyBaseLogger, type FastifyError, type FastifyInstance, LogController } from 'fastify'
import { assertProcedureAccess, assertRouteAccess } from './api/access.ts'
import { httpApiContext } from './api/api-context.ts'
import { errorAnswer } from './api/error-answer.ts'
import { filesDoor } from './api/files.ts'
import { isOwnRequest, isSafeMethod } from './api/gate.ts'
import { restDoor } from './api/rest.ts'
import { type AppRouter, appRouter } from './api/router.ts'
import { createSocketDoor, type SocketDoor } from './api/socket.ts'
import { staticSite } from './api/static-site.ts'
import { isSecure } from './api/viewer.ts'
import type { AppContext } from './context.ts'
import { AppError, notFound } from './errors.ts'
import { newId } from './ids.ts'

const JSON_BODY_LIMIT = 64 * 1024
/** A slow phone may need this long for ten photos. Head and idle limits are far shorter. */
const REQUEST_TIMEOUT_MS = 300_000

export type App = { server: FastifyInstance; socket: SocketDoor }

/**
 * The whole HTTP side over a context: the gate, the two doors (tRPC and REST), files, the WebSocket and, when
 * `clientFolder` is given, the built pages.
 */
export async function createApp(app: AppContext, options: { clientFolder?: string } = {}): Promise<App> {
  const server = Fastify<Server>({
    loggerInstance: app.log as FastifyBaseLogger,
    // Requests are logged when they fail; a proxy in front keeps the access log.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => newId(),
    trustProxy: app.config.trustProxy.length > 0 ? [...app.config.trustProxy] : false,
    bodyLimit: JSON_BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 1_000 },
    routerOptions: { maxParamLength: 1_000 },
  })
  server.setErrorHandler(answerError)

  server.addHook('onRequest', async (request, reply) => {
    if (!isSafeMethod(request.method) && !isOwnRequest(app.config, request.headers))
      throw new AppError('forbidden', 'This request did not come from our own pages.')
    if (/^\/(api|trpc)\//.test(request.url)) reply.header('cache-control', 'no-store')
  })
  await server.register(helmet, headerPolicy(isSecure(app.config)))

  const socket = createSocketDoor(app)
  server.server.on('upgrade', socket.upgrade)
  server.addHook('preClose', async () => socket.close())

  assertProcedureAccess(appRouter)
  await server.register(trpcDoor, { app })
  await server.register(documentedDoors, { app })
  if (options.clientFolder !== undefined) await server.register(staticSite, { folder: options.clientFolder })
  else server.setNotFoundHandler(answerNotFound)
  return { server, socket }
}

/** Encapsulated on its own: the tRPC adapter replaces the body parsers of its scope. */
async function trpcDoor(server: FastifyInstance, { app }: { app: AppContext }): Promise<void> {
  await server.register(fastifyTRPCPlugin, {
    prefix: '/trpc',
    trpcOptions: {
      router: appRouter,
      maxBatchSize: 10,
      createContext: ({ req, res }) => httpApiContext(app, req, res),
      onError: ({ error, path }) => {
        if (error.code === 'INTERNAL_SERVER_ERROR')
          app.log.error({ err: error.cause ?? error, path }, 'procedure failed')
      },
    },
  } satisfies FastifyTRPCPluginOptions<AppRouter>)
}

async function documentedDoors(server: FastifyInstance, { app }: { app: AppContext }): Promise<void> {
  server.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) assertRouteAccess(each, url)
  })
  server.get('/api/health', async () => ({ ok: true }))
  await restDoor(server, { app })
  await filesDoor(server, { app })
}

const answerNotFound = () => {
  throw notFound()
}

const answerError: Parameters<FastifyInstance['setErrorHandler']>[0] = (error, request, reply) => {
  const { status, body } = errorAnswer(readable(error as FastifyError))
  if (status >= 500) request.log.error({ err: error, requestId: request.id }, 'request failed')
  reply.code(status).send({ ...body, requestId: request.id })
}

/** Fastify's own refusals (broken JSON, too long a body, a broken multipart stream) in words of ours. */
function readable(error: FastifyError): unknown {
  const { statusCode, code } = error
  if (error instanceof AppError || statusCode === undefined) return isBrokenBody(error) ? brokenBody() : error
  if (statusCode === 413) return new AppError('too_large', 'The request is too large.')
  if (statusCode === 415) return new AppError('unsupported_type', 'This content type cannot be read here.')
  if (statusCode === 404) return notFound()
  return statusCode < 500 || code?.startsWith('FST_REQ_FILE') ? brokenBody() : error
}

/** The multipart parser reports what is wrong with a body as plain errors. */
function isBrokenBody(error: Error): boolean {
  return /multipart|boundary|unexpected end of form|part header|premature close|aborted/i.test(error.message)
}

function brokenBody(): AppError {
  return new AppError('bad_request', 'The request cannot be read.')
}

function headerPolicy(isHttps: boolean) {
  return {
    strictTransportSecurity: isHttps,
    referrerPolicy: { policy: 'no-referrer' },
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        // Radix locks scrolling under a dialog with a style element of its own.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'blob:', 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
      },
    },
  } as const
}
