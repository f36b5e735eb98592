/** These need no invisible character. 'address' is of a person or an account: a tag, a user name, payout details. */
export type CompactKind = 'number' | 'code' | 'phone' | 'address' | 'email'

/** Removes what shows nothing. Clients copy numbers with it, and people can neither see nor delete it. */
export function withoutInvisible(text: string) {
  // Without what is between them, lone surrogates would become a character.
  return text.isWellFormed() ? text.replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '') : text
}

/** Replaces ASCII of full width, and the space of that width, which some keyboards send. */
export function narrow(text: string) {
  return text.replace(/[\uff01-\uff5e\u3000]/g, (wide) => wide.normalize('NFKC'))
}

/** `cleanText` of the compact kinds, apart from the others because the first page needs only this. */
export function compactText(text: string) {
  return narrow(withoutInvisible(text))
    .replace(/[^\P{Nd}0-9]/gu, asciiDigit)
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .normalize()
    .replace(/[\s\u0085\u2800]+/g, ' ')
    .trim()
}

/** In Unicode the decimal digits of a script are in a row, from zero on. */
function asciiDigit(digit: string): string {
  const before = String.fromCodePoint((digit.codePointAt(0) ?? 1) - 1)
  return /\p{Nd}/u.test(before) ? `${(Number(asciiDigit(before)) + 1) % 10}` : '0'
}
