/** Undefined for a text that is none. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The number that a text is in JSON: `Number` would also read '0x64' as 100, and an empty text as 0. */
export function jsonNumber(text: string) {
  const value = parsedJson(text)
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}
