import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import { escapeHtml } from '../http/site-name.ts'
import { apiDocument } from './openapi.ts'

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // Swagger UI has its icons in its style sheet and shows photos of responses as blobs.
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

/** The API reference as OpenAPI, rendered on the first request, and as a page in which Swagger UI shows it. */
export async function docsRoutes(server: FastifyInstance, { app }: { app: AppContext }) {
  let made: { brandName: string; json: string } | undefined

  server.get('/api/openapi.json', async (_, reply) => {
    const { brandName } = app.site.current
    if (made?.brandName !== brandName) made = { brandName, json: JSON.stringify(apiDocument(app.config, brandName)) }
    return reply.header('content-type', 'application/json; charset=utf-8').send(made.json)
  })
  server.get('/api/docs', async (_, reply) =>
    reply
      .headers({ 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy })
      .send(docsPage(app.config.basePath, app.site.current.brandName)),
  )
}

/** Its files are in `src/public/api-docs`, Swagger UI among them by `src/build/swagger-files.ts`. */
function docsPage(base: string, brandName: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>API | ${escapeHtml(brandName)}</title>
    <link rel="icon" href="${base}/favicon.svg" type="image/svg+xml">
    <link rel="stylesheet" href="${base}/api-docs/swagger-ui.css">
    <link rel="stylesheet" href="${base}/api-docs/page.css">
    <script defer src="${base}/api-docs/swagger-ui-bundle.js"></script>
    <script defer src="${base}/api-docs/page.js"></script>
  </head>
  <body>
    <div id="reference"></div>
    <noscript>The reference needs JavaScript. The same is in <a href="${base}/api/openapi.json">OpenAPI 3.1</a>.</noscript>
  </body>
</html>
`
}
