import type { Server } from 'node:http'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { acceptBearer, hasBearer } from './auth/bearer-token.ts'
import { assertProcedureAccess, assertRouteAccess } from './auth/permissions.ts'
import type { AppContext } from './context.ts'
import { AppError, notFound } from './errors.ts'
import { calledBy } from './http/called-by.ts'
import { watchConnections } from './http/connection-monitor.ts'
import { type DownloadConcurrency, limitDownloads } from './http/download-concurrency.ts'
import { errorResponse } from './http/error-response.ts'
import { stopGracefully } from './http/graceful-shutdown.ts'
import { healthRoutes } from './http/health-routes.ts'
import { canShed, type DelayMeasure, watchOverload } from './http/load-shedding.ts'
import { createMetrics, type Metrics } from './http/metrics.ts'
import { logRequests, requestFacts } from './http/request-log.ts'
import { isOwnRequest, isSafeMethod } from './http/same-origin.ts'
import { securityHeaders } from './http/security-headers.ts'
import { type HttpLimits, httpLimits } from './http/server-limits.ts'
import { limitedServer, rejectMalformedHttp } from './http/server-options.ts'
import { readBuiltPages, type SiteFolders, staticSite } from './http/static-site.ts'
import { tagFrameRoutes } from './http/third-party-tag-frame.ts'
import { countOpenForms, type UploadConcurrency } from './http/upload-concurrency.ts'
import { requestIds } from './ids.ts'
import { docsRoutes } from './rest/docs-routes.ts'
import { fileRoutes } from './rest/file-routes.ts'
import { pageViewRoutes } from './rest/page-view-routes.ts'
import { restRoutes } from './rest/routes.ts'
import { csvRoutes } from './rest/submissions-csv-route.ts'
import { appRouter } from './trpc/router.ts'
import { trpcPlugin } from './trpc/trpc-plugin.ts'
import { createWebSocketEndpoint, type WebSocketEndpoint } from './websocket/websocket-server.ts'

const JSON_BODY_LIMIT = 64 * 1024

export type App = {
  server: FastifyInstance
  socket: WebSocketEndpoint
  /** Undefined unless they are configured: counting costs every request a little. */
  metrics: Metrics | undefined
  /** Answers what is under way and closes; see `stopGracefully`. */
  stop(): Promise<void>
}

export type AppOptions = {
  site?: SiteFolders
  limits?: Partial<HttpLimits>
  /** What tells how late things are; the event loop itself unless a test says otherwise. */
  delay?: DelayMeasure
}

/**
 * The whole HTTP side over a context, below its base path: the gate, the two doors (tRPC and REST), files, the
 * WebSocket and, when `site` is given, the built pages.
 */
export async function createApp(app: AppContext, options: AppOptions = {}): Promise<App> {
  const { basePath } = app.config
  const limits = { ...httpLimits, ...options.limits }
  const pages = options.site && readBuiltPages(options.site.pagesFolder)
  const headers = securityHeaders(app.config, pages?.scriptHashes ?? [])
  const answerError = errorHandler(headers.api)
  const log = app.log as FastifyBaseLogger
  const server = Fastify<Server>({
    ...limitedServer(limits),
    // Requests are logged when they fail; a proxy in front keeps the access log.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIds(),
    // Given as `loggerInstance`, a logger makes Fastify listen to the end of every answer, which then outlives its youth.
    childLoggerFactory: () => log,
    bodyLimit: JSON_BODY_LIMIT,
    routerOptions: { maxParamLength: 1_000 },
    // Addresses that cannot be decoded are refused before any route or error handler.
    frameworkErrors: answerError,
    clientErrorHandler: (error, connection) =>
      rejectMalformedHttp(error, connection, connections.isAnswering(connection), headers.api),
  })
  server.log = log
  server.setErrorHandler(answerError)
  const connections = watchConnections(server.server, limits, headers.api)
  const loadShedding = watchOverload(limits, options.delay)
  server.addHook('onClose', async () => {
    connections.stopWatching()
    loadShedding.stop()
  })

  server.addHook('onRequest', (request, reply, done) => {
    const { method, headers: given } = request
    const call = calledBy(request, basePath)
    reply.headers(call === undefined ? headers.page : headers.api)
    if (call !== undefined && loadShedding.isOverloaded() && canShed(call)) return done(loadShedding.rejection())
    if (request.raw.rawHeaders.length > 2 * limits.headerCount)
      return done(new AppError('bad_request', 'The request has too many headers.'))
    if (isSafeMethod(method) || hasBearer(given) || isOwnRequest(app.config, given)) return done()
    done(new AppError('forbidden', 'This request did not come from our own pages.'))
  })

  const socket = createWebSocketEndpoint(app)
  server.server.on('upgrade', socket.upgrade)
  server.addHook('preClose', socket.close)

  const forms = countOpenForms(app, limits)
  const downloads = limitDownloads(limits)
  const metrics =
    app.config.metrics && createMetrics(server, app, { socket, connections, forms, downloads, loadShedding })
  if (app.config.logRequests) logRequests(server)

  let isStopping = false
  assertProcedureAccess(appRouter)
  await server.register(
    async (below) => {
      await below.register(trpcPlugin, { app })
      await below.register(documentedDoors, { app, forms, downloads, isStopping: () => isStopping })
      if (options.site && pages) await below.register(staticSite, { ...options.site, pages })
    },
    { prefix: basePath },
  )
  if (basePath !== '') server.get('/', (_, reply) => reply.redirect(`${basePath}/`))
  if (basePath !== '' || !options.site) server.setNotFoundHandler(answerNotFound)
  const stop = () => {
    isStopping = true
    return stopGracefully({ server, socket, connections }, limits)
  }
  return { server, socket, metrics, stop }
}

type Doors = { app: AppContext; forms: UploadConcurrency; downloads: DownloadConcurrency; isStopping: () => boolean }

async function documentedDoors(server: FastifyInstance, { app, forms, downloads, isStopping }: Doors): Promise<void> {
  server.addHook('onRoute', ({ method, routePath }) => {
    for (const each of [method].flat()) assertRouteAccess(each, routePath)
  })
  acceptBearer(server, app)
  await healthRoutes(server, { app, isStopping })
  await restRoutes(server, { app })
  // In a scope of its own: the parser of forms hooks itself into every request it can.
  await server.register(fileRoutes, { app, forms, downloads })
  await csvRoutes(server, { app, downloads })
  await tagFrameRoutes(server, { app })
  await docsRoutes(server, { app })
  await pageViewRoutes(server, { app })
}

const answerNotFound = () => {
  throw notFound()
}

/** @param headers of the API: an address that cannot be decoded is refused before any hook gives it some */
function errorHandler(headers: Readonly<Record<string, string>>): Parameters<FastifyInstance['setErrorHandler']>[0] {
  return (error, request, reply) => {
    const answer = errorResponse(error)
    if (answer.status >= 500)
      request.log.error({ err: error, ...requestFacts(request, answer.status) }, 'request failed')
    if (!reply.hasHeader('x-content-type-options')) reply.headers(headers)
    reply
      .code(answer.status)
      .headers(answer.headers)
      // An answer that fails while it is sent has the type of what it was to be.
      .type('application/json; charset=utf-8')
      .send({ ...answer.body, requestId: request.id })
  }
}
