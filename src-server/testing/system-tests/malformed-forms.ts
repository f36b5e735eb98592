import { multipart } from '../test-support/factories.ts'
import type { Random } from './seeded-random.ts'

/** A form in its wire format. */
export type WireForm = {
  body: Buffer
  contentType: string
  /** How the length of the body is declared. */
  framing: 'length' | 'too-long' | 'too-short' | 'chunked' | 'broken-chunk' | 'none'
  /** Whether the client half-closes the connection after the body. */
  isCut: boolean
  /** Bytes per write. */
  pieceBytes: number
  headers: Record<string, string>
}

/** Corrupts a form; `fields` are its original fields. */
type Mutator = (form: WireForm, random: Random) => Partial<WireForm>

const BOUNDARY = '----gce-test-boundary'
const CRLF = '\r\n'
const last = Buffer.from(`--${BOUNDARY}--${CRLF}`)

const splice = (body: Buffer, at: number, removed: number, added: Buffer = Buffer.alloc(0)) =>
  Buffer.concat([body.subarray(0, at), added, body.subarray(at + removed)])
const somewhere = ({ body }: WireForm, random: Random) => random.below(body.length)
/** Inserts a part before the others. */
const withPart = ({ body }: WireForm, head: string | Buffer, content: string | Buffer = 'x') => ({
  body: Buffer.concat([
    Buffer.from(`--${BOUNDARY}${CRLF}`),
    Buffer.from(head),
    Buffer.from(`${CRLF}${CRLF}`),
    Buffer.from(content),
    Buffer.from(CRLF),
    body,
  ]),
})
const named = (name: string) => `Content-Disposition: form-data; name="${name}"`
const replaced = (form: WireForm, from: string, to: string) => ({
  body: Buffer.from(form.body.toString('latin1').replaceAll(from, to), 'latin1'),
})
const many = (form: WireForm, count: number, part: (at: number) => string) => ({
  body: Buffer.concat([
    ...Array.from({ length: count }, (_, at) => Buffer.from(`--${BOUNDARY}${CRLF}${part(at)}${CRLF}`)),
    form.body,
  ]),
})

