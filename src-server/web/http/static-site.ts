import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { offline } from '#shared/offline.ts'
import { siteDefaults } from '#shared/site-settings.ts'
import type { AppContext } from '../../context.ts'
import { notFound } from '../../platform/errors.ts'
import { calledBy } from './called-by.ts'
import { builtPagesFile, type PageTemplate, pageSender, shell } from './page-sender.ts'
import { withBrandName } from './site-name.ts'

const YEAR_SECONDS = 365 * 24 * 60 * 60

/** See `src/entry-prerender.tsx`. */
type BuiltScreen = PageTemplate & { path: string; unless: string[]; brand?: string; isIndexed?: boolean }

/** The build's list of pages (`src/build/page-templates.ts`). */
type BuiltPages = {
  base: string
  /** The page of unknown addresses. */
  nowhere: PageTemplate
  /** Hashes of the inline scripts of the pages, for the Content Security Policy. */
  scriptHashes: string[]
  screens: BuiltScreen[]
}

export type SiteFolders = { clientFolder: string; pagesFolder: string }
type Site = SiteFolders & { pages: BuiltPages; app: AppContext }

/** Serves the build: hashed assets are cached for ever, pages are revalidated, unknown addresses get a 404 page. */
export async function staticSite(server: FastifyInstance, { clientFolder, pagesFolder, pages, app }: Site) {
  const base = server.prefix
  const assets = path.join(clientFolder, 'assets', path.sep)
  await server.register(fastifyStatic, {
    root: clientFolder,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, file) => {
      const isHashed = file.startsWith(assets)
      reply.header('cache-control', isHashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache')
    },
  })

  /** Hidden brands keep their pages, which say that they are not bought. */
  const isListed = ({ isIndexed, brand = '' }: BuiltScreen) =>
    isIndexed === true && app.catalogue.current.find(brand)?.state !== 'hidden'
  searchEngineRoutes(server, pages.screens, app.config.publicUrl, isListed)
  namedFileRoutes(server, clientFolder, app)

  const sendOwnPage = pageSender(pagesFolder, app)
  const sendPage: typeof sendOwnPage = async (request, reply, ...page) => {
    const address = addressUnderPublicHost(app.config.publicUrl, request)
    if (address === undefined) return sendOwnPage(request, reply, ...page)
    // Not stored, so that the other name can become the public one.
    return reply.header('cache-control', 'no-store').redirect(address, 308)
  }
  for (const [route, screens] of screensByRoute(pages.screens)) {
    server.get(route, (request, reply) => {
      const parameters = request.params as { screen?: string }
      const screen = screens.get(parameters.screen)
      // The router reads a final slash as an empty parameter.
      if (!screen || Object.values(parameters).includes('')) return reply.callNotFound()
      const isDrawn = !screen.unless.some((parameter) => parameter in (request.query as object))
      // Addresses of orders and staff pages that are linked from elsewhere would be listed despite robots.txt.
      if (!isListed(screen)) reply.header('x-robots-tag', 'noindex')
      return sendPage(request, reply, isDrawn ? screen : shell)
    })
  }
  server.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.slice(base.length).split('?', 1)
    const query = request.url.slice(base.length + path.length)
    const isAsset = /^\/assets(\/|$)/.test(path)
    if (!/^(GET|HEAD)$/.test(request.method) || isAsset || calledBy(request, base) !== undefined) {
      // A file that is missing during a deployment must not be cached as missing.
      reply.header('cache-control', 'no-store')
      throw notFound()
    }
    const meant = pages.screens.map((screen) => inLettersOf(screen.path, path)).find((found) => found !== undefined)
    if (meant) return reply.redirect(base + meant + query, 308)
    // Without a validator no browser gets 304 in place of the page.
    return sendPage(request, reply.code(404), pages.nowhere, { isValidated: false })
  })
}

/** @throws when there is no build, or one for another base path. */
export function readBuiltPages(folder: string, basePath: string) {
  const file = path.join(folder, builtPagesFile)
  if (!existsSync(file)) throw new Error(`The client is not built: ${file} is missing. Run: npm run build`)
  const pages: BuiltPages = JSON.parse(readFileSync(file, 'utf8'))
  if (pages.base === `${basePath}/`) return pages
  const built = pages.base.slice(0, -1)
  throw new Error(
    `The pages were built for BASE_PATH='${built}', not '${basePath}'. Set BASE_PATH='${built}', or build the sources again.`,
  )
}

