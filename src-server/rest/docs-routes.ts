import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { site } from '#shared/site.ts'
import type { AppContext } from '../context.ts'
import { docsPage } from './docs-page.ts'
import { docsStyle } from './docs-style.ts'
import { apiDocument } from './openapi.ts'

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(docsStyle).digest('base64')}'`,
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

/** The API reference as OpenAPI and as a page, both rendered once, on the first request. */
export async function docsRoutes(server: FastifyInstance, { app }: { app: AppContext }): Promise<void> {
  let made: { json: string; page: string } | undefined
  const description = () => {
    made ??= describe()
    return made
  }
  const describe = () => {
    const document = apiDocument(app.config)
    const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>API | ${site.brandName}</title>`
    const page = `<!doctype html><html lang="en"><head>${head}<style>${docsStyle}</style></head><body>${docsPage(document).source}</body></html>`
    return { json: JSON.stringify(document), page }
  }

  server.get('/api/openapi.json', async (_, reply) =>
    reply.header('content-type', 'application/json; charset=utf-8').send(description().json),
  )
  server.get('/api/docs', async (_, reply) =>
    reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policy,
        'referrer-policy': 'no-referrer',
        'x-frame-options': 'DENY',
      })
      .send(description().page),
  )
}
