import { type PayoutDetails, paymentTypeInfo } from '#shared/payment-method.ts'
import { type PayoutFileFormat, payoutFileMessages } from '#shared/payout-file.ts'
import { getUser } from '../../accounts/account-queries.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { PayoutTable } from '../../platform/db/payout-tables.ts'
import type { SubmissionTable } from '../../platform/db/submission-tables.ts'
import { AppError } from '../../platform/errors.ts'
import { csvLine } from '../../submissions/csv-file.ts'
import { decimalFromCents, receiverOf } from '../paypal/payment-fields.ts'

type Bank = Extract<PayoutDetails, { type: 'bank' }>
type Paid = { payout: PayoutTable; order: Pick<SubmissionTable, 'id'>; details: PayoutDetails }

/** The first line of a file; PayPal's files have none. */
export const fileHeads: Readonly<Record<PayoutFileFormat, string>> = {
  bank: csvLine(['Reference', 'Name', 'Account number', 'Routing number', 'Amount', 'Currency']),
  paypal: '',
}

const unfit = (reason: string) => new AppError('unprocessable', reason)

/**
 * The line of a payout in a file of this format. No cell is changed for spreadsheets but the name of the payee: a bank
 * needs every digit, and digits are no formula. @throws AppError 'unprocessable' when it does not fit
 */
export async function fileLine(tx: Tx, format: PayoutFileFormat, { payout, order, details }: Paid) {
  if (details.type !== format) throw unfit(payoutFileMessages.otherMethod(format, paymentTypeInfo[details.type].name))
  if (details.type !== 'bank') return payPalLine(payout, order.id, details.details)
  return bankLine(payout, payout.payee_name ?? (await getUser(tx, payout.user_id)).name, details)
}

function bankLine({ id, amount_cents, currency }: PayoutTable, payee: string, { accountNumber, routingNumber }: Bank) {
  if (!/^\d+$/.test(accountNumber) || !/^\d{9}$/.test(routingNumber)) throw unfit(payoutFileMessages.badNumbers)
  return `${[id, cell(payee), accountNumber, routingNumber, decimalFromCents(amount_cents), currency].join(',')}\r\n`
}

/** The columns that PayPal documents: recipient, amount, currency, customer id, note and wallet. */
function payPalLine({ id, amount_cents, currency }: PayoutTable, orderId: string, recipient: string) {
  const to = receiverOf(recipient)
  if (to?.recipientType !== 'EMAIL' || cell(to.receiver) !== to.receiver) throw unfit(payoutFileMessages.onlyEmail)
  return `${[to.receiver, decimalFromCents(amount_cents), currency, id, `Order ${orderId}`, 'PAYPAL'].join(',')}\r\n`
}

const cell = (text: string) => csvLine([text]).slice(0, -2)
