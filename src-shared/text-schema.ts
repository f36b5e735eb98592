import { z } from 'zod'
import { hasUnusableCharacters, textMessages } from './text-messages.ts'

/** C0 controls (except tab and newline) and bidirectional overrides: invisible, and able to reorder displayed text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing control characters is what this is for
const hidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069]/

/** `label` names the field in error messages; `missing` is the message for an absent value. */
type FieldMessages = { label?: string; missing?: string }

/** Text typed by a person: NFC, trimmed, well formed, without hidden characters, at most `max` characters. */
export function text(max: number, messages: FieldMessages = {}) {
  return typedText(max, messages, (value) => !value.isWellFormed() || hidden.test(value))
}

/** As `text`, for a field of one line: no line breaks, tabs or invisible characters. */
export function line(max: number, messages: FieldMessages = {}) {
  return typedText(max, messages, hasUnusableCharacters)
}

/** `text` that fails with `missing` when it is empty after trimming. */
export function requiredText(max: number, missing: string, label?: string) {
  return text(max, { ...(label !== undefined && { label }), missing }).refine((value) => value !== '', {
    error: missing,
  })
}

/** `line` that fails with `missing` when it is empty after trimming. */
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
      // NFC shortens a text at most to a quarter; `max` limits the normalized text.
      .max(max * 4, { error: tooLong })
      .meta({ maxLength: max })
      .transform((value) => value.normalize('NFC').trim())
      .refine((value) => !isUnusable(value), { error: textMessages.unusable(label) })
      .refine((value) => value.length <= max, { error: tooLong })
  )
}

/** An id of ours as a caller sends it. Any other string is an id that is not found. */
export const id = z
  .string({ error: 'An id is required.' })
  .min(1, 'An id is required.')
  .max(100, 'This id is too long.')
