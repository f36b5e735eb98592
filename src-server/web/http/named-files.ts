import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { offline } from '#shared/offline.ts'
import { siteDefaults } from '#shared/site-settings.ts'
import type { AppContext } from '../../context.ts'
import { withBrandName } from './site-name.ts'

type Files = { clientFolder: string; site: AppContext['site']; hasWorker: boolean }

/** The built files that have the brand name in them: the manifest, and the offline page with its service worker. */
export async function namedFileRoutes(server: FastifyInstance, { clientFolder, site, hasWorker }: Files) {
  const built = (name: string) => readFile(path.join(clientFolder, name), 'utf8')

  server.get(`/${MANIFEST}`, async (_, reply) => {
    const manifest = JSON.parse(await built(MANIFEST)) as object
    const { brandName } = site.current
    const names = brandName === siteDefaults.brandName ? {} : { name: brandName, short_name: brandName }
    reply.headers({ 'content-type': 'application/manifest+json; charset=utf-8', 'cache-control': 'no-cache' })
    return reply.send(JSON.stringify({ ...manifest, ...names }))
  })
  server.get(`/${offline.page}`, async (_, reply) => {
    reply.headers({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' })
    return reply.send(withBrandName(await built(offline.page), site.current.brandName))
  })
  server.get(`/${offline.worker}`, async (_, reply) => {
    reply.headers({ 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' })
    // A browser installs a worker whose bytes differ, which stores the offline page again.
    const worker = async () => `${await built(offline.worker)}// ${JSON.stringify(site.current.brandName)}\n`
    return reply.send(hasWorker ? await worker() : removal)
  })
}

/** The service worker with SERVICE_WORKER=off: it deletes what the former one stored and unregisters itself. */
const removal = `
addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) await caches.delete(name)
  await registration.unregister()
})()))
`

const MANIFEST = 'manifest.webmanifest'
