import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import { MAX_WEBHOOK_BYTES } from '../../payouts/paypal/webhook.ts'
import { receiveWebhook } from '../../payouts/sending/paypal-calls.ts'
import type { RouteScopes } from '../auth/bearer-token.ts'
import type { Access, CallPolicy } from '../auth/permissions.ts'
import { pageFactsOf } from '../trpc/page-facts.ts'
import { procedures } from '../trpc/procedures.ts'
import { handlerRoutes, internalRouteTable } from './handler-routes.ts'
import { procedureRoutes } from './procedure-routes.ts'
import { type HandlerRoute, type ProcedureRoute, routeName, runRoute } from './route.ts'

export type Route = (ProcedureRoute | HandlerRoute) & { policy: CallPolicy & { access: Access } }

function withPolicy(row: ProcedureRoute | HandlerRoute): Route {
  if (!('procedure' in row)) return { ...row, policy: row }
  const policy = procedures[row.procedure]
  if (!policy) throw new Error(`${routeName(row)} calls ${row.procedure}, which does not exist.`)
  return { ...row, policy }
}

/** Every documented call by its name, with the policy that its procedure or its own row declares. */
export const documentedRoutes: Readonly<Record<string, Route>> = Object.fromEntries(
  [...procedureRoutes, ...Object.values<HandlerRoute>(handlerRoutes)].map((row) => [routeName(row), withPolicy(row)]),
)

/** Who may call each route outside tRPC. */
export const routeAccess: Readonly<Record<string, Access>> = Object.fromEntries([
  ...Object.entries(documentedRoutes).map(([name, { policy }]) => [name, policy.access]),
  ...internalRouteTable.map((row) => [routeName(row), row.access]),
])

/** Without the calls that refuse every token: those that are not for anyone and have no scope. */
export const routeScopes: RouteScopes = Object.fromEntries(
  Object.entries(documentedRoutes).flatMap(([name, { scopes, policy }]) =>
    scopes.length > 0 || policy.access === 'anyone' ? [[name, scopes]] : [],
  ),
)

/** Calls that are served while the server sheds load, by their route or as '/trpc/' with the procedure. */
export const urgentCalls: ReadonlySet<string> = new Set([
  ...Object.values(documentedRoutes).flatMap(({ url, policy }) => (policy.isUrgent ? [url] : [])),
  ...Object.keys(procedures).flatMap((path) => (procedures[path]?.isUrgent ? [`/trpc/${path}`] : [])),
])

/** @throws when a route is registered that no table declares */
export function assertRouteAccess(method: string, url: string) {
  if (method === 'HEAD' || method === 'OPTIONS') return
  if (!Object.hasOwn(routeAccess, `${method} ${url}`))
    throw new Error(`The route table does not declare ${method} ${url}.`)
}

/** What differs from the seed of the program, and the values of the site. Browsers get 304 while nothing changed. */
export async function catalogueRoutes(server: FastifyInstance, { app }: { app: AppContext }) {
  server.get(handlerRoutes.catalogue.url, async (request, reply) => {
    const etag = `${app.catalogue.current.etag.slice(0, -1)}-${app.site.stamp}"`
    reply.headers({ etag, 'cache-control': 'no-cache' })
    return request.headers['if-none-match']?.includes(etag) ? reply.code(304).send() : pageFactsOf(app)
  })
}

const { paypalWebhook } = handlerRoutes

/** Webhooks, in a scope of their own: a signature covers the bytes of the body, so it is not parsed before. */
export async function webhookRoutes(server: FastifyInstance, { app }: { app: AppContext }) {
  server.removeAllContentTypeParsers()
  const raw = { parseAs: 'buffer', bodyLimit: MAX_WEBHOOK_BYTES } as const
  server.addContentTypeParser('*', raw, (_, body, done) => done(null, body))

  server.post(paypalWebhook.url, async (request, reply) => {
    const body = request.body instanceof Uint8Array ? request.body : new Uint8Array()
    const { headers } = request
    await runRoute(app, paypalWebhook, request, reply, (caller) =>
      receiveWebhook(caller, { headers, body, source: caller.source }),
    )
    return { ok: true }
  })
}
