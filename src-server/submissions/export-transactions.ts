import { statusLabels } from '#shared/status-label.ts'
import type { Transaction, TransactionExportInput } from '#shared/submission-schema.ts'
import { pickTransactions } from '#shared/transaction-list.ts'
import type { AppContext } from '../context.ts'
import { BYTE_ORDER_MARK, csvLine } from './csv-line.ts'
import { listTransactions } from './list-submissions.ts'

const header = [
  'Order',
  'Created',
  'Status',
  'Reason',
  'Card',
  'Card number',
  'Card value',
  'Rate',
  'Payout',
  'Payment method',
  'Payout date',
  'Payout reference',
  'Payout method',
]

/**
 * Returns the matching orders of one customer as a CSV file, as their list shows them. Money is in dollars, rates are
 * fractions, times are UTC; card numbers are masked.
 */
export async function exportTransactions(
  app: AppContext,
  customerId: string,
  filter: TransactionExportInput,
): Promise<string> {
  const lines = pickTransactions(await listTransactions(app, customerId), filter).map(exportedLine)
  return [BYTE_ORDER_MARK + csvLine(header), ...lines].join('')
}

function exportedLine(transaction: Transaction): string {
  return csvLine([
    transaction.id,
    transaction.createdAt,
    statusLabels[transaction.status].name,
    transaction.statusReason ?? '',
    transaction.giftCardName,
    transaction.cardNumber,
    transaction.cardValue,
    transaction.exchangeRate,
    transaction.payoutAmount,
    transaction.paymentMethod,
    ...payoutCells(transaction),
  ])
}

/** When, by which reference and how an order was paid; empty until it is, and once the payout came back. */
function payoutCells({ payout }: Transaction): string[] {
  if (payout?.state !== 'paid' && payout?.state !== 'sent') return ['', '', '']
  return [payout.sentAt ?? '', payout.reference ?? '', payout.method]
}
