import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import { pageFactsOf } from '../trpc/page-facts.ts'
import { handlerRoutes } from './handler-routes.ts'

/** What differs from the seed of the program, and the values of the site. Browsers get 304 while nothing changed. */
export async function catalogueRoutes(server: FastifyInstance, { app }: { app: AppContext }) {
  server.get(handlerRoutes.catalogue.url, async (request, reply) => {
    const etag = `${app.catalogue.current.etag.slice(0, -1)}-${app.site.stamp}"`
    reply.headers({ etag, 'cache-control': 'no-cache' })
    return request.headers['if-none-match']?.includes(etag) ? reply.code(304).send() : pageFactsOf(app)
  })
}
