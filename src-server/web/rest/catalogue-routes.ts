import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import { handlerRoutes } from './handler-routes.ts'

/** What differs from the seed of the program. Browsers ask each time and get 304 while nothing changed. */
export async function catalogueRoutes(server: FastifyInstance, { app }: { app: AppContext }): Promise<void> {
  server.get(handlerRoutes.catalogue.url, async (request, reply) => {
    const { etag, output } = app.catalogue.current
    reply.headers({ etag, 'cache-control': 'no-cache' })
    return request.headers['if-none-match']?.includes(etag) ? reply.code(304).send() : output
  })
}
