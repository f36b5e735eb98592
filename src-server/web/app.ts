import type { Server } from 'node:http'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { AppContext } from '../context.ts'
import { AppError, notFound } from '../platform/errors.ts'
import { requestIds } from '../platform/ids.ts'
import { countWaitingMails } from '../platform/mail/outbox-queries.ts'
import { acceptBearer, hasBearer } from './auth/bearer-token.ts'
import { calledBy } from './http/called-by.ts'
import { watchConnections } from './http/connection-monitor.ts'
import { type DownloadConcurrency, limitDownloads } from './http/download-concurrency.ts'
import { dropEmptyBody } from './http/empty-body.ts'
import { type ErrorResponse, errorResponse } from './http/error-response.ts'
import { stopGracefully } from './http/graceful-shutdown.ts'
import { healthRoutes } from './http/health-routes.ts'
import { type DelayMeasure, watchOverload } from './http/load-shedding.ts'
import type { Metrics } from './http/metrics.ts'
import { logRequests, requestFacts } from './http/request-facts.ts'
import { createOriginCheck, foreignMessage, isSafeMethod } from './http/same-origin.ts'
import { securityHeaders } from './http/security-headers.ts'
import { type HttpLimits, httpLimits } from './http/server-limits.ts'
import { limitedServer, rejectExpectation, rejectMalformedHttp } from './http/server-options.ts'
import { readBuiltPages, type SiteFolders, staticSite } from './http/static-site.ts'
import { tagFrameRoutes } from './http/third-party-tag-frame.ts'
import { exportTelemetry, traceRequests } from './http/trace-requests.ts'
import { countOpenForms, type UploadConcurrency } from './http/upload-concurrency.ts'
import { csvRoutes } from './rest/csv-calls.ts'
import { docsRoutes } from './rest/docs-routes.ts'
import { fileRoutes } from './rest/file-routes.ts'
import { pageViewRoutes } from './rest/page-view-routes.ts'
import { restPlugin } from './rest/rest-plugin.ts'
import { assertRouteAccess, catalogueRoutes, routeScopes, urgentCalls, webhookRoutes } from './rest/routes.ts'
import { trpcPlugin } from './trpc/http/trpc-plugin.ts'
import { trpcErrorBody } from './trpc/trpc.ts'
import { createWebSocketEndpoint, type WebSocketEndpoint } from './websocket/websocket-server.ts'

const JSON_BODY_LIMIT = 64 * 1024

export type App = {
  server: FastifyInstance
  socket: WebSocketEndpoint
  /** Undefined unless configured: metrics cost every request a little. */
  metrics: Metrics | undefined
  /** Makes `/api/ready` false, so that proxies send no more requests; everything else continues. */
  drain(): void
  stop(): Promise<void>
}

export type AppOptions = {
  site?: SiteFolders
  limits?: Partial<HttpLimits>
  /** The measure of event loop delay; tests replace it. */
  delay?: DelayMeasure
  /** Requests that arrive earlier wait for it. */
  opened?: Promise<void>
}

