/** The accounts of the ledger as staff read them; what is owed to one customer is 'payable:' and an id. */
const accountNames: Readonly<Record<string, string>> = {
  payable: 'Owed to sellers',
  'clearing:hand': 'On the way by hand',
  'cash:hand': 'Paid by hand',
  cards: 'Cards at cost',
  cleared: 'Closed by Clear All Data',
}

/** The accounts that the list of transfers can be limited to. */
export const namedAccounts = Object.keys(accountNames).filter((account) => account !== 'payable')

export function accountName(account: string): string {
  if (account.startsWith('payable:')) return 'Owed to a seller'
  return accountNames[account] ?? account
}

const transferNames: Readonly<Record<string, string>> = {
  opening: 'Paid before there was a ledger',
  approve: 'Approved',
  unapprove: 'No longer owed',
  send: 'Payment begun',
  settle: 'Paid',
  bounce: 'Not paid',
  return: 'Came back',
  cleared: 'Cleared',
}

export function transferName(kind: string): string {
  return transferNames[kind] ?? kind
}

/** What the account has or owes, as a positive amount: only the cards are bought with money that came in. */
export function shownBalance({ account, balance }: { account: string; balance: number }): number {
  return account === 'cards' || balance === 0 ? balance : -balance
}
