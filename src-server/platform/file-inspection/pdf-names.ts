/** Longer than any rejected name with every letter escaped as '#xx'. */
const MAX_BYTES = 96
/**
 * White space, delimiters and the end of the file terminate a name (ISO 32000-2, 7.3.5). PDFium also takes the bytes 80
 * and FF for white space.
 */
const endsName = new Uint8Array(256)
for (const byte of [0, 9, 10, 12, 13, 32, 0x80, 0xff, ...Buffer.from('()<>[]{}/%')]) endsName[byte] = 1

/** The name whose slash is at `at`, with '#xx' decoded. Undefined when it is empty or longer than any rejected name. */
export function nameAt(bytes: Buffer, at: number): { name: string; isEscaped: boolean } | undefined {
  const start = at + 1
  const limit = Math.min(bytes.length, start + MAX_BYTES + 1)
  let end = start
  while (end < limit && endsName[bytes[end] ?? 0] === 0) end++
  if (end === start || end - start > MAX_BYTES) return undefined
  const raw = bytes.toString('latin1', start, end)
  if (!raw.includes('#')) return { name: raw, isEscaped: false }
  const name = raw.replace(/#([0-9a-fA-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  return { name, isEscaped: name !== raw }
}
