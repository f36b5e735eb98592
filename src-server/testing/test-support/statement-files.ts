import type { StatementFormat } from '#shared/statement-schema.ts'
import { csvLine } from '../../submissions/csv-file.ts'
import { anApproval, balancesOf, toBank } from './payouts.ts'
import type { Person, TestApp } from './test-app.ts'

/** A line of a bank: what the account got, or paid if negative, in cents. */
export type BankLine = { day: string; text: string; cents: number }

const decimal = (cents: number) => (cents / 100).toFixed(2)
/** A day as banks of the United States write it. */
export const american = (day: string) => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`

/** A statement as banks export it: a summary above the header, the newest line first, the balance after each line. */
export function bankStatement(openingCents: number, lines: readonly BankLine[]): string {
  let balance = openingCents
  const rows = lines.map(({ day, text, cents }) => {
    balance += cents
    return `${american(day)},"${text}",${decimal(cents)},"${Number(decimal(balance)).toLocaleString('en-US', { minimumFractionDigits: 2 })}"\r\n`
  })
  return [
    'Account,Checking ...4821\r\n',
    '\r\n',
    'Date,Description,Amount,Running Bal.\r\n',
    ...rows.toReversed(),
  ].join('')
}

/** The columns of `bankStatement`. */
export const bankFormat: StatementFormat = {
  ...{ date: 'Date', dateFormat: 'MM/DD/YYYY', decimal: '.', amount: 'Amount' },
  ...{ description: 'Description', balance: 'Running Bal.' },
}

type PayPalWords = { status?: string; impact?: string; currency?: string; customNumber?: string }
export type PayPalLine = PayPalWords & {
  day: string
  type: string
  name: string
  gross: number
  fee: number
  transactionId: string
}

/** PayPal's activity download with its documented columns, the newest line first. Amounts are cents. */
export function payPalActivity(openingCents: number, lines: readonly PayPalLine[]): string {
  let balance = openingCents
  const rows = lines.map(({ day, type, name, gross, fee, transactionId, ...words }) => {
    const { status = 'Completed', impact = 'Debit', currency = 'USD', customNumber = '' } = words
    balance += gross + fee
    const amounts = [gross, fee, gross + fee].map(decimal)
    const money = `"${american(day)}","14:05:11","PST","${name}","${type}","${status}","${currency}","${amounts.join('","')}"`
    const texts = ['pay@shop.example', 'dana@mail.example', transactionId, '', '', customNumber]
    return `${money},"${texts.join('","')}","${decimal(balance)}","${impact}"\n`
  })
  const header = ['Date', 'Time', 'TimeZone', 'Name', 'Type', 'Status', 'Currency', 'Gross', 'Fee', 'Net']
  const more = [
    'From Email Address',
    'To Email Address',
    'Transaction ID',
    'Item Title',
    'Reference Txn ID',
    'Custom Number',
  ]
  const head = csvLine([...header, ...more, 'Balance', 'Balance Impact'])
  return `\ufeff${head.replace('\r\n', '\n')}${rows.toReversed().join('')}`
}

/** A bank account of the site with $25,000.00 on November 1, 2026. Returns its id. */
export async function aBankAccount(
  by: Person,
  changes: { name?: string; [other: string]: unknown } = {},
): Promise<string> {
  const { name = 'First Bank' } = changes
  const accounts = await by.api.statements.makeAccount({
    ...{ provider: 'hand', methods: ['bank', 'cashapp'], format: bankFormat },
    ...{ openingBalance: 25_000, openingOn: '2026-11-01', ...changes, name },
  })
  // Accounts of the same moment are in no order.
  return accounts.find((account) => account.name === name)?.id ?? ''
}

/** The balances of all accounts in cents; `cash` is what money accounts have beyond their opening balances. */
export async function booksOf(app: TestApp): Promise<Record<string, number>> {
  const { 'equity:opening': opening = 0, ...balances } = await balancesOf(app)
  const isMoney = (account: string) => account.startsWith('cash:SA-')
  const books = Object.fromEntries(Object.entries(balances).filter(([account]) => !isMoney(account)))
  const cash = Object.entries(balances).reduce((sum, [account, cents]) => sum + (isMoney(account) ? cents : 0), opening)
  return { ...books, ...(cash !== 0 && { cash }) }
}

/** A payout of this card value to a bank account, which was paid with a reference. */
export async function aBankPayment(
  app: TestApp,
  { customer, by, cardValue = 100, reference }: { customer: Person; by: Person; cardValue?: number; reference: string },
): Promise<{ id: string; cents: number }> {
  const { payoutId: id } = await anApproval(app, customer, by, { ...toBank, cardValue })
  const { version } = await by.api.payouts.get({ id })
  const { payout } = await by.api.payouts.begin({ id, version })
  const sent = await by.api.payouts.markSent({ id, version: payout.version, reference })
  return { id, cents: Math.round(sent.amount * 100) }
}
