import type { WarningField } from '#shared/submission-warnings.ts'

export function createWarningCounts() {
  const byField = new Map<WarningField, number>()
  let submissions = 0
  return {
    add(fields: readonly WarningField[]) {
      if (fields.length > 0) submissions++
      for (const field of fields) byField.set(field, (byField.get(field) ?? 0) + 1)
    },
    submissions: () => submissions,
    byField: (): ReadonlyMap<WarningField, number> => byField,
  }
}
