import { z } from 'zod'
import { hasUnusableCharacters, textMessages } from './text-messages.ts'

/** C0 controls (but tab and newline) and bidirectional overrides: invisible, and able to make a line lie. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing control characters is what this is for
const hidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069]/

/** `label` names the field in refusals; `missing` is said when it is not given. */
type FieldMessages = { label?: string; missing?: string }

/** Text typed by a person: NFC, trimmed, well formed, without hidden characters, at most `max` characters. */
export function text(max: number, words: FieldMessages = {}) {
  return typedText(max, words, (value) => !value.isWellFormed() || hidden.test(value))
}

/** As `text`, for a field of one line: no line breaks, tabs or characters that are not seen. */
export function line(max: number, words: FieldMessages = {}) {
  return typedText(max, words, hasUnusableCharacters)
}

/** `text` that says `missing` when nothing is left after trimming. */
export function requiredText(max: number, missing: string, label?: string) {
  return text(max, { ...(label !== undefined && { label }), missing }).refine((value) => value !== '', {
    error: missing,
  })
}

/** `line` that says `missing` when nothing is left after trimming. */
export function requiredLine(max: number, missing: string, label?: string) {
  return line(max, { ...(label !== undefined && { label }), missing }).refine((value) => value !== '', {
    error: missing,
  })
}

function typedText(max: number, { label, missing }: FieldMessages, isUnusable: (value: string) => boolean) {
  const tooLong = textMessages.tooLong(max, label)
  return (
    z
      .string({ error: missing })
      // Composing shortens a text, at most to a quarter; `max` holds for what is stored.
      .max(max * 4, { error: tooLong })
      .meta({ maxLength: max })
      .transform((value) => value.normalize('NFC').trim())
      .refine((value) => !isUnusable(value), { error: textMessages.unusable(label) })
      .refine((value) => value.length <= max, { error: tooLong })
  )
}

/** One of our own ids as a caller sends it back. Any other string is just an id of nothing. */
export const id = z
  .string({ error: 'An id is required.' })
  .min(1, 'An id is required.')
  .max(100, 'That id is too long.')
