const SHORTEST_WORD = 4
const MAX_WORDS = 40

/** An id of a payout, a payment file, a lot, a move or an order; one in 40 has no digit. */
const OWN_ID = /^[a-z]{2,3}-[0-9a-z]{10}(-|$)/
/** The same without its hyphen, wherever it begins. */
const SQUEEZED_ID = /(?=(po|pf|lot|mv|gce)([0-9a-hjkmnp-tv-z]{10}))/g

/**
 * What the text of a line may name, in lower case: every id of ours, also in a longer word and when the bank breaks it,
 * the whole reference, and every word with a digit. Other words, such as 'transfer', could be the reference of any
 * payment.
 */
export function wordsOf(reference: string, description = '') {
  const text = `${reference} ${description}`.toLowerCase()
  const words = text.split(/[^\p{L}\p{N}_-]+/u)
  const named = words.filter((word) => word.length >= SHORTEST_WORD && (/\d/.test(word) || OWN_ID.test(word)))
  const whole = reference.trim().toLowerCase()
  const squeezed = text.replace(/[^a-z0-9]/g, '').matchAll(SQUEEZED_ID)
  const ids = [...squeezed].map(([, prefix, characters]) => `${prefix}-${characters}`)
  return [...new Set([...(whole === '' ? [] : [whole]), ...named, ...ids])].slice(0, MAX_WORDS)
}
