import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { FACTS_MARK } from '#shared/page-marks.ts'
import type { PageFacts } from '#shared/site-settings-schema.ts'
import { termsAt } from '../../catalogue/terms-at.ts'
import type { AppContext } from '../../context.ts'
import { nextTurn } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import { withBrandName } from './site-name.ts'

/** A file of the build, and the address to render into it; without one the browser renders the page. */
export type PageTemplate = { file: string; address?: string }

/** What the renderer of the build exports (`src/entry-prerender.tsx`). It is loaded for the first page. */
type Renderer = {
  renderPage(address: string, facts: PageFacts, siteUrl?: string): Promise<{ head: string; body: string }>
}

/** The list of the build in `pages/` (`src/build/page-templates.ts`). */
export const builtPagesFile = 'screens.json'

/** Nearly the smallest size in a tenth of the time, because the first visitor of a page waits for it. */
const BROTLI_QUALITY = 9

/** A proxy that rewrites e-mail addresses of a page would make React render the page again. */
const revalidated = 'no-cache, no-transform'

export const shell: PageTemplate = { file: 'shell.html' }

type Body = { bytes: Buffer; etag: string }
/** All pages of one build and one version of the catalogue and the site, by address and encoding. */
type Edition = { stamp: string; facts: PageFacts; until: number; bodies: Map<string, Promise<Body>> }
/** `isValidated: false` sends no ETag, so that a browser never gets 304. */
type SendPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  template: PageTemplate,
  options?: { isValidated?: boolean },
) => Promise<FastifyReply>

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** The encodings of a page, the preferred one first. */
const encoders = {
  br: (page: Buffer) =>
    brotli(page, {
      params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: page.length },
    }),
  gzip: (page: Buffer) => gzipped(page, { level: constants.Z_BEST_COMPRESSION }),
  identity: async (page: Buffer) => page,
} as const
type Encoding = keyof typeof encoders

/** Sends pages, or the shell for one that cannot be rendered. Each is rendered once for a state of site and build. */
export function pageSender(
  folder: string,
  { catalogue, clock, config, log, site }: Pick<AppContext, 'catalogue' | 'clock' | 'config' | 'log' | 'site'>,
): SendPage {
  let edition: Edition | undefined
  let last: Promise<unknown> = Promise.resolve()

  async function newestEdition() {
    const { mtimeMs } = await stat(path.join(folder, builtPagesFile))
    const { etag, output } = catalogue.current
    const now = clock.now().getTime()
    const stamp = `${mtimeMs} ${etag} ${site.stamp}`
    if (edition?.stamp !== stamp || edition.until <= now) {
      const { catalogue: terms, until } = termsAt(output, now)
      edition = { stamp, facts: { ...terms, site: site.current }, until, bodies: new Map() }
    }
    return edition
  }

  function bodyOf({ facts, bodies }: Edition, template: PageTemplate, encoding: Encoding) {
    const key = `${template.address} ${encoding}`
    const known = bodies.get(key)
    if (known) return known
    const body = inTurn(async () => {
      try {
        return await encode(await renderPage(folder, template, facts, config), encoding)
      } catch (error) {
        // The next request tries again.
        bodies.delete(key)
        if (template === shell) throw error
        log.error({ err: error, page: template.address }, 'could not render a page')
        return encode(await renderPage(folder, shell, facts, config), encoding)
      }
    })
    bodies.set(key, body)
    return body
  }

  /** Makes one page at a time; in between the event loop does its other work. */
  function inTurn<Result>(work: () => Promise<Result>) {
    const result = last.then(() => nextTurn()).then(work)
    last = result.catch(() => undefined)
    return result
  }

  return async (request, reply, template, { isValidated = true } = {}) => {
    const encoding = encodingFor(request.headers['accept-encoding'])
    const { bytes, etag } = await bodyOf(await newestEdition(), template, encoding)
    reply.headers({ 'content-type': 'text/html; charset=utf-8', vary: 'accept-encoding', 'cache-control': revalidated })
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    if (!isValidated) return reply.send(bytes)
    reply.header('etag', etag)
    const isFresh = request.headers['if-none-match']?.includes(etag)
    return isFresh ? reply.code(304).send() : reply.send(bytes)
  }
}

async function encode(html: string, encoding: Encoding): Promise<Body> {
  const bytes = await encoders[encoding](Buffer.from(html))
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` }
}

function encodingFor(header: string | string[] = '') {
  const entries = String(header).split(',')
  const accepted = entries
    .filter((entry) => !/;\s*q=0(\.0*)?\s*$/.test(entry))
    .map((entry) => entry.split(';')[0]?.trim())
  return (Object.keys(encoders) as Encoding[]).find((encoding) => accepted.includes(encoding)) ?? 'identity'
}

/** The HTML of a page of `folder`. @throws when the build is damaged or the page cannot be rendered */
async function renderPage(
  folder: string,
  { file, address }: PageTemplate,
  facts: PageFacts,
  { publicUrl }: Pick<Config, 'publicUrl'>,
) {
  const json = JSON.stringify(facts).replaceAll('<', '\\u003c')
  const built = await readFile(path.join(folder, file), 'utf8')
  // Only the mark of the build counts: a name that people typed may look like it.
  const page = built
    .split(FACTS_MARK)
    .map((part) => withBrandName(part, facts.site.brandName))
    .join(json)
  if (address === undefined) return page
  const { renderer } = JSON.parse(await readFile(path.join(folder, builtPagesFile), 'utf8'))
  // Only a build has this file, so the development server cannot find it.
  const module = (await import(/* @vite-ignore */ pathToFileURL(path.join(folder, renderer)).href)) as Renderer
  const { head, body } = await module.renderPage(address, facts, publicUrl?.href)
  return page
    .replace(/<title>[^<]*<\/title>/, () => head)
    .replace('<div id="root"></div>', () => `<div id="root">${body}</div>`)
}
