export type BankName = 'hand' | 'paypal'
export const bankNames = ['hand', 'paypal'] as const satisfies readonly BankName[]

/** What a bank did to an account, in cents: negative when money left. Its fee is beside it. */
export type BankLine = {
  number: number
  day: string
  text: string
  cents: number
  feeCents: number
  /** Why money moved. The product can book all of these but a fee that a bank takes for itself. */
  kind: 'payout' | 'return' | 'sale' | 'repayment' | 'own fee'
  /** The payouts that it is about; or the order, lot or problem. */
  about: readonly string[]
  /** Whether staff have recorded it in the product, and its fee. */
  isBooked: boolean
  isFeeBooked: boolean
}

export type Movement = Pick<BankLine, 'kind' | 'about' | 'text' | 'cents'> & Partial<BankLine>

/** The columns of a statement. */
export const statementFormat = {
  date: 'Date',
  dateFormat: 'YYYY-MM-DD',
  decimal: '.',
  amount: 'Amount',
  fee: 'Fee',
  description: 'Description',
  balance: 'Balance',
} as const

const dollars = (cents: number) => (cents / 100).toFixed(2)

/** A bank that moves real money, and writes statements of what has moved. */
export class Bank {
  readonly lines: BankLine[] = []
  readonly openingCents: number
  balanceCents: number
  #shown = 0

  constructor(openingCents: number) {
    this.openingCents = openingCents
    this.balanceCents = openingCents
  }

  move(day: string, movement: Movement): void {
    const defaults = { feeCents: 0, isBooked: true, isFeeBooked: true }
    const line = { ...defaults, ...movement, day, number: this.lines.length + 1 }
    this.lines.push(line)
    this.balanceCents += line.cents + line.feeCents
  }

  /** The lines since the last statement, as CSV; undefined without any. */
  statement(): string | undefined {
    const lines = this.lines.slice(this.#shown)
    let balance = this.balanceCents - lines.reduce((sum, { cents, feeCents }) => sum + cents + feeCents, 0)
    this.#shown = this.lines.length
    const rows = lines.map(({ day, text, cents, feeCents, number }) => {
      balance += cents + feeCents
      return `${day},"${text} no ${number}",${dollars(cents)},${dollars(feeCents)},${dollars(balance)}\n`
    })
    return rows.length > 0 ? `Date,Description,Amount,Fee,Balance\n${rows.join('')}` : undefined
  }

  /** The line that a row of a statement is of, by its description. */
  lineOf(description = ''): BankLine | undefined {
    return this.lines[Number(description.split(' no ').at(-1)) - 1]
  }
}
