import { type PayoutDetails, paymentTypeInfo } from '#shared/payment-method.ts'
import { payoutMessages } from '#shared/payout.ts'
import { type PayoutFileFormat, payoutFileMessages } from '#shared/payout-file.ts'
import type { PayoutFileContent } from '#shared/payout-file-schema.ts'
import type { IdInput } from '#shared/text-schema.ts'
import { getPerson, getUser } from '../../accounts/account-queries.ts'
import { type Actor, audit } from '../../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../../context.ts'
import { inTransaction, type Tx } from '../../platform/db/database.ts'
import type { PayoutFileTable, PayoutTable } from '../../platform/db/payout-tables.ts'
import type { SubmissionTable } from '../../platform/db/submission-tables.ts'
import { table } from '../../platform/db/table.ts'
import { AppError, conflict, notFound } from '../../platform/errors.ts'
import { csvLine } from '../../submissions/csv-file.ts'
import { lockPayoutFor } from '../change-payout.ts'
import { destinationOf } from '../destination.ts'
import { decimalFromCents, receiverOf } from '../paypal/payment-fields.ts'
import { listFileRows } from './file-queries.ts'
import { viewFile } from './list-payout-files.ts'

/**
 * The content of a file with the payouts that are being sent: what was marked as sent or put back must not be paid
 * twice. `isAgain`: its maker has read it before, so that each payout gets an audit entry.
 */
export async function writeFile(app: AppContext, tx: Tx, staff: Actor, file: PayoutFileTable, isAgain: boolean) {
  const lines: string[] = []
  for (const { payout_id: id, state } of await listFileRows(tx, file.id)) {
    if (state !== 'calling') continue
    const { payout, order, audit: auditPayout } = await lockPayoutFor(app, tx, staff, { id })
    const details = destinationOf(app, payout, order)
    if (!details) throw new AppError('unprocessable', payoutMessages.noDetails)
    const written = await fileLine(tx, file.format, { payout, order, details })
    if ('reason' in written) throw new AppError('unprocessable', written.reason)
    if (isAgain) await auditPayout('payout.shown-again', file.id)
    lines.push(written.line)
  }
  if (lines.length === 0) throw conflict(payoutFileMessages.allEnded)
  const count = lines.length === 1 ? '1 payout' : `${lines.length} payouts`
  await audit(app, tx, staff, 'payouts.exported', file.id, `${file.format}, ${count}${isAgain ? ', again' : ''}`)
  return {
    file: await viewFile(tx, file.id),
    name: `payouts-${file.format}-${file.id}.csv`,
    content: fileHeads[file.format] + lines.join(''),
  }
}

/** Returns a file again to the person who made it, with the payouts that are still being sent. */
export async function downloadPayoutFile(ctx: CallContext, staff: Actor, { id }: IdInput): Promise<PayoutFileContent> {
  return inTransaction(ctx, async (tx, app) => {
    const file = await table('payout_files').find(tx, { id })
    if (!file) throw notFound()
    if (file.made_by !== staff.id) throw conflict(payoutFileMessages.madeBy((await getPerson(tx, file.made_by)).name))
    return writeFile(app, tx, staff, file, true)
  })
}

type Bank = Extract<PayoutDetails, { type: 'bank' }>
type Paid = { payout: PayoutTable; order: Pick<SubmissionTable, 'id'>; details: PayoutDetails }

/** The first line of a file; PayPal's files have none. */
const fileHeads: Readonly<Record<PayoutFileFormat, string>> = {
  bank: csvLine(['Reference', 'Name', 'Account number', 'Routing number', 'Amount', 'Currency']),
  paypal: '',
}

/**
 * The line of a payout in a file of this format, or why it has none. No cell is changed for spreadsheets but the name
 * of the payee: a bank needs every digit, and digits are no formula.
 */
export async function fileLine(
  tx: Tx,
  format: PayoutFileFormat,
  { payout, order, details }: Paid,
): Promise<{ line: string } | { reason: string }> {
  if (details.type !== format)
    return { reason: payoutFileMessages.otherMethod(format, paymentTypeInfo[details.type].name) }
  if (details.type !== 'bank') return payPalLine(payout, order.id, details.details)
  return bankLine(payout, payout.payee_name ?? (await getUser(tx, payout.user_id)).name, details)
}

function bankLine({ id, amount_cents, currency }: PayoutTable, payee: string, { accountNumber, routingNumber }: Bank) {
  if (!/^\d+$/.test(accountNumber) || !/^\d{9}$/.test(routingNumber)) return { reason: payoutFileMessages.badNumbers }
  const cells = [id, cell(payee), accountNumber, routingNumber, decimalFromCents(amount_cents), currency]
  return { line: `${cells.join(',')}\r\n` }
}

/** The columns that PayPal documents: recipient, amount, currency, customer id, note and wallet. */
function payPalLine({ id, amount_cents, currency }: PayoutTable, orderId: string, recipient: string) {
  const to = receiverOf(recipient)
  if (to?.recipientType !== 'EMAIL' || cell(to.receiver) !== to.receiver)
    return { reason: payoutFileMessages.onlyEmail }
  const cells = [to.receiver, decimalFromCents(amount_cents), currency, id, `Order ${orderId}`, 'PAYPAL']
  return { line: `${cells.join(',')}\r\n` }
}

const cell = (text: string) => csvLine([text]).slice(0, -2)
