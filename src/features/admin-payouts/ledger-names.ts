import { sumOfDollars } from '#shared/money.ts'

/** What is owed to a customer, or by one or by a buyer, is an account with an id and not listed here. */
const accountNames: Readonly<Record<string, string>> = {
  payable: 'Ready, held or came back',
  receivable: 'To be repaid by sellers',
  buyer: 'Owed by buyers',
  'clearing:unassigned': 'Being sent, not assigned',
  'cash:unassigned': 'Cash, not assigned',
  cards: 'Cards at cost',
  fees: 'Fees',
  cleared: 'Closed by Clear All Data',
  losses: 'Losses',
  margin: 'Margin',
  adjustments: 'Corrected by adjusting entries',
  suspense: 'Not explained yet',
  interest: 'Interest',
  expenses: 'Other expenses',
  'equity:opening': 'Opening balances',
  'equity:owner': 'Of the owner',
  'clearing:hand': 'Being sent by hand, before money accounts',
  'clearing:paypal': 'Being sent by PayPal, before money accounts',
  'cash:hand': 'Paid by hand, before money accounts',
  'cash:paypal': 'Paid by PayPal, before money accounts',
  'cash:resale': 'Paid by buyers and brands, before money accounts',
  balances: 'Balances taken over, before money accounts',
  'cash:set-off': 'Set off, as sellers agreed',
}

export const namedAccounts = Object.keys(accountNames).filter(
  (account) => account !== 'payable' && account !== 'receivable' && account !== 'buyer',
)

/** Names of money accounts by their ids. */
export type MoneyNames = ReadonlyMap<string, string>

export function accountName(account: string, names?: MoneyNames) {
  if (account.startsWith('payable:')) return 'Owed to a seller'
  if (account.startsWith('receivable:')) return 'Owed by a seller'
  if (account.startsWith('buyer:')) return 'Owed by a buyer'
  const [kind, id = ''] = account.split(':')
  const name = names?.get(id)
  if (name !== undefined) return kind === 'clearing' ? `${name}, being sent` : name
  return accountNames[account] ?? account
}

const transferNames: Readonly<Record<string, string>> = {
  approve: 'Approved',
  'approval-reversal': 'No longer owed',
  send: 'Payout',
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
  'buyer-payment': 'Paid by the buyer',
  chargeback: 'Charged back',
  recovery: 'Refunded by the brand',
  clawback: 'Clawed back',
  repayment: 'Repaid',
  'set-off': 'Set off',
  waiver: 'Waived',
  'return-fee': 'Kept by the bank',
  adjustment: 'Adjusting entry',
  correction: 'Corrected',
  opening: 'Opening balance',
  move: 'Money moved',
  'move-fee': 'Fee of a move',
}

export function transferName(kind: string, movements = 1) {
  return (transferNames[kind] ?? kind) + (movements > 1 ? ` (${movements} movements)` : '')
}

type Balance = { account: string; balance: number }

export const isOwed = ({ account }: Pick<Balance, 'account'>) => /^(payable|clearing:)/.test(account)

/** In dollars: what was not sent, and what is being sent. */
export function owedToSellers(balances: readonly Balance[]) {
  return sumOfDollars(balances.filter(isOwed).map(({ balance }) => -balance))
}

/** As a positive amount for what the account has, has cost, owes or has earned. */
export function shownBalance({ account, balance }: Balance) {
  const isOther = /^(payable|clearing:|equity:|margin$|interest$|cleared$)/.test(account)
  return isOther && balance !== 0 ? -balance : balance
}
