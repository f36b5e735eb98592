import { statusLabels } from '#shared/status-label.ts'
import type { Transaction, TransactionExportInput } from '#shared/submission-schema.ts'
import { pickTransactions } from '#shared/transaction-list.ts'
import type { AppContext } from '../context.ts'
import { type CsvColumns, csvOf } from './csv-file.ts'
import { listTransactions } from './list-submissions.ts'

const columns: CsvColumns<Transaction> = {
  Order: 'id',
  Created: 'createdAt',
  Status: (order) => statusLabels[order.status].name,
  Reason: 'statusReason',
  Card: 'giftCardName',
  'Card number': 'cardNumber',
  'Card value': 'cardValue',
  Rate: 'exchangeRate',
  Payout: 'payoutAmount',
  'Payment method': 'paymentMethod',
  'Payout date': (order) => paid(order)?.sentAt,
  'Payout reference': (order) => paid(order)?.reference,
  'Payout method': (order) => paid(order)?.method,
}

/** The orders of one customer as their list shows them. Money is in dollars, rates are fractions, times are UTC. */
export async function exportTransactions(app: AppContext, customerId: string, filter: TransactionExportInput) {
  return csvOf(columns, [pickTransactions(await listTransactions(app, customerId), filter)])
}

/** No payout until the order is paid, and once it came back. */
function paid({ payout }: Transaction) {
  return payout?.state === 'paid' || payout?.state === 'sent' ? payout : undefined
}
