import type { EventEmitter } from 'node:events'
import type { MultipartFile, MultipartValue } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { AppError, invalid } from '../../../platform/errors.ts'
import { tooLarge, unreadable } from '../../http/error-response.ts'

/** `name` is what the client calls the file, or the name of its field. */
export type FilePart = { type: 'file'; name: string; bytes: AsyncIterable<Uint8Array>; file: MultipartFile['file'] }
type Part = MultipartFile | MultipartValue
type PartLimits = Parameters<FastifyRequest['parts']>[0]

/** Many clients send files without a file name: as bytes of a type, or only in a field that is meant for files. */
export function isPartAFile(field: string | undefined, type: string | undefined, fileName: string | undefined) {
  return fileName !== undefined || /^(image\/|application\/(octet-stream|pdf)$)/.test(type ?? '') || isFileField(field)
}

/** `file`, `files` and, as PHP and Rails name lists, `files[]`. */
const isFileField = (field: string | undefined) => /^files?(\[\d*\])?$/.test(field ?? '')

/**
 * Every error of the parser becomes 'bad_request', because only the parser can have thrown it. The parser counts only
 * the bytes inside parts, so those of the whole body are counted here.
 * @throws AppError 'too_large' beyond `maxBytes`
 */
export async function* partsOf(
  request: FastifyRequest,
  maxBytes: number,
  limits?: PartLimits,
): AsyncGenerator<FilePart | MultipartValue> {
  countBytes(request, maxBytes)
  preferEncodedNames(request)
  try {
    for await (const part of request.parts(limits) as AsyncIterable<Part>) {
      assertUnencoded(part)
      const given = part.type === 'file' ? await filePartOf(part) : part
      if (given) yield given
    }
  } catch (error) {
    throw multipartError(error)
  }
}

/** The whole value of a field: the parser truncates long ones silently, and parses those of type JSON. */
export function wholeValue({ value, valueTruncated, fieldname: field }: MultipartValue) {
  if (valueTruncated) throw tooLarge()
  if (typeof value === 'object') throw invalid(field, 'Send each field of the form as text.')
  return String(value)
}

/** The bytes of the body that have been received so far, at most one chunk more than its maximum. */
export function receivedBytes({ raw }: FastifyRequest) {
  return received.get(raw) ?? 0
}

/** Undefined for an empty part without a file name: browsers send it for an input without a file. */
async function filePartOf({ type, file, filename, fieldname }: MultipartFile): Promise<FilePart | undefined> {
  const part = { type, name: filename || fieldname || '', file }
  const bytes = bytesOf(file)
  if (filename) return { ...part, bytes }
  const first = await bytes.next()
  return first.done ? undefined : { ...part, bytes: following(first.value, bytes) }
}

async function* bytesOf(file: MultipartFile['file']): AsyncGenerator<Uint8Array> {
  try {
    yield* file as AsyncIterable<Uint8Array>
  } catch (error) {
    throw multipartError(error)
  }
}

async function* following(first: Uint8Array, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first
  yield* rest
}

/** The parser does not decode: a card number in base64 would become an order with that text as its number. */
function assertUnencoded({ encoding }: Part) {
  if (/^(7bit|8bit|binary)$/.test(encoding)) return
  throw new AppError('bad_request', 'Send the parts of the form as they are, without a Content-Transfer-Encoding.')
}

const received = new WeakMap<FastifyRequest['raw'], number>()

function countBytes({ raw }: FastifyRequest, max: number) {
  let count = 0
  raw.on('data', function add(piece: Buffer) {
    count += piece.length
    received.set(raw, count)
    if (count <= max) return
    raw.off('data', add)
    // The parser stops on an error; the rest of the body is read and discarded.
    raw.emit('error', tooLarge())
  })
}

function multipartError(error: unknown) {
  if (error instanceof AppError) return error
  const { statusCode } = error as { statusCode?: number }
  return statusCode === 413 ? tooLarge() : unreadable()
}

/** The part of the parser below `@fastify/multipart` that reads the headers of parts. */
type FormParser = { _parser?: { parser?: EventEmitter } }

/** Of two names in one header the encoded one counts (RFC 6266); the parser takes the last, or the quoted one. */
function preferEncodedNames({ raw }: FastifyRequest) {
  const { pipe } = raw
  raw.pipe = (form, options) => {
    const { _parser } = form as FormParser
    _parser?.parser?.prependListener('part', (part: EventEmitter) => part.on('header', removePlainName))
    return pipe.call(raw, form, options) as typeof form
  }
}

function removePlainName({ 'content-disposition': dispositions }: Record<string, string[]>) {
  const parts = headerParts(dispositions?.[0] ?? '')
  if (!dispositions || !parts.some((part) => /^\s*filename\*/i.test(part))) return
  dispositions[0] = parts.filter((part) => !/^\s*filename\s*=/i.test(part)).join(';')
}

/** A string in quotes, which may lack its end, other text, or a semicolon. */
const tokens = /"(?:\\.|[^"\\])*(?:"|\\?$)|[^";]+|;/gs

function headerParts(header: string) {
  const parts: string[] = []
  let part = ''
  for (const [token] of header.matchAll(tokens)) {
    if (token !== ';') part += token
    else {
      parts.push(part)
      part = ''
    }
  }
  return [...parts, part]
}
