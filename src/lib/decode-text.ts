/** The text of a file: UTF-16 or UTF-8 with or without a byte order mark, otherwise windows-1252. */
export function decodeText(bytes: Uint8Array) {
  const wide = utf16Of(bytes)
  if (wide) return new TextDecoder(wide).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Western text in UTF-16 has a zero in nearly every second byte, and no other zeros. */
function utf16Of(bytes: Uint8Array) {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const top = [...bytes.subarray(0, 400)]
  const zerosAt = (odd: 0 | 1) => top.filter((byte, at) => byte === 0 && at % 2 === odd).length
  const [even, odd, most] = [zerosAt(0), zerosAt(1), top.length * 0.4]
  if (odd > most && even === 0) return 'utf-16le'
  return even > most && odd === 0 ? 'utf-16be' : undefined
}
