import type { PayoutProvider } from '#shared/payout.ts'
import { type accounts, sharedAccount } from './accounts.ts'

/** The five types of accounts of Beancount, which QuickBooks and Xero have too. */
type AccountKind = 'Assets' | 'Liabilities' | 'Equity' | 'Income' | 'Expenses'

/** An account as bookkeepers name it. */
type ChartAccount = { code: string; name: string; kind: AccountKind }

type OfProvider = `${'cash' | 'clearing'}:${PayoutProvider}`
type LedgerAccount = (typeof accounts)[keyof typeof accounts] | OfProvider | 'payable' | 'receivable'

const account = (code: string, kind: AccountKind, name: string): ChartAccount => ({ code, name, kind })

/** Every account of the ledger; those of all sellers together are one. */
export const chart: Readonly<Record<LedgerAccount, ChartAccount>> = {
  'cash:hand': account('1010', 'Assets', 'Cash paid by hand'),
  'cash:paypal': account('1020', 'Assets', 'PayPal'),
  'cash:resale': account('1030', 'Assets', 'Cash from resale'),
  'cash:set-off': account('1040', 'Assets', 'Former set-offs'),
  'clearing:hand': account('1110', 'Assets', 'Payments by hand in transit'),
  'clearing:paypal': account('1120', 'Assets', 'PayPal payments in transit'),
  'clearing:set-off': account('1130', 'Assets', 'Former set-offs in transit'),
  cards: account('1200', 'Assets', 'Gift card inventory'),
  balances: account('1300', 'Assets', 'Redeemed card balances'),
  receivable: account('1400', 'Assets', 'Receivable from sellers'),
  suspense: account('1900', 'Assets', 'Suspense'),
  adjustments: account('1910', 'Assets', 'Bank differences'),
  payable: account('2000', 'Liabilities', 'Payable to sellers'),
  cleared: account('3000', 'Equity', 'Closed by Clear All Data'),
  margin: account('4000', 'Income', 'Resale margin'),
  fees: account('5000', 'Expenses', 'Payment fees'),
  losses: account('5100', 'Expenses', 'Losses on cards'),
}

/** @throws for an account that the ledger does not have */
export function chartAccount(ledgerAccount: string): ChartAccount {
  const known: Readonly<Record<string, ChartAccount>> = chart
  const found = known[sharedAccount(ledgerAccount) ?? ledgerAccount]
  if (!found) throw new Error(`The chart of accounts lacks ${ledgerAccount}.`)
  return found
}
