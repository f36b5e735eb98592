import { z } from 'zod'
import { cleanText, type TextKind } from './clean-text.ts'
import { textFault, textMessages } from './text-messages.ts'

/** `label` names the field in error messages; `missing` is the message for an absent value. */
type FieldMessages = { label?: string; missing?: string }

/** Text typed by a person: cleaned for a field of this kind, at most `max` characters. */
export function typedText(kind: TextKind, max: number, { label, missing }: FieldMessages = {}) {
  return (
    z
      .string({ error: missing })
      // Cleaning shortens a text; `max` limits the clean one.
      .max(max * 4, { error: textMessages.tooLong(max, label) })
      .meta({ maxLength: max })
      .transform(cleanText[kind])
      .superRefine((value, context) => {
        const message = textFault(kind, value, max, label)
        if (message !== undefined) context.addIssue({ code: 'custom', message })
      })
  )
}

/** `typedText` that fails with `missing` when nothing is left. */
export function requiredTypedText(kind: TextKind, max: number, missing: string, label?: string) {
  return typedText(kind, max, { ...(label !== undefined && { label }), missing }).refine((value) => value !== '', {
    error: missing,
  })
}

export function text(max: number, messages?: FieldMessages) {
  return typedText('lines', max, messages)
}

export function line(max: number, messages?: FieldMessages) {
  return typedText('line', max, messages)
}

export function requiredText(max: number, missing: string, label?: string) {
  return requiredTypedText('lines', max, missing, label)
}

export function requiredLine(max: number, missing: string, label?: string) {
  return requiredTypedText('line', max, missing, label)
}

/** What a list is searched for. Copied numbers and addresses find what was stored without invisible characters. */
export const searchText = z
  .string({ error: 'Search must be a text.' })
  .overwrite(cleanText.search)
  .max(200, 'Use at most 200 characters.')

/** An id of ours as a caller sends it. Any other string is an id that is not found. */
export const id = z
  .string({ error: 'An id is required.' })
  .min(1, 'An id is required.')
  .max(100, 'This id is too long.')
export const idInput = z.object({ id })
export type IdInput = z.infer<typeof idInput>

/** A filter of a list, where 'all' and an empty text are none. `documented` are the values that the document names. */
export function listFilter<T extends string>(
  values: readonly T[],
  error: string,
  documented: readonly string[] = values,
) {
  return z
    .enum(['all', '', ...values], { error })
    .meta({ enum: documented })
    .transform((value) => values.find((each) => each === value))
    .optional()
}
