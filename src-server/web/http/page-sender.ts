import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { pageMarks } from '#shared/page-marks.ts'
import type { Config } from '../../platform/config/config.ts'

/** Nearly the smallest size in a tenth of the time, because the first visitor of a page waits for it. */
const BROTLI_QUALITY = 9

/** The configuration that pages contain. */
export type PageSettings = Pick<Config, 'publicUrl' | 'companyLine'>

type Body = { bytes: Buffer; etag: string }
/** `isValidated: false` sends no ETag, so that a browser never gets 304. */
type SendPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  file: string,
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

/**
 * Sends the pages of `folder`, with the configuration in the places that the build left open. A page is filled in and
 * compressed at its first request, and again after a build has replaced it.
 */
export function pageSender(folder: string, settings: PageSettings): SendPage {
  const bodies = new Map<string, { stamp: string; body: Promise<Body> }>()

  async function bodyOf(file: string, encoding: Encoding): Promise<Body> {
    const { mtimeMs, size } = await stat(path.join(folder, file))
    const [key, stamp] = [`${file} ${encoding}`, `${mtimeMs} ${size}`]
    const known = bodies.get(key)
    if (known?.stamp === stamp) return known.body
    const body = encode(file, encoding)
    bodies.set(key, { stamp, body })
    body.catch(() => bodies.delete(key))
    return body
  }

  async function encode(file: string, encoding: Encoding): Promise<Body> {
    const page = Buffer.from(fillPage(await readFile(path.join(folder, file), 'utf8'), settings))
    const bytes = await encoders[encoding](page)
    return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` }
  }

  return async (request, reply, file, { isValidated = true } = {}) => {
    const encoding = encodingFor(request.headers['accept-encoding'])
    const { bytes, etag } = await bodyOf(file, encoding)
    reply.headers({ 'content-type': 'text/html; charset=utf-8', vary: 'accept-encoding' })
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    if (!isValidated) return reply.send(bytes)
    reply.header('etag', etag)
    const isFresh = request.headers['if-none-match']?.includes(etag)
    return isFresh ? reply.code(304).send() : reply.send(bytes)
  }
}

const urlParts = new RegExp(
  `${pageMarks.urlPartStart}((?:(?!${pageMarks.urlPartStart})[\\s\\S])*?)${pageMarks.urlPartEnd}`,
  'g',
)

/** The page with the configuration in place of its marks. */
export function fillPage(page: string, { publicUrl, companyLine }: PageSettings): string {
  return page
    .replace(urlParts, (_, part: string) => (publicUrl ? part : ''))
    .replaceAll(pageMarks.publicUrl, () => publicUrl?.href ?? '')
    .replaceAll(pageMarks.companyLine, () => escapeHtml(companyLine))
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

function encodingFor(header: string | string[] = ''): Encoding {
  const entries = String(header).split(',')
  const accepted = entries
    .filter((entry) => !/;\s*q=0(\.0*)?\s*$/.test(entry))
    .map((entry) => entry.split(';')[0]?.trim())
  return (Object.keys(encoders) as Encoding[]).find((encoding) => accepted.includes(encoding)) ?? 'identity'
}
