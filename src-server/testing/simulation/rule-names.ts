/** What is true of every business, in words of the business. */
export const ruleNames = {
  calls: 'a call never fails inside',
  debts: 'each seller is owed what was agreed and not paid, and owes what was not repaid',
  cards: 'each card is where it was put, and a card that has gone is not in stock',
  'set-off': 'what was set off moved no money',
  alone: 'a large payout, or one after a return that a person recorded, is not approved and paid by one person alone',
  waiting: 'what a person has asked for waits until another one who may pay ends it, or a week is over',
  ledger: 'the ledger agrees with itself',
  statements: 'a statement of a bank can be read',
  lines: 'each bank line of a booked movement can be cleared without another transfer',
  cash: 'when the product says reconciled, an account of the ledger is what the bank has, and what no line has',
  own: 'what only the bank knew is booked once, as what it was',
  months: 'a month is closed when the shop has recorded all of it, by two persons, and stays as it is',
  restore: 'a restore repeats or lists what was done since the backup',
  paid: 'a seller reads what was paid to them, less what came back',
  files: 'the files of a month agree with themselves, with the model and with the ledger',
  reports: 'the report of the business has what was paid, and what buyers paid',
} as const
export type RuleName = keyof typeof ruleNames
