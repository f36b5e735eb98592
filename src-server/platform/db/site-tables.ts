import type { PolicyName } from '#shared/policy.ts'
import type { SetupMark } from '#shared/setup.ts'
import type { ActKind, ActState, ThingKind } from '#shared/waiting-act.ts'
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
type WaitingPolicyTable = {
  name: PolicyName
  id: string
  /** The values as JSON. */
  body: string
  made_by: string
  made_at: string
}

/** What a person has asked for; 'released' without `ended_by` it was done at once, and counts in a sum of 24 hours. */
export type WaitingActTable = {
  /** 'WA-7K3M9Q2XVB'. */
  id: string
  kind: ActKind
  amount_cents: number
  /** The input of the call as JSON; null once it has ended. */
  input_encrypted: string | null
  made_by: string
  made_at: string
  ends_at: string
  state: ActState
  /** Null when no other person has ended it. */
  ended_by: string | null
  ended_at: string | null
  request_key: string
}

/** What an act changes. */
type WaitingActThingTable = {
  act_id: string
  thing_kind: ThingKind
  thing_id: string
  /** Its share of the act; less once that was undone, corrected or reversed. */
  amount_cents: number
  waits: 0 | 1
}

export const siteTables = {
  policies: tableOf<PolicyTable>({ clear: 'kept' }),
  waiting_policies: tableOf<WaitingPolicyTable>({ clear: 'kept' }),
  waiting_acts: tableOf<WaitingActTable>({ clear: 'cleared', encrypted: ['input_encrypted'] }),
  waiting_act_things: tableOf<WaitingActThingTable>({ clear: 'cleared' }),
  site_versions: tableOf<SiteVersionTable>({ clear: 'kept' }),
  /** One row: the time zone of version 0. */
  first_time_zone: tableOf<{ id: number; name: string }>({ clear: 'kept' }),
  /** `made_by` is null for the program. */
  setup_marks: tableOf<{ mark: SetupMark; made_by: string | null; made_at: string }>({ clear: 'kept' }),
}
