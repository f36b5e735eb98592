import type { FastifyInstance } from 'fastify'
import { offline } from '#shared/offline.ts'

/** Replaces the installed service worker: deletes what it stored and unregisters itself. */
const removal = `
addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) await caches.delete(name)
  await registration.unregister()
})()))
`

/** With SERVICE_WORKER=off the file of the service worker is one that removes it. */
export async function serviceWorkerRoutes(server: FastifyInstance): Promise<void> {
  server.get(`/${offline.worker}`, (_, reply) =>
    reply.headers({ 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' }).send(removal),
  )
}
