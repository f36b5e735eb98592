import type { PayoutProvider } from './payout.ts'

/** 'open': nothing of ours belongs to it. 'differs': its payout has another amount. */
export const lineStates = ['open', 'differs', 'reconciled'] as const
export type LineState = (typeof lineStates)[number]

export const statementProviders = ['hand', 'paypal'] as const satisfies readonly PayoutProvider[]
export type StatementProvider = (typeof statementProviders)[number]

/** Where money is; 'balance': an account of ours to which cards are redeemed. */
export const moneyAccountKinds = ['bank', 'paypal', 'app', 'cash', 'balance'] as const
export type MoneyAccountKind = (typeof moneyAccountKinds)[number]

export const matchedHows = ['reference', 'amount', 'hand'] as const
export type MatchedHow = (typeof matchedHows)[number]

/** What is in no book. 'opening': a payment from before the first day of the account. 'unknown' goes to suspense. */
export const entryKinds = ['fee', 'interest', 'expense', 'owner', 'opening', 'unknown'] as const
/** 'correction' is that of entries of an earlier release. */
export type EntryKind = (typeof entryKinds)[number] | 'correction'

/** 'posted' entries are in the ledger, 'reversed' ones twice, with opposite sides; no new one is 'refused'. */
export const entryStates = ['posted', 'refused', 'reversed'] as const
export type EntryState = (typeof entryStates)[number]

/** The order of a date; it may have other separators, a month name or two digits of the year. */
export const dateFormats = ['YYYY-MM-DD', 'MM/DD/YYYY', 'DD/MM/YYYY', 'DD.MM.YYYY'] as const
export type DateFormat = (typeof dateFormats)[number]
export const decimalSeparators = ['.', ','] as const

/** A column has as many different words at most, such as Debit and Credit. */
export const maximumWords = 12

/** What a word of a bank says about the direction of money, such as 'DR'; undefined for other words. */
export function directionWord(word: string) {
  const text = word
    .toLowerCase()
    .replace(/[^a-z]+/g, ' ')
    .trim()
  if (/^(debits?|dr|d|out|money out|paid out|withdrawals?|sent|outgoing)$/.test(text)) return 'out'
  return /^(credits?|cr|c|in|money in|paid in|deposits?|received|incoming)$/.test(text) ? 'in' : undefined
}

/** Days after the payment in which a line of the same amount is taken for it. */
export const MATCH_DAYS = 5

export const STATEMENT_MAX_LENGTH = 2_500_000
export const STATEMENT_MAX_LINES = 10_000
/** What the lines of an account add up to at most, money in and out together: a double keeps the cents of every sum. */
export const STATEMENT_MAX_CENTS = 1e15
export const MAX_FAULTS = 100
/** Of the lines that were left out for one reason, as many are named. */
export const NAMED_LINES = 20
/** Imports of an account that are listed, newest first. */
export const LISTED_IMPORTS = 50
export const LINES_PER_PAGE = 25
export const ACCOUNT_NAME_MAX_LENGTH = 60
export const ENTRY_NOTE_MAX_LENGTH = 300
export const ENTRY_MAX_LINES = 50
export const MATCH_MAX_PAYOUTS = 100
/** A movement may be without a line for as many days before the day of a reconciliation. */
export const OUTSTANDING_DAYS = 7

/** What moved the money of an account. */
export const movementGroupNames = {
  ...{ all: 'All', payouts: 'Payouts', sales: 'Sales', repayments: 'Repayments', moves: 'Moves' },
}
export type MovementGroup = keyof typeof movementGroupNames
export const movementGroups = Object.keys(movementGroupNames) as MovementGroup[]

/** The columns of PayPal's activity download, with letters that its documentation uses. */
export const payPalFormat = {
  date: 'Date',
  dateFormat: 'MM/DD/YYYY',
  decimal: '.',
  amount: 'Gross',
  fee: 'Fee',
  balance: 'Balance',
  reference: 'Transaction ID',
  description: 'Type',
  details: 'Name',
  currency: 'Currency',
} as const

export const statementMessages = {
  unknownAccount: 'Choose a money account.',
  firstDayToCome: 'Enter a first day that is not to come.',
  nameTaken: 'Another account has this name.',
  linesOrMovements: 'Choose lines or movements, not both.',
  noMethods: 'Choose at least one payment method that is paid from this account.',
  methodTaken: (method: string, account: string) => `Payouts by ${method} are paid from ${account}.`,
  noFormat: 'Choose the columns of the file first.',
  isImporting: 'Another file of this account is being imported. Try again when it is done.',
  importEnded: 'This import was interrupted for too long, and nothing of it is stored. Import the file again.',
  importInUse: 'Lines of this import were matched by hand or are in an adjusting entry. Undo these first.',
  tooMuch: 'With this file, money in and out of the account would be more than $10 trillion. Check the amounts.',
  badDate: 'Enter a day in the form 2026-11-30.',
  backwards: 'The first day is after the last one.',
  badBalance: 'Enter the balance in dollars and cents.',
  badAmount: 'Enter the amount in dollars and cents.',
  hasLines: 'This account has lines. Only its name and methods can be changed, and the columns of later files.',
  lineMatched: 'This line has been matched since you opened it. Look at it again.',
  lineNotMatched: 'This line is in no match.',
  lineHasEntry: 'This line has an adjusting entry. Reverse the entry first.',
  movementMatched: (id: string) => `What moved for ${id} has been matched already.`,
  samePlace: 'Choose another place.',
  dayToCome: 'Enter a day that has passed.',
  nothingChosen: 'Choose what this line is of.',
  payoutNotSent: (id: string) => `The payout ${id} was not sent from this account.`,
  payoutNotReturned: (id: string) =>
    `The payout ${id} did not come back to this account, and this line brings money in.`,
  oneAccount: 'Choose lines of one account.',
  lineEnded: 'One of these lines is reconciled.',
  noDifference: 'The books have the amount of these lines already.',
  otherDifference: (amount: string) => `These lines differ from the books by ${amount} now. Look at them again.`,
  entryEnded: 'Someone else has reversed this entry.',
} as const
