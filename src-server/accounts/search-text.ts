/**
 * The text staff find a customer in: name, address and phone, the phone with and without its punctuation. In small
 * letters of every alphabet, which no engine's own folding knows.
 */
export function searchText({ name, email, phone }: { name: string; email: string | null; phone: string }): string {
  return [name, email ?? '', phone, digitsOf(phone)].join('\n').toLowerCase()
}

/** What to look for in it: what was typed, and a number as well in its bare digits. */
export function searchNeedles(search: string): string[] {
  const text = search.normalize('NFC').trim().toLowerCase()
  const isNumber = /^[\d\s().+-]+$/.test(text) && digitsOf(text) !== ''
  return isNumber ? [text, digitsOf(text)] : [text]
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '')
}
