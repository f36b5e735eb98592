import { formatCents, formatRate, fractionFromBps } from '#shared/money.ts'
import type { MailSubmission } from './mail-kinds.ts'
import type { MailReceipt } from './mail-message.ts'

/** Creates the format when it is used, because that takes 20 ms of the start. */
export function momentOf(time: string): string {
  return new Date(time).toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
}

/** The receipt of an order in a mail. */
export function receiptOf(
  submission: MailSubmission,
  payoutLabel: string,
  { isVoid = false, reference }: { isVoid?: boolean; reference?: string | undefined } = {},
): MailReceipt {
  return {
    reference: submission.id,
    lines: [
      { label: 'Card', value: submission.giftCardName },
      { label: 'Card value', value: formatCents(submission.cardValueCents) },
      { label: 'Exchange rate', value: formatRate(fractionFromBps(submission.rateBps)) },
      { label: 'Paid by', value: submission.payoutMethod },
      ...(reference === undefined ? [] : [{ label: 'Payment reference', value: reference }]),
    ],
    payout: { label: payoutLabel, value: formatCents(submission.payoutCents) },
    isVoid,
  }
}
