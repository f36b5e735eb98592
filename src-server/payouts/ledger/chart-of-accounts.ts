import type { Db } from '../../platform/db/database.ts'
import { listMoneyAccounts } from '../money-place.ts'
import { type accounts, cashOf, clearingOf, sharedAccount } from './accounts.ts'

/** The five types of accounts of Beancount, which QuickBooks and Xero have too. */
type AccountKind = 'Assets' | 'Liabilities' | 'Equity' | 'Income' | 'Expenses'

/** An account as bookkeepers name it. */
type ChartAccount = { code: string; name: string; kind: AccountKind }

type Former = 'cash:hand' | 'cash:paypal' | 'cash:resale' | 'cash:set-off' | `clearing:${'hand' | 'paypal' | 'set-off'}`
type Unassigned = 'cash:unassigned' | 'clearing:unassigned'
type LedgerAccount =
  | (typeof accounts)[keyof typeof accounts]
  | Former
  | Unassigned
  | 'balances'
  | 'payable'
  | 'receivable'
  | 'buyer'

const account = (code: string, kind: AccountKind, name: string): ChartAccount => ({ code, name, kind })

/** Every account of the ledger but those of money accounts; those of all sellers or buyers together are one. */
const chart: Readonly<Record<LedgerAccount, ChartAccount>> = {
  'cash:hand': account('1010', 'Assets', 'Cash paid by hand'),
  'cash:paypal': account('1020', 'Assets', 'PayPal'),
  'cash:resale': account('1030', 'Assets', 'Cash from resale'),
  'cash:set-off': account('1040', 'Assets', 'Former set-offs'),
  'cash:unassigned': account('1050', 'Assets', 'Cash not assigned'),
  'clearing:hand': account('1110', 'Assets', 'Payments by hand in transit'),
  'clearing:paypal': account('1120', 'Assets', 'PayPal payments in transit'),
  'clearing:set-off': account('1130', 'Assets', 'Former set-offs in transit'),
  'clearing:unassigned': account('1150', 'Assets', 'Payments not assigned in transit'),
  cards: account('1200', 'Assets', 'Gift card inventory'),
  balances: account('1300', 'Assets', 'Redeemed card balances'),
  receivable: account('1400', 'Assets', 'Receivable from sellers'),
  buyer: account('1410', 'Assets', 'Receivable from buyers'),
  suspense: account('1900', 'Assets', 'Suspense'),
  adjustments: account('1910', 'Assets', 'Bank differences'),
  payable: account('2000', 'Liabilities', 'Payable to sellers'),
  cleared: account('3000', 'Equity', 'Closed by Clear All Data'),
  'equity:opening': account('3100', 'Equity', 'Opening balances'),
  'equity:owner': account('3200', 'Equity', 'Owner'),
  margin: account('4000', 'Income', 'Resale margin'),
  interest: account('4100', 'Income', 'Interest'),
  fees: account('5000', 'Expenses', 'Payment fees'),
  losses: account('5100', 'Expenses', 'Losses on cards'),
  expenses: account('5200', 'Expenses', 'Other expenses'),
}

/** Every account of the ledger, those of money accounts with their names, in the order in which these were added. */
export async function readChart(db: Db): Promise<ReadonlyMap<string, ChartAccount>> {
  const all = new Map<string, ChartAccount>(Object.entries(chart))
  for (const [index, { id, name }] of (await listMoneyAccounts(db)).entries()) {
    all.set(cashOf(id), account(String(10_501 + index), 'Assets', name))
    all.set(clearingOf(id), account(String(11_501 + index), 'Assets', `${name} in transit`))
  }
  return all
}

/** @throws for an account that the ledger does not have */
export function chartAccount(all: ReadonlyMap<string, ChartAccount>, ledgerAccount: string): ChartAccount {
  const found = all.get(sharedAccount(ledgerAccount) ?? ledgerAccount)
  if (!found) throw new Error(`The chart of accounts lacks ${ledgerAccount}.`)
  return found
}
