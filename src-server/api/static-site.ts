import { existsSync } from 'node:fs'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { notFound } from '../errors.ts'

const YEAR_SECONDS = 365 * 24 * 60 * 60

/** Serves the built client: hashed assets for ever, the page itself always checked, and the page for every screen. */
export async function staticSite(server: FastifyInstance, { folder }: { folder: string }): Promise<void> {
  if (!existsSync(folder)) throw new Error(`The client is not built: ${folder} is missing. Run: npm run build`)
  await server.register(fastifyStatic, {
    root: folder,
    index: 'index.html',
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, file) => {
      const isHashed = file.includes('/assets/')
      reply.header('cache-control', isHashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache')
    },
  })
  server.setNotFoundHandler((request, reply) => {
    const isScreen = request.method === 'GET' && !/^\/(api|trpc|assets)(\/|\?|$)/.test(request.url)
    if (!isScreen) throw notFound()
    return reply.sendFile('index.html')
  })
}
