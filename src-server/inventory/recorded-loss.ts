import { checkOutcomes, foundFault } from '#shared/balance-check.ts'
import { controlsMessages } from '#shared/controls.ts'
import type { WriteOffCause } from '#shared/inventory.ts'
import type { Actor } from '../audit/audit-queries.ts'
import type { AppContext } from '../context.ts'
import { assertNotOwn } from '../controls/second-person.ts'
import type { Tx } from '../platform/db/database.ts'
import type { InventoryItemTable } from '../platform/db/inventory-tables.ts'
import { table } from '../platform/db/table.ts'
import { conflict } from '../platform/errors.ts'
import type { NewDisposition } from './record-disposition.ts'

type Item = Pick<InventoryItemTable, 'submission_id' | 'approved_by' | 'left_face_cents'>

/** Refuses a loss that the person who approved the card records, and one without the evidence that it needs. */
export async function assertMayRecord(app: AppContext, tx: Tx, staff: Actor, item: Item, input: NewDisposition) {
  if (isLoss(item, input)) await assertNotOwn(app, tx, staff, item.approved_by, controlsMessages.ownLoss)
  const isInStock = item.left_face_cents > 0
  if (input.kind === 'written-off' && isInStock) await assertLossEvidence(tx, item.submission_id, input.cause)
}

function isLoss({ left_face_cents }: Item, { kind, amountCents, faceCents = left_face_cents }: NewDisposition) {
  if (kind === 'redeemed') return amountCents !== undefined && amountCents < faceCents
  return kind === 'written-off' || kind === 'charged-back'
}

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
