/** A name in a PDF ('/JS'), its '#xx' read (ISO 32000-2, 7.3.5). `at` is where its slash stands. */
export type PdfName = { at: number; end: number; name: string; isEscaped: boolean }

const SLASH = 0x2f
/** Longer ones are nothing we look for, also when every letter is written as three. */
const MOST_BYTES = 96
/** White space, delimiters and the end of the bytes end a name. */
const endsName = new Set([0, 9, 10, 12, 13, 32, ...Buffer.from('()<>[]{}/%')])

/** Every name in these bytes, also where they are only a picture that looks like one. */
export function* pdfNames(bytes: Buffer, from = 0, to = bytes.length): Generator<PdfName> {
  for (let at = bytes.indexOf(SLASH, from); at >= 0 && at < to; at = bytes.indexOf(SLASH, at + 1)) {
    let end = at + 1
    while (end < to && end - at <= MOST_BYTES && !endsName.has(bytes[end] ?? 0)) end++
    const raw = bytes.toString('latin1', at + 1, end)
    const name = raw.replace(/#([0-9a-fA-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    yield { at, end, name, isEscaped: name !== raw }
  }
}
