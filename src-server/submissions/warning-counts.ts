import type { WarningField } from '#shared/submission-warnings.ts'

/** Counts since the start of the server, for metrics: submissions that were sent despite warnings. */
export type WarningCounts = {
  /** Counts a submission by the fields that have a warning; none if there are none. */
  add(fields: readonly WarningField[]): void
  submissions(): number
  byField(): ReadonlyMap<WarningField, number>
}

export function createWarningCounts(): WarningCounts {
  const byField = new Map<WarningField, number>()
  let submissions = 0
  return {
    add(fields) {
      if (fields.length > 0) submissions++
      for (const field of fields) byField.set(field, (byField.get(field) ?? 0) + 1)
    },
    submissions: () => submissions,
    byField: () => byField,
  }
}
