import type { ActKind, ActState, ThingKind } from '#shared/waiting-act.ts'
import { tableOf } from './table-rule.ts'

/** What a person has asked for; 'released' without `ended_by` it was done at once, and counts in a sum of 24 hours. */
export type WaitingActTable = {
  /** 'WA-7K3M9Q2XVB'. */
  id: string
  kind: ActKind
  thing_kind: ThingKind
  thing_id: string
  amount_cents: number
  /** The input of the call as JSON; null once it has ended. */
  input_encrypted: string | null
  made_by: string
  made_at: string
  ends_at: string
  state: ActState
  /** Null when nobody else has ended it. */
  ended_by: string | null
  ended_at: string | null
  request_key: string
}

export const controlTables = {
  waiting_acts: tableOf<WaitingActTable>({ clear: 'cleared', encrypted: ['input_encrypted'] }),
}
