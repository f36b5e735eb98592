import { lotMessages } from '#shared/lot.ts'
import type { DownloadLotInput, LotContent } from '#shared/lot-schema.ts'
import { recoveryProblems } from '#shared/recovery.ts'
import { getUser } from '../../accounts/account-queries.ts'
import { requireScope } from '../../accounts/api-tokens/find-token-holder.ts'
import { auditOwnOrder } from '../../accounts/staff-links.ts'
import { type Actor, audit } from '../../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../../context.ts'
import { decimalFromCents } from '../../payouts/paypal/amount.ts'
import { timestamp } from '../../platform/clock.ts'
import { assertStillAllowed, inTransaction, type Tx } from '../../platform/db/database.ts'
import type { LotTable } from '../../platform/db/inventory-tables.ts'
import { textIn } from '../../platform/encryption/encrypted-text.ts'
import { conflict, invalid, notFound } from '../../platform/errors.ts'
import { BYTE_ORDER_MARK, csvLine } from '../../submissions/csv-file.ts'
import { lockSubmission } from '../../submissions/submission-queries.ts'
import { downloadOf, viewLot } from './list-lots.ts'
import { getLot, type LotRow, listLotRows, updateLot } from './lot-queries.ts'
import { countOf } from './make-lot.ts'
import { deliver } from './record-lot.ts'

const head = ['Order', 'Brand', 'Face value', 'Price', 'Number', 'Code']

/**
 * Returns the stored numbers and codes once, and delivers the cards; the person who got them can repeat an interrupted
 * download for some minutes. The audit log has each card before. `countReveals` throws at the limit of the caller.
 */
export async function downloadLot(
  ctx: CallContext,
  staff: Actor,
  { id, currentPassword }: DownloadLotInput,
  countReveals: (cards: number) => Promise<void>,
): Promise<LotContent> {
  const { app } = ctx
  await assertStillAllowed(ctx)
  requireScope(staff, 'submissions:reveal')
  const { password_hash } = await getUser(app.db, staff.id)
  if (!(await app.passwords.verify(password_hash, currentPassword)))
    throw invalid('currentPassword', recoveryProblems.wrongCurrentPassword.message)
  const asked = await getLot(app.db, id)
  await assertReadable(app, app.db, staff, asked)
  if (asked.downloaded_at === null) await countReveals((await listLotRows(app.db, id)).filter(isKept).length)
  return inTransaction(ctx, async (tx) => {
    const lot = await getLot(tx, id)
    const isAgain = await assertReadable(app, tx, staff, lot)
    const lines: string[] = []
    for (const row of (await listLotRows(tx, id)).filter(isReadable)) {
      lines.push(await lineOf(app, tx, staff, row))
      if (row.state === 'offered') await deliver(app, tx, staff, lot, row)
    }
    if (lines.length === 0) throw conflict(lotMessages.hasEnded)
    if (!isAgain) await updateLot(tx, lot, { downloaded_by: staff.id, downloaded_at: timestamp(app.clock) })
    await audit(app, tx, staff, 'lot.downloaded', id, `${countOf(lines.length)}${isAgain ? ', again' : ''}`)
    return {
      lot: await viewLot(app, tx, staff, id),
      name: `${id}.csv`,
      content: BYTE_ORDER_MARK + csvLine(head) + lines.join(''),
    }
  })
}

/** Returns whether this person has downloaded it before. @throws AppError when they cannot have it now */
async function assertReadable(app: AppContext, db: CallContext['app']['db'], staff: Actor, lot: LotTable) {
  const download = downloadOf(lot, staff.id, timestamp(app.clock))
  if (download === 'waiting') throw conflict(lotMessages.notReleased)
  if (download === 'closed') throw conflict(lotMessages.hasEnded)
  if (download === 'done' && lot.downloaded_by !== null)
    throw conflict(lotMessages.downloaded((await getUser(db, lot.downloaded_by)).name))
  return download === 'again'
}

/** It is delivered, or offered and its payout has not come back. */
function isReadable({ state, item_state }: LotRow): boolean {
  return state === 'delivered' || (state === 'offered' && item_state === 'listed')
}

function isKept(row: LotRow): boolean {
  return isReadable(row) && row.kept_until !== null
}

async function lineOf(app: AppContext, tx: Tx, staff: Actor, row: LotRow): Promise<string> {
  const order = await lockSubmission(tx, row.submission_id)
  if (!order) throw notFound()
  const auditOrder = await auditOwnOrder(app, tx, staff, { permission: 'pay', customerId: order.user_id }, order.id)
  const isHeld = order.kept_until !== null
  if (isHeld) await auditOrder('submission.revealed', `cardNumber and securityCode, ${row.lot_id}`)
  const secret = (column: 'card_number_encrypted' | 'security_code_encrypted') =>
    (isHeld && textIn(app.keyring, 'submissions', order, column)) || ''
  return csvLine([
    order.id,
    order.card_type,
    decimalFromCents(row.offered_face_cents),
    decimalFromCents(row.price_cents),
    secret('card_number_encrypted'),
    secret('security_code_encrypted'),
  ])
}
