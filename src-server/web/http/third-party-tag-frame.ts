import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import type { TagConfig } from '../../platform/config/third-party-tags.ts'
import { notFound } from '../../platform/errors.ts'
import { escapeHtml } from './site-name.ts'

/**
 * `GET /api/tags`: the only document in which third-party scripts run. The pages embed it as a hidden frame and post
 * events to it. Its sandbox gives it an opaque origin, so its scripts cannot reach the page, its cookies or its
 * storage; removing the frame ends them. Its Content Security Policy allows exactly the configured hosts.
 */
export async function tagFrameRoutes(server: FastifyInstance, { app }: { app: AppContext }) {
  const frame = app.config.tags && tagFrame(app.config.tags)
  server.get('/api/tags', async (_, reply) => {
    if (!frame) throw notFound()
    return reply.headers({ 'content-type': 'text/html; charset=utf-8', ...frame.headers }).send(frame.html)
  })
}

function tagFrame({ analyticsSrc, conversionSrc, origins }: TagConfig) {
  // The same URL for both is one script.
  const sources = [...new Set([analyticsSrc, conversionSrc].filter((src) => src !== undefined))]
  const script = bootScript(sources.map((src) => new URL(src).searchParams.get('id')).filter((id) => id !== null))
  const hash = createHash('sha256').update(script).digest('base64')
  const hosts = origins.join(' ')
  const tags = sources.map((src) => `<script async src="${escapeHtml(new URL(src).href)}"></script>`)
  return {
    html: `<!doctype html><html lang="en"><meta charset="utf-8"><title>Measuring</title><script>${script}</script>${tags.join('')}`,
    headers: {
      'content-security-policy': [
        'sandbox allow-scripts',
        "default-src 'none'",
        `script-src 'sha256-${hash}' ${hosts}`,
        `connect-src ${hosts}`,
        `img-src ${hosts}`,
        "frame-ancestors 'self'",
        "base-uri 'none'",
        "form-action 'none'",
      ].join('; '),
      'referrer-policy': 'no-referrer',
    },
  }
}

/**
 * The convention of common tags: a `dataLayer` that `gtag` fills. Reading cookies throws in a sandbox, which tags do
 * not expect, so `document.cookie` is replaced by an empty one. The frame itself is not counted as a page view. Events
 * are taken only after the tags have loaded: the page may remove the frame before a late tag has read them.
 */
function bootScript(ids: readonly string[]) {
  const list = JSON.stringify(ids).replaceAll('<', '\\u003c')
  return `
Object.defineProperty(document, 'cookie', { get: () => '', set: () => {} })
window.dataLayer = []
function gtag() { dataLayer.push(arguments) }
gtag('js', new Date())
for (const id of ${list}) gtag('config', id, { send_page_view: false })
addEventListener('message', ({ source, data }) => { if (source === parent) gtag('event', data.name, data.params) })
addEventListener('load', () => parent.postMessage('ready', '*'))
`
}
