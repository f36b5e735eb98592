import type { FastifyInstance } from 'fastify'

type Screen = { path: string; isIndexed?: boolean; brand?: string }
type SiteMap = {
  screens: readonly Screen[]
  publicUrl: URL | undefined
  /** Whether search engines may list the page at this moment. */
  isListed(screen: Screen): boolean
}

/** `/robots.txt` and `/sitemap.xml`. A site map consists of full URLs, so there is none without a public URL. */
export async function searchEngineRoutes(server: FastifyInstance, { screens, publicUrl, isListed }: SiteMap) {
  const robots = robotsTxt(server.prefix, screens, publicUrl)
  server.get('/robots.txt', (_, reply) =>
    reply.headers({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-cache' }).send(robots),
  )
  if (!publicUrl) return
  server.get('/sitemap.xml', (_, reply) =>
    reply
      .headers({ 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'no-cache' })
      .send(sitemapXml(screens.filter(isListed), publicUrl)),
  )
}

function robotsTxt(base: string, screens: readonly Screen[], publicUrl: URL | undefined): string {
  const closed = ['/api/', '/trpc/', ...screens.filter(({ isIndexed }) => !isIndexed).map(({ path }) => path)]
  // Robots read a path as a prefix, so one line covers everything below it.
  const roots = closed.filter((path) => !closed.some((other) => path !== other && path.startsWith(other)))
  const lines = ['User-agent: *', ...roots.map((path) => `Disallow: ${base}${path}`)]
  if (publicUrl) lines.push('', `Sitemap: ${new URL('sitemap.xml', publicUrl).href}`)
  return `${lines.join('\n')}\n`
}

function sitemapXml(screens: readonly Screen[], publicUrl: URL): string {
  const urls = screens.map(({ path }) => `<url><loc>${new URL(path.slice(1), publicUrl).href}</loc></url>`)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n')
}