export const mutators: Readonly<Record<string, Mutator>> = {
  'nothing broken': () => ({}),
  'cut off by the sender': (form, random) => ({
    body: form.body.subarray(0, somewhere(form, random)),
    isCut: true,
    framing: 'too-long',
  }),
  'cut short, length right': (form, random) => ({ body: form.body.subarray(0, somewhere(form, random)) }),
  'one byte changed': (form, random) => ({ body: splice(form.body, somewhere(form, random), 1, random.bytes(1)) }),
  'twenty bytes changed': (form, random) => {
    const body = Buffer.from(form.body)
    for (let at = 0; at < 20; at++) body[random.below(body.length)] = random.below(256)
    return { body }
  },
  'a range missing': (form, random) => ({ body: splice(form.body, somewhere(form, random), 1 + random.below(300)) }),
  'a range doubled': (form, random) => {
    const at = somewhere(form, random)
    return { body: splice(form.body, at, 0, form.body.subarray(at, at + random.below(500))) }
  },
  'bytes put in': (form, random) => ({
    body: splice(form.body, somewhere(form, random), 0, random.bytes(1 + random.below(200))),
  }),
  'NULs put in': (form, random) => ({
    body: splice(form.body, somewhere(form, random), 0, Buffer.alloc(1 + random.below(100))),
  }),
  'another boundary': () => ({ contentType: 'multipart/form-data; boundary=another' }),
  'no boundary': (_, random) => ({
    contentType: random.oneOf(['multipart/form-data', 'multipart/form-data;', 'multipart/form-data; boundary']),
  }),
  'an empty boundary': (_, random) => ({
    contentType: random.oneOf(['multipart/form-data; boundary=', 'multipart/form-data; boundary=""']),
  }),
  'an endless boundary': (_, random) => ({
    contentType: `multipart/form-data; boundary=${'b'.repeat(60 + random.below(400))}`,
  }),
  'a boundary of signs': (_, random) => ({
    contentType: `multipart/form-data; boundary=${random.oneOf(['"a b"', '\\', '--', "'", '(', '%00', '*', '=', ';;', '"'])}`,
  }),
  'another type of form': (_, random) => ({
    contentType: random.oneOf([
      `multipart/mixed; boundary=${BOUNDARY}`,
      `multipart/; boundary=${BOUNDARY}`,
      'multipart',
      `MULTIPART/FORM-DATA; BOUNDARY=${BOUNDARY}`,
    ]),
  }),
  'no end': (form) => ({ body: form.body.subarray(0, form.body.length - last.length) }),
  'several ends': (form, random) => ({ body: Buffer.concat([form.body, last, last, random.bytes(random.below(500))]) }),
  'bare line feeds': (form) => replaced(form, CRLF, '\n'),
  'bare carriage returns': (form) => replaced(form, CRLF, '\r'),
  'a header that begins with a space': (form) => withPart(form, ` ${named('a')}`),
  'a header without a colon': (form) => withPart(form, `Content-Disposition${CRLF}${named('a')}`),
  'an endless header': (form, random) =>
    withPart(form, `${named('a')}${CRLF}x-long: ${'x'.repeat(random.below(40_000))}`),
  'very many headers': (form, random) =>
    withPart(form, [named('a'), ...Array.from({ length: random.below(500) }, (_, at) => `x-${at}: 1`)].join(CRLF)),
  'no disposition': (form) => withPart(form, 'Content-Type: text/plain'),
  'no header': (form) => withPart(form, ''),
  'names of every object': (form, random) =>
    withPart(form, named(random.oneOf(['__proto__', 'constructor', 'toString', 'hasOwnProperty', '__defineGetter__']))),
  'a file so named': (form) => withPart(form, `${named('__proto__')}; filename="a.png"`),
  'no name': (form, random) =>
    withPart(
      form,
      random.oneOf([
        'Content-Disposition: form-data',
        'Content-Disposition: form-data; name',
        'Content-Disposition: form-data; name=""',
        'Content-Disposition: attachment',
      ]),
    ),
  'very many fields': (form, random) => many(form, random.below(120), (at) => `${named(`f${at}`)}${CRLF}${CRLF}x`),
  'very many files': (form, random) =>
    many(form, random.below(40), (at) => `${named(`f${at}`)}; filename="${at}.png"${CRLF}${CRLF}x`),
  'very many empty parts': (form, random) => many(form, random.below(200), () => CRLF),
  'a long field': (form, random) => withPart(form, named('additionalInfo'), 'x'.repeat(random.below(60_000))),
  'a long name': (form, random) => withPart(form, named('n'.repeat(random.below(5_000)))),
  'a form in the form': (form) =>
    withPart(
      form,
      `${named('files')}${CRLF}Content-Type: multipart/mixed; boundary=inner`,
      `--inner${CRLF}${CRLF}x${CRLF}--inner--`,
    ),
  'a broken file name': (form, random) =>
    withPart(
      form,
      `${named('file')}; filename${random.oneOf([`*=UTF-8''%`, `*=x''%ff`, `*=UTF-8''%00%0d%0a`, '="../../etc/passwd"', '="a\r\nb"', '="\\"', '=', '="\u202e"', '*0=a; filename*1=b'])}`,
    ),
  'broken text': (form, random) =>
    withPart(
      form,
      Buffer.concat([Buffer.from('Content-Disposition: form-data; name="'), random.bytes(8), Buffer.from('"')]),
      random.bytes(50),
    ),
  'another encoding': (form, random) =>
    withPart(
      form,
      `${named('file')}; filename="a.png"${CRLF}Content-Transfer-Encoding: ${random.oneOf(['base64', 'quoted-printable', '7bit', 'x'.repeat(300)])}`,
      '=3D=!',
    ),
  'another charset': (form, random) =>
    withPart(
      form,
      `${named('message')}${CRLF}Content-Type: text/plain; charset=${random.oneOf(['utf-16', 'none', 'x'.repeat(200), '"', 'utf-7'])}`,
    ),
  'JSON that is none': (form, random) =>
    withPart(
      form,
      `${named('message')}${CRLF}Content-Type: application/json`,
      random.oneOf(['{', '{"__proto__":1}', 'nul', '[1,', '"\\u0000"']),
    ),
  'in chunks': () => ({ framing: 'chunked' }),
  'a broken chunk': () => ({ framing: 'broken-chunk' }),
  'a length that never comes': () => ({ framing: 'too-long' }),
  'more than its length': () => ({ framing: 'too-short' }),
  'no length': () => ({ framing: 'none' }),
  'in tiny pieces': (_, random) => ({ pieceBytes: 1 + random.below(40) }),
  'after asking whether it may': () => ({ headers: { expect: '100-continue' } }),
  'an unknown expectation': () => ({ headers: { expect: 'a-miracle' } }),
  'an encoded body': (_, random) => ({ headers: { 'content-encoding': random.oneOf(['gzip', 'br', 'none']) } }),
  'nothing but noise': (_, random) => ({ body: random.bytes(random.below(2_000)) }),
  'an empty body': () => ({ body: Buffer.alloc(0) }),
}

/** A valid form. */
export function wireForm(...made: Parameters<typeof multipart>): WireForm {
  const { payload, headers } = multipart(...made)
  return {
    body: payload,
    contentType: headers['content-type'],
    framing: 'length',
    isCut: false,
    pieceBytes: 64 * 1024,
    headers: {},
  }
}

/** The headers that frame the body, and the framed body. */
export function framed({ body, framing }: WireForm): { headers: Record<string, string>; bytes: Buffer } {
  const length = (bytes: number) => ({ headers: { 'content-length': String(Math.max(0, bytes)) }, bytes: body })
  const chunked = (size: string, bytes: Buffer, end: string) => ({
    headers: { 'transfer-encoding': 'chunked' },
    bytes: Buffer.concat([Buffer.from(`${size}${CRLF}`), bytes, Buffer.from(`${CRLF}${end}`)]),
  })
  if (framing === 'length') return length(body.length)
  if (framing === 'too-long') return length(body.length + 100)
  if (framing === 'too-short') return length(body.length - 100)
  if (framing === 'chunked')
    return body.length === 0 ? length(0) : chunked(body.length.toString(16), body, `0${CRLF}${CRLF}`)
  if (framing === 'broken-chunk') return chunked(body.length.toString(16), body, `XY${CRLF}`)
  return { headers: {}, bytes: body }
}
