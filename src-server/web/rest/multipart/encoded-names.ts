import type { EventEmitter } from 'node:events'
import type { FastifyRequest } from 'fastify'

/** The part of the parser below `@fastify/multipart` that reads the headers of parts. */
type FormParser = { _parser?: { parser?: EventEmitter } }

/** Of two names in one header the encoded one counts (RFC 6266); the parser takes the last, or the quoted one. */
export function preferEncodedNames({ raw }: FastifyRequest): void {
  const { pipe } = raw
  raw.pipe = (form, options) => {
    const { _parser } = form as FormParser
    _parser?.parser?.prependListener('part', (part: EventEmitter) => part.on('header', removePlainName))
    return pipe.call(raw, form, options) as typeof form
  }
}

function removePlainName({ 'content-disposition': dispositions }: Record<string, string[]>): void {
  const parts = partsOf(dispositions?.[0] ?? '')
  if (!dispositions || !parts.some((part) => /^\s*filename\*/i.test(part))) return
  dispositions[0] = parts.filter((part) => !/^\s*filename\s*=/i.test(part)).join(';')
}

/** A string in quotes, which may lack its end, other text, or a semicolon. */
const tokens = /"(?:\\.|[^"\\])*(?:"|\\?$)|[^";]+|;/gs

function partsOf(header: string): string[] {
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
