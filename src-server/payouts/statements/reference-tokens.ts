const SHORTEST_WORD = 4
const MAX_WORDS = 40

/** An id of a payout, a payment file or an order; one in 40 has no digit. */
const OWN_ID = /^[a-z]{2,3}-[0-9a-z]{10}(-|$)/

/**
 * What the text of a line may name, in lower case: the whole reference, every id of ours and every word with a digit.
 * Other words, such as 'transfer', could be the reference of any payment.
 */
export function wordsOf(reference: string, description = ''): string[] {
  const words = `${reference} ${description}`.toLowerCase().split(/[^\p{L}\p{N}_-]+/u)
  const named = words.filter((word) => word.length >= SHORTEST_WORD && (/\d/.test(word) || OWN_ID.test(word)))
  const whole = reference.trim().toLowerCase()
  return [...new Set([...(whole === '' ? [] : [whole]), ...named])].slice(0, MAX_WORDS)
}
