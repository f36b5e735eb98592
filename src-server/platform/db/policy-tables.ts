import type { PolicyName } from '#shared/policy.ts'
import { tableOf } from './table-rule.ts'

/** A version of a policy. Rows are never changed and never deleted; version 0, the defaults, has no row. */
export type PolicyTable = {
  name: PolicyName
  /** Counts from 1 without gaps. */
  version: number
  /** The values as JSON. */
  body: string
  made_by: string
  made_at: string
}

export const policyTables = {
  policies: tableOf<PolicyTable>({ clear: 'kept' }),
}
