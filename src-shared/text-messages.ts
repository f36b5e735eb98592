/** Messages for rejected texts, on the client and on the server. `label` names the field where it is not obvious. */
export const textMessages = {
  tooLong: (max: number, label?: string) =>
    label === undefined ? `Use at most ${max} characters.` : `${label} can have at most ${max} characters.`,
  unusable: (label?: string) => `${label ?? 'This text'} contains characters that can't be used here.`,
} as const

/**
 * Invisible characters: controls, formats, fillers. Texts that differ only in these look the same. U+2028 and U+2029
 * are line separators; U+2800 is a blank outside of these categories.
 */
const invisible = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800]/u

/** Whether a one-line text has line breaks, tabs or invisible characters, or is not well formed. */
export function hasUnusableCharacters(text: string): boolean {
  return !text.isWellFormed() || invisible.test(text)
}
