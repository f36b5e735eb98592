/** Longer ones are nothing we look for, also when every letter is written as three. */
const MOST_BYTES = 96
/** White space, delimiters and the end of the bytes end a name (ISO 32000-2, 7.3.5). */
const endsName = new Uint8Array(256)
for (const byte of [0, 9, 10, 12, 13, 32, ...Buffer.from('()<>[]{}/%')]) endsName[byte] = 1

/** The name whose slash stands at `at`, its '#xx' read. Undefined when it is empty or too long to be looked for. */
export function nameAt(bytes: Buffer, at: number): { name: string; isEscaped: boolean } | undefined {
  const start = at + 1
  const limit = Math.min(bytes.length, start + MOST_BYTES + 1)
  let end = start
  while (end < limit && endsName[bytes[end] ?? 0] === 0) end++
  if (end === start || end - start > MOST_BYTES) return undefined
  const raw = bytes.toString('latin1', start, end)
  if (!raw.includes('#')) return { name: raw, isEscaped: false }
  const name = raw.replace(/#([0-9a-fA-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  return { name, isEscaped: name !== raw }
}
