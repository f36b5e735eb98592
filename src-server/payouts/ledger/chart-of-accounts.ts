import type { Db } from '../../platform/db/database.ts'
import { listMoneyAccounts } from '../money-place.ts'
import { type accounts, cashOf, clearingOf, sharedAccount } from './accounts.ts'

/** The five types of accounts of Beancount, which QuickBooks and Xero have too, by the first digit of their codes. */
const kinds = { 1: 'Assets', 2: 'Liabilities', 3: 'Equity', 4: 'Income', 5: 'Expenses' } as const

/** An account as bookkeepers name it. */
type ChartAccount = { code: string; name: string; kind: (typeof kinds)[keyof typeof kinds] }
type SiteAccount = (typeof accounts)[keyof typeof accounts]

const account = (code: number, name: string): ChartAccount => {
  const [first] = String(code)
  return { code: String(code), name, kind: kinds[Number(first) as keyof typeof kinds] }
}

/** Every account of the ledger but those of money accounts; those of all sellers or buyers together are one. */
const chart: Readonly<Record<SiteAccount, ChartAccount> & Record<string, ChartAccount>> = {
  'cash:hand': account(1010, 'Cash paid by hand'),
  'cash:paypal': account(1020, 'PayPal'),
  'cash:resale': account(1030, 'Cash from resale'),
  'cash:set-off': account(1040, 'Former set-offs'),
  'cash:unassigned': account(1050, 'Cash not assigned'),
  'clearing:hand': account(1110, 'Payments by hand in transit'),
  'clearing:paypal': account(1120, 'PayPal payments in transit'),
  'clearing:set-off': account(1130, 'Former set-offs in transit'),
  'clearing:unassigned': account(1150, 'Payments not assigned in transit'),
  cards: account(1200, 'Gift card inventory'),
  balances: account(1300, 'Redeemed card balances'),
  receivable: account(1400, 'Receivable from sellers'),
  buyer: account(1410, 'Receivable from buyers'),
  suspense: account(1900, 'Suspense'),
  adjustments: account(1910, 'Bank differences'),
  payable: account(2000, 'Payable to sellers'),
  cleared: account(3000, 'Closed by Clear All Data'),
  'equity:opening': account(3100, 'Opening balances'),
  'equity:owner': account(3200, 'Owner'),
  margin: account(4000, 'Resale margin'),
  interest: account(4100, 'Interest'),
  fees: account(5000, 'Payment fees'),
  losses: account(5100, 'Losses on cards'),
  expenses: account(5200, 'Other expenses'),
}

/** Every account of the ledger, those of money accounts with their names, in the order in which these were added. */
export async function readChart(db: Db): Promise<ReadonlyMap<string, ChartAccount>> {
  const all = new Map<string, ChartAccount>(Object.entries(chart))
  for (const [index, { id, name }] of (await listMoneyAccounts(db)).entries()) {
    all.set(cashOf(id), account(10_501 + index, name))
    all.set(clearingOf(id), account(11_501 + index, `${name} in transit`))
  }
  return all
}

/** @throws for an account that the ledger does not have */
export function chartAccount(all: ReadonlyMap<string, ChartAccount>, ledgerAccount: string): ChartAccount {
  const found = all.get(sharedAccount(ledgerAccount) ?? ledgerAccount)
  if (!found) throw new Error(`The chart of accounts lacks ${ledgerAccount}.`)
  return found
}
