/** The number that a text is in JSON: `Number` would also read '0x64' as 100, and an empty text as 0. */
export function jsonNumber(text: string): number | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'number' && Number.isFinite(value) ? value : undefined
  } catch {
    return undefined
  }
}