/** The HTTP server below the base path: checks, tRPC, REST, files, the WebSocket and, with `site`, the pages. */
export async function createApp(app: AppContext, options: AppOptions = {}): Promise<App> {
  const { basePath } = app.config
  const limits = { ...httpLimits, ...options.limits }
  const pages = options.site && readBuiltPages(options.site.pagesFolder, basePath)
  const headers = securityHeaders(app.config, pages?.scriptHashes ?? [])
  const sendError = errorHandler(headers.api)
  const log = app.log as FastifyBaseLogger
  const server = Fastify<Server>({
    ...limitedServer(limits),
    // Only failed requests are logged here; the reverse proxy keeps the access log.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIds(),
    // Log lines name their request themselves, without a child logger.
    childLoggerFactory: () => log,
    bodyLimit: JSON_BODY_LIMIT,
    routerOptions: { maxParamLength: 1_000 },
    // Undecodable URLs fail before any route or error handler.
    frameworkErrors: sendError,
    clientErrorHandler: (error, connection) =>
      rejectMalformedHttp(error, connection, connections.isAnswering(connection), headers.api),
  })
  server.log = log
  server.setErrorHandler(sendError)
  server.server.on('checkExpectation', (_, response) => rejectExpectation(response, headers.api))
  const connections = watchConnections(server.server, limits, headers.api)
  const loadShedding = watchOverload(limits, options.delay)
  server.addHook('onClose', async () => {
    connections.stopWatching()
    loadShedding.stop()
  })

  // First, so that what the other hooks reject is traced too.
  if (app.config.telemetryEndpoint !== undefined) traceRequests(server, app.config)
  if (options.opened) waitUntil(options.opened, server)
  const isOwnRequest = createOriginCheck(app)
  server.addHook('onRequest', (request, reply, done) => {
    const { method, headers: given } = request
    const call = calledBy(request, basePath)
    reply.headers(call === undefined ? headers.page : headers.api)
    if (call !== undefined && loadShedding.isOverloaded() && !urgentCalls.has(call))
      return done(loadShedding.rejection())
    if (request.raw.rawHeaders.length > 2 * limits.headerCount)
      return done(new AppError('bad_request', 'The request has too many headers.'))
    if (isSafeMethod(method) || hasBearer(given) || isOwnRequest(given)) return done()
    done(new AppError('forbidden', foreignMessage(app.config)))
  })

  server.addHook('preParsing', dropEmptyBody)

  const socket = createWebSocketEndpoint(app)
  server.server.on('upgrade', socket.upgrade)
  server.addHook('preClose', socket.close)

  const forms = countOpenForms(app, limits)
  const downloads = limitDownloads(limits)
  // Imported only when configured: its library takes 10 MB of memory.
  const metrics =
    app.config.metrics &&
    (await import('./http/metrics.ts')).createMetrics(server, app, {
      socket,
      connections,
      forms,
      downloads,
      loadShedding,
    })
  exportTelemetry(app, [
    { name: 'gce.websockets', description: 'WebSockets that are open', read: () => socket.size() },
    { name: 'gce.mails.waiting', description: 'Mails that were not sent yet', read: () => countWaitingMails(app.db) },
  ])
  if (app.config.logRequests) logRequests(server)

  let isDraining = false
  await server.register(
    async (below) => {
      await below.register(trpcPlugin, { app, sendError: errorHandler(headers.api, trpcErrorBody) })
      await below.register(documentedRoutes, { app, forms, downloads, isDraining: () => isDraining })
      if (options.site && pages) await below.register(staticSite, { ...options.site, pages, app })
    },
    { prefix: basePath },
  )
  if (basePath !== '')
    for (const path of ['/', '/robots.txt']) server.get(path, (_, reply) => reply.redirect(basePath + path))
  if (basePath !== '' || !options.site) server.setNotFoundHandler(throwNotFound)
  const drain = () => {
    isDraining = true
  }
  const stop = () => {
    drain()
    return stopGracefully({ server, socket, connections }, limits)
  }
  return { server, socket, metrics, drain, stop }
}

function waitUntil(opened: Promise<void>, server: FastifyInstance) {
  let isOpen = false
  void opened.then(() => {
    isOpen = true
  })
  server.addHook('onRequest', (_, __, done) => (isOpen ? done() : void opened.then(() => done())))
}

type RouteOptions = {
  app: AppContext
  forms: UploadConcurrency
  downloads: DownloadConcurrency
  isDraining: () => boolean
}

async function documentedRoutes(server: FastifyInstance, { app, forms, downloads, isDraining }: RouteOptions) {
  server.addHook('onRoute', ({ method, routePath }) => {
    for (const each of [method].flat()) assertRouteAccess(each, routePath)
  })
  acceptBearer(server, app, routeScopes)
  await healthRoutes(server, { app, isDraining })
  await restPlugin(server, { app })
  // A scope of its own: the multipart plugin hooks into every request of its scope.
  await server.register(fileRoutes, { app, forms, downloads })
  await server.register(webhookRoutes, { app })
  await csvRoutes(server, { app, downloads })
  await tagFrameRoutes(server, { app })
  await docsRoutes(server, { app })
  await pageViewRoutes(server, { app })
  await catalogueRoutes(server, { app })
}

const throwNotFound = () => {
  throw notFound()
}

type ErrorHandler = Parameters<FastifyInstance['setErrorHandler']>[0]

const restErrorBody = ({ body }: ErrorResponse, requestId: string): unknown => ({ ...body, requestId })

/** @param headers of the API, for undecodable URLs, which fail before a hook sets any */
function errorHandler(headers: Readonly<Record<string, string>>, bodyOf = restErrorBody): ErrorHandler {
  return (error, request, reply) => {
    const response = errorResponse(error)
    if (response.status >= 500)
      request.log.error({ err: error, ...requestFacts(request, response.status) }, 'request failed')
    if (!reply.hasHeader('x-content-type-options')) reply.headers(headers)
    reply
      .code(response.status)
      .headers(response.headers)
      // A response that fails while it is sent still has its original content type.
      .type('application/json; charset=utf-8')
      .send(bodyOf(response, request.id))
  }
}
