/** What a text is refused with, on the page and by the server. `label` names the field where the words alone do not. */
export const textMessages = {
  tooLong: (max: number, label?: string) =>
    label === undefined ? `Use at most ${max} characters.` : `${label} can have at most ${max} characters.`,
  unusable: (label?: string) => `${label ?? 'This text'} has characters that cannot be used here.`,
} as const

/**
 * Characters that are not seen: controls, formats, fillers. Two texts that differ in them only look the same.
 * U+2028 and U+2029 end a line, U+2800 is a blank of its own category.
 */
const invisible = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800]/u

/** Whether a one-line text has a line break, a tab or a character that is not seen, or is not well formed. */
export function hasUnusableCharacters(text: string): boolean {
  return !text.isWellFormed() || invisible.test(text)
}
