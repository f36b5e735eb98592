/** The accounts of the ledger as staff read them; what is owed to one customer is 'payable:' and an id. */
const accountNames: Readonly<Record<string, string>> = {
  payable: 'Owed to sellers',
  'clearing:hand': 'On the way by hand',
  'clearing:paypal': 'On the way by PayPal',
  'cash:hand': 'Paid by hand',
  'cash:paypal': 'Paid by PayPal',
  cards: 'Cards at cost',
  fees: 'Fees',
  cleared: 'Closed by Clear All Data',
  losses: 'Paid for orders that a restore lost',
}

/** The accounts that the list of transfers can be limited to. */
export const namedAccounts = Object.keys(accountNames).filter((account) => account !== 'payable')

export function accountName(account: string): string {
  if (account.startsWith('payable:')) return 'Owed to a seller'
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
  'write-off': 'Paid, order lost',
}

export function transferName(kind: string): string {
  return transferNames[kind] ?? kind
}

/** What the site has spent money on. */
const costs: ReadonlySet<string> = new Set(['cards', 'fees', 'losses'])

/** What the account has cost, owes or has paid, as a positive amount. */
export function shownBalance({ account, balance }: { account: string; balance: number }): number {
  return costs.has(account) || balance === 0 ? balance : -balance
}
