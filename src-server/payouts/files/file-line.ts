import { type PayoutDetails, paymentTypeInfo } from '#shared/payment-method.ts'
import { type PayoutFileFormat, payoutFileMessages } from '#shared/payout-file.ts'
import { csvLine } from '../../submissions/csv-line.ts'
import { decimalFromCents } from '../paypal/amount.ts'
import { receiverOf } from '../paypal/receiver.ts'

export type PaidLine = {
  payoutId: string
  submissionId: string
  payeeName: string
  cents: number
  currency: string
  details: PayoutDetails
}

/** The first line of a file; PayPal's files have none. */
export const fileHeads: Readonly<Record<PayoutFileFormat, string>> = {
  bank: csvLine(['Reference', 'Name', 'Account number', 'Routing number', 'Amount', 'Currency']),
  paypal: '',
}

/**
 * The line of a payout in a file of this format, or why it has none. No cell is changed for spreadsheets but the name
 * of the payee: a bank needs every digit, and digits are no formula.
 */
export function fileLine(format: PayoutFileFormat, paid: PaidLine): { line: string } | { reason: string } {
  const { details } = paid
  const isBank = details.type === 'bank'
  if (details.type !== format)
    return { reason: payoutFileMessages.otherMethod(format, paymentTypeInfo[details.type].name) }
  return isBank ? bankLine(paid, details) : payPalLine(paid, details)
}

function bankLine(
  { payoutId, payeeName, cents, currency }: PaidLine,
  { accountNumber, routingNumber }: Extract<PayoutDetails, { type: 'bank' }>,
) {
  if (!/^\d+$/.test(accountNumber) || !/^\d{9}$/.test(routingNumber)) return { reason: payoutFileMessages.badNumbers }
  const cells = [payoutId, cell(payeeName), accountNumber, routingNumber, decimalFromCents(cents), currency]
  return { line: `${cells.join(',')}\r\n` }
}

/** The columns that PayPal documents: recipient, amount, currency, customer id, note and wallet. */
function payPalLine(
  { payoutId, submissionId, cents, currency }: PaidLine,
  { details }: Exclude<PayoutDetails, { type: 'bank' }>,
) {
  const to = receiverOf(details)
  if (to?.recipientType !== 'EMAIL' || cell(to.receiver) !== to.receiver)
    return { reason: payoutFileMessages.onlyEmail }
  const cells = [to.receiver, decimalFromCents(cents), currency, payoutId, `Order ${submissionId}`, 'PAYPAL']
  return { line: `${cells.join(',')}\r\n` }
}

function cell(text: string): string {
  return csvLine([text]).slice(0, -2)
}
