import type { OrderAppeal } from '#shared/appeal-schema.ts'
import type { AppContext } from '../context.ts'
import { namedFileView } from '../files/file-view.ts'
import { timestamp } from '../platform/clock.ts'
import type { AppealTable } from '../platform/db/appeal-tables.ts'
import type { StatusChangeTable, SubmissionTable } from '../platform/db/submission-tables.ts'
import { textIn } from '../platform/encryption/encrypted-text.ts'
import { fieldsOf, withoutNulls } from '../platform/without-nulls.ts'
import { listAppealsOf, listFilesOfAppeals } from './appeal-queries.ts'
import { appealableOf } from './appealable.ts'

/** The newest appeal as its seller reads it, and until when they may appeal. */
export async function appealParts(app: AppContext, order: SubmissionTable, history: readonly StatusChangeTable[]) {
  const appeals = await listAppealsOf(app.db, order.id)
  const [newest] = appeals
  const appealable = await appealableOf(app, app.db, order, { history, appeals })
  return {
    ...(newest && { appeal: await appealView(app, newest) }),
    ...('until' in appealable && {
      mayAppealUntil: appealable.until,
      appealAnswerHours: app.policies.get('appeals').answerHours,
    }),
  }
}

async function appealView(app: AppContext, row: AppealTable): Promise<OrderAppeal> {
  const answer = textIn(app.keyring, 'appeals', row, 'answer_encrypted')
  const files = await listFilesOfAppeals(app.db, [row.id])
  return {
    ...openAppealView(app, row),
    state: row.state,
    files: files.map(namedFileView),
    ...withoutNulls({ answer, ...fieldsOf(row, 'decided_at', 'decided_as') }),
  }
}

export function openAppealView(app: AppContext, row: AppealTable) {
  return {
    ...fieldsOf(row, 'id', 'opened_at', 'due_at'),
    against: row.problem_id === null ? ('rejection' as const) : ('claw-back' as const),
    ...(row.state === 'open' && row.due_at <= timestamp(app.clock) && { isLate: true as const }),
    ...withoutNulls({ words: textIn(app.keyring, 'appeals', row, 'words_encrypted') }),
  }
}
