import type { AppealState, DecidedAs } from '#shared/appeal.ts'
import { tableOf } from './table-rule.ts'

/** An appeal of a seller against a rejection (`decision_id`) or a claw back (`problem_id`). */
export type AppealTable = {
  id: string
  submission_id: string
  decision_id: string | null
  problem_id: string | null
  opened_at: string
  due_at: string
  /** What the seller wrote; null once it is erased. */
  words_encrypted: string | null
  state: AppealState
  /** Who answered; null while it is open, and when the seller withdrew it. */
  decided_by: string | null
  decided_at: string | null
  decided_as: DecidedAs | null
  answer_encrypted: string | null
}

export const appealTables = {
  appeals: tableOf<AppealTable>({
    clear: 'cleared',
    encrypted: ['words_encrypted', 'answer_encrypted'],
    personal: { by: 'submission_id', erased: { words_encrypted: null, answer_encrypted: null } },
  }),
}
