import { narrow } from '#shared/compact-text.ts'

/** The text by which staff find a customer, in ordinary width; lower-cased here, because SQLite folds only ASCII. */
export function searchText({ name, email, phone }: { name: string; email: string | null; phone: string }) {
  return narrow([name, email ?? '', phone, digitsOf(phone)].join('\n')).toLowerCase()
}

/** Returns the texts to search for: the input, and for a number also its digits. */
export function searchNeedles(search: string) {
  const text = search.toLowerCase()
  const isNumber = /^[\d\s().+-]+$/.test(text) && digitsOf(text) !== ''
  return isNumber ? [text, digitsOf(text)] : [text]
}

function digitsOf(text: string) {
  return text.replace(/\D/g, '')
}
