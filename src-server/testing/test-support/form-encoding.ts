import { submitFields } from './factories.ts'

/** A request for `POST /api/submit` in the bytes of its client. */
export type EncodedForm = {
  contentType: string
  body: Buffer
  headers?: Record<string, string>
  /** Sends the body in chunks of this size, without a length. */
  chunkBytes?: number
}

/** An order with photos of these names, or an error with this status and message. */
export type FormOutcome = { fileNames: readonly string[] } | { status: number; message: RegExp }

/** A form whose files have the bytes of `photo`, and what becomes of it. */
export type FormCase = readonly [what: string, form: (photo: Buffer) => EncodedForm, outcome: FormOutcome]

/** `head` has its lines separated by '\n'. */
export type Part = { head: string; body: string | Buffer }

export type Options = {
  eol?: string
  preamble?: string
  /** Follows the last boundary; by default a line break. */
  epilogue?: string
  /** The head of a field. */
  headOf?: (name: string, value: string) => string
  bodyOf?: (value: string) => string | Buffer
  fields?: Record<string, string>
  contentType?: string
  headers?: Record<string, string>
  chunkBytes?: number
}

/** A field of every form; its accents show whether the text was decoded. */
export const notes = 'Déjà vu'

export const plainHead = (name: string) => `Content-Disposition: form-data; name="${name}"`

export function filePart(disposition: string, body: string | Buffer, moreLines = ''): Part {
  return { head: `Content-Disposition: form-data; ${disposition}${moreLines && `\n${moreLines}`}`, body }
}

/** A photo named front.png, as most clients write it. */
export const pngPart = (photo: string | Buffer, moreLines = 'Content-Type: image/png') =>
  filePart('name="files"; filename="front.png"', photo, moreLines)

export function encodeParts(boundary: string, parts: readonly Part[], options: Options = {}): Buffer {
  const { eol = '\r\n', preamble = '', epilogue = eol } = options
  const pieces = parts.flatMap(({ head, body }) => [
    `--${boundary}${eol}${head.replaceAll('\n', eol)}${eol}${eol}`,
    body,
    eol,
  ])
  return Buffer.concat([preamble, ...pieces, `--${boundary}--${epilogue}`].map(bytesOf))
}

const bytesOf = (piece: string | Buffer) => (typeof piece === 'string' ? Buffer.from(piece) : piece)

/** The fields of a valid order, and these parts after them. */
export function encodeForm(boundary: string, parts: readonly Part[], options: Options = {}): EncodedForm {
  const { contentType = `multipart/form-data; boundary=${boundary}`, headers, chunkBytes } = options
  return {
    contentType,
    body: encodeParts(boundary, [...fieldParts(options), ...parts], options),
    ...(headers && { headers }),
    ...(chunkBytes !== undefined && { chunkBytes }),
  }
}

export function fieldParts({ headOf = plainHead, bodyOf = (value) => value, fields = {} }: Options = {}): Part[] {
  return Object.entries(submitFields({ additionalInfo: notes, ...fields })).map(([name, value]) => ({
    head: headOf(name, value),
    body: bodyOf(value),
  }))
}
