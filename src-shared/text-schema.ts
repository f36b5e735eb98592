import { z } from 'zod'

/** C0 controls (but tab and newline) and bidirectional overrides: invisible, and able to make a line lie. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing control characters is what this is for
const hidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069]/

/** Text typed by a person: NFC, trimmed, well formed, without invisible characters, at most `max` characters. */
export function text(max: number, message?: string) {
  return z
    .string({ error: message })
    .max(max * 4, { error: message ?? `Use at most ${max} characters.` })
    .transform((value) => value.normalize('NFC').trim())
    .refine((value) => value.isWellFormed() && !hidden.test(value), {
      error: message ?? 'This text has characters that cannot be used here.',
    })
    .refine((value) => value.length <= max, { error: message ?? `Use at most ${max} characters.` })
}

/** `text` that says `message` when nothing is left after trimming. */
export function requiredText(max: number, message: string) {
  return text(max, message).refine((value) => value !== '', { error: message })
}

/** One of our own ids as a caller sends it back. Any other string is just an id of nothing. */
export const id = z
  .string({ error: 'An id is required.' })
  .min(1, 'An id is required.')
  .max(100, 'That id is too long.')
