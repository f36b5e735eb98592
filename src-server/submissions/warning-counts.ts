import type { WarningField } from '#shared/submission-warnings.ts'

type WarningCounts = {
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