/** Screens of one folder share a route (`/sell/:screen`), because each route takes time of the start. */
function screensByRoute(screens: readonly BuiltScreen[]) {
  const routes = new Map<string, Map<string | undefined, BuiltScreen>>()
  for (const screen of screens) {
    const [, folder, name] = /^(\/.+\/)([^/$]+)$/.exec(screen.path) ?? []
    const route = (folder === undefined ? screen.path : `${folder}:screen`).replaceAll('/$', '/:')
    routes.set(route, (routes.get(route) ?? new Map()).set(name, screen))
  }
  return routes
}

/** The screen's own path, when `path` differs from it only in letter case and a final slash. */
function inLettersOf(screen: string, path: string) {
  const known = screen.split('/')
  const given = path.replace(/(?<=.)\/$/, '').split('/')
  if (known.length !== given.length) return undefined
  const written = known.map((part, at) => (part.startsWith('$') ? given[at] : part))
  const isSame = known.every((part, at) => part.startsWith('$') || part === given[at]?.toLowerCase())
  return isSame && written.join('/') !== path ? written.join('/') : undefined
}

const withoutWww = (host: string) => host.replace(/^www\./, '')

/** Only with or without `www.`: proxies may send a name of their own, which a redirect would repeat without end. */
export function addressUnderPublicHost(
  publicUrl: URL | undefined,
  { hostname, url }: Pick<FastifyRequest, 'hostname' | 'url'>,
) {
  const host = hostname.toLowerCase()
  if (!publicUrl || host === publicUrl.hostname || withoutWww(host) !== withoutWww(publicUrl.hostname)) return undefined
  // Joined as text: a URL that begins with // names a host.
  return url.startsWith('/') ? publicUrl.origin + url : undefined
}

/** `/robots.txt` and `/sitemap.xml`. A site map consists of full URLs, so there is none without a public URL. */
function searchEngineRoutes(
  server: FastifyInstance,
  screens: readonly BuiltScreen[],
  publicUrl: URL | undefined,
  isListed: (screen: BuiltScreen) => boolean,
) {
  const robots = robotsTxt(server.prefix, screens, publicUrl)
  server.get('/robots.txt', (_, reply) => sendText(reply, 'text/plain', robots))
  if (!publicUrl) return
  server.get('/sitemap.xml', (_, reply) =>
    sendText(reply, 'application/xml', sitemapXml(screens.filter(isListed), publicUrl)),
  )
}

/** Sends a text that browsers ask for again each time. */
function sendText(reply: FastifyReply, type: string, text: string) {
  return reply.headers({ 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-cache' }).send(text)
}

function robotsTxt(base: string, screens: readonly BuiltScreen[], publicUrl: URL | undefined) {
  const closed = ['/api/', '/trpc/', ...screens.filter(({ isIndexed }) => !isIndexed).map(({ path }) => path)]
  // Robots read a path as a prefix, so one line covers everything below it.
  const roots = closed.filter((path) => !closed.some((other) => path !== other && path.startsWith(other)))
  const lines = ['User-agent: *', ...roots.map((path) => `Disallow: ${base}${path}`)]
  if (publicUrl) lines.push('', `Sitemap: ${new URL('sitemap.xml', publicUrl).href}`)
  return `${lines.join('\n')}\n`
}

function sitemapXml(screens: readonly BuiltScreen[], publicUrl: URL) {
  const urls = screens.map(({ path }) => `<url><loc>${new URL(path.slice(1), publicUrl).href}</loc></url>`)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n')
}

/** The built files that have the brand name in them: the manifest, and the offline page with its service worker. */
function namedFileRoutes(server: FastifyInstance, clientFolder: string, { config, site }: AppContext) {
  const built = (name: string) => readFile(path.join(clientFolder, name), 'utf8')

  server.get(`/${MANIFEST}`, async (_, reply) => {
    const manifest = JSON.parse(await built(MANIFEST)) as object
    const { brandName } = site.current
    const names = brandName === siteDefaults.brandName ? {} : { name: brandName, short_name: brandName }
    return sendText(reply, 'application/manifest+json', JSON.stringify({ ...manifest, ...names }))
  })
  server.get(`/${offline.page}`, async (_, reply) => {
    return sendText(reply, 'text/html', withBrandName(await built(offline.page), site.current.brandName))
  })
  server.get(`/${offline.worker}`, async (_, reply) => {
    // A browser installs a worker whose bytes differ, which stores the offline page again.
    const worker = async () => `${await built(offline.worker)}// ${JSON.stringify(site.current.brandName)}\n`
    return sendText(reply, 'text/javascript', config.serviceWorker ? await worker() : removal)
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
