import { site } from '#shared/site.ts'
import type { StoredEdits } from './rate-edits.ts'

const keyOf = (staffId: string) => `${site.storagePrefix}rates.1_${staffId}`

export function readStoredEdits(staffId: string): StoredEdits | undefined {
  try {
    const text = sessionStorage.getItem(keyOf(staffId))
    const stored: unknown = text === null ? undefined : JSON.parse(text)
    return isStoredEdits(stored) ? stored : undefined
  } catch {
    return undefined
  }
}

/** Keeps the edits while the tab is open; does nothing where the browser has no storage. */
export function writeStoredEdits(staffId: string, stored: StoredEdits): void {
  try {
    if (stored.edits.length > 0) sessionStorage.setItem(keyOf(staffId), JSON.stringify(stored))
    else sessionStorage.removeItem(keyOf(staffId))
  } catch {
    // The edits are still in the page.
  }
}

/** The page itself wrote the value, so that its outline tells enough. */
function isStoredEdits(value: unknown): value is StoredEdits {
  return (
    typeof value === 'object' &&
    value !== null &&
    'version' in value &&
    Number.isInteger(value.version) &&
    'edits' in value &&
    Array.isArray(value.edits) &&
    value.edits.every((edit) => Array.isArray(edit?.before?.bands) && Array.isArray(edit?.after?.bands))
  )
}
