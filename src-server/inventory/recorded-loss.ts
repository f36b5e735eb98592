import { checkOutcomes, foundFault } from '#shared/balance-check.ts'
import { controlsMessages } from '#shared/controls.ts'
import type { WriteOffCause } from '#shared/inventory.ts'
import type { Tx } from '../platform/db/database.ts'
import { table } from '../platform/db/table.ts'
import { conflict } from '../platform/errors.ts'

/** Refuses to write a card off as drained or invalid without a picture of staff or a balance check that found it. */
export async function assertLossEvidence(tx: Tx, submissionId: string, cause: WriteOffCause | undefined) {
  if (cause !== 'drained' && cause !== 'invalid') return
  const found = { submission_id: submissionId, outcome: checkOutcomes.filter(foundFault) }
  if (await table('balance_checks').find(tx, found)) return
  const problems = (await table('order_problems').list(tx, { submission_id: submissionId })).map(({ id }) => id)
  const pictures = table('files')
  if (await pictures.find(tx, { kind: 'evidence', submission_id: submissionId })) return
  if (problems.length > 0 && (await pictures.find(tx, { kind: 'evidence', problem_id: problems }))) return
  throw conflict(controlsMessages.noEvidence)
}
