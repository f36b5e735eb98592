import { sumOfDollars } from '#shared/money.ts'

/** What is owed to a customer, or by one, is an account with an id and not listed here. */
const accountNames: Readonly<Record<string, string>> = {
  payable: 'Ready, held or came back',
  receivable: 'To be repaid by sellers',
  'clearing:hand': 'Being sent by hand',
  'clearing:paypal': 'Being sent by PayPal',
  'cash:hand': 'Paid by hand',
  'cash:paypal': 'Paid by PayPal',
  cards: 'Cards at cost',
  fees: 'Fees',
  cleared: 'Closed by Clear All Data',
  losses: 'Losses',
  margin: 'Margin',
  'cash:resale': 'Paid by buyers and brands',
  balances: 'Balances taken over',
  'cash:set-off': 'Set off, as sellers agreed',
  adjustments: 'Corrected by adjusting entries',
}

export const namedAccounts = Object.keys(accountNames).filter(
  (account) => account !== 'payable' && account !== 'receivable',
)

export function accountName(account: string) {
  if (account.startsWith('payable:')) return 'Owed to a seller'
  if (account.startsWith('receivable:')) return 'Owed by a seller'
  return accountNames[account] ?? account
}

const transferNames: Readonly<Record<string, string>> = {
  approve: 'Approved',
  'approval-reversal': 'No longer owed',
  send: 'Payment begun',
  settle: 'Paid',
  reversal: 'Not paid',
  return: 'Came back',
  fee: 'Fee taken',
  'fee-refund': 'Fee given back',
  cleared: 'Cleared',
  'write-off': 'Written off',
  sale: 'Sold',
  redemption: 'Redeemed',
  margin: 'Margin',
  'resale-fee': 'Fee of the buyer',
  chargeback: 'Charged back',
  recovery: 'Refunded by the brand',
  clawback: 'Clawed back',
  repayment: 'Repaid',
  'set-off': 'Set off',
  waiver: 'Waived',
  'return-fee': 'Kept by the bank',
  adjustment: 'Adjusting entry',
}

export function transferName(kind: string) {
  return transferNames[kind] ?? kind
}

type Balance = { account: string; balance: number }

export const isOwed = ({ account }: Pick<Balance, 'account'>) => /^(payable|clearing:)/.test(account)

/** In dollars: what was not sent, and what is being sent. */
export function owedToSellers(balances: readonly Balance[]) {
  return sumOfDollars(balances.filter(isOwed).map(({ balance }) => -balance))
}

const costs: ReadonlySet<string> = new Set([
  ...['cards', 'fees', 'losses', 'adjustments', 'receivable', 'balances', 'cash:resale'],
])

/** As a positive amount for what the account has cost, owes or has paid. */
export function shownBalance({ account, balance }: Balance) {
  return costs.has(account) || balance === 0 ? balance : -balance
}
