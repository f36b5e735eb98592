import type { PolicyName } from '#shared/policy.ts'
import type { SetupMark } from '#shared/setup.ts'
import { tableOf } from './table-rule.ts'

/** A version of what owners say about the site; never changed or deleted. Version 0, the defaults, has no row. */
export type SiteVersionTable = {
  /** Counts from 1 without gaps. */
  version: number
  /** The values as JSON. */
  body: string
  /** Why; '' without one. */
  note: string
  made_by: string
  made_at: string
}

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

/** Looser values of a policy that do not apply yet: until a second person confirms them, or for a day. */
export type WaitingPolicyTable = {
  name: PolicyName
  id: string
  /** The values as JSON. */
  body: string
  made_by: string
  made_at: string
}

export const siteTables = {
  policies: tableOf<PolicyTable>({ clear: 'kept' }),
  waiting_policies: tableOf<WaitingPolicyTable>({ clear: 'kept' }),
  site_versions: tableOf<SiteVersionTable>({ clear: 'kept' }),
  /** One row: the time zone of version 0. */
  first_time_zone: tableOf<{ id: number; name: string }>({ clear: 'kept' }),
  /** What was confirmed, dismissed or done while opening the site; `made_by` is null for the program. */
  setup_marks: tableOf<{ mark: SetupMark; made_by: string | null; made_at: string }>({ clear: 'kept' }),
}
