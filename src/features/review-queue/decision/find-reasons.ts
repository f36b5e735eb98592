/** A reason with the number it keeps while others are filtered away. */
export type NumberedReason = { number: number; text: string }

/** The reasons that have this number, or else every word that was typed; all of them while nothing is. */
export function findReasons(reasons: readonly string[], typed: string): NumberedReason[] {
  const numbered = reasons.map((text, at) => ({ number: at + 1, text }))
  const words = typed.trim().toLowerCase().split(/\s+/).filter(Boolean)
  const byNumber = numbered.filter(({ number }) => words.length === 1 && String(number) === words[0])
  if (byNumber.length > 0) return byNumber
  return numbered.filter(({ text }) => words.every((word) => text.toLowerCase().includes(word)))
}
