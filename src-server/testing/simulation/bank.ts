/** Why money moved. The product can book all of these but a fee that a bank takes for itself. */
export type Movement = {
  kind: 'payout' | 'return' | 'sale' | 'repayment' | 'own fee'
  /** The payout, order or problem that it is about. */
  about: string
  /** Whether staff have recorded it in the product. */
  isBooked: boolean
}

/** What a bank did to an account, in cents: negative when money left. Its fee is beside it. */
export type BankLine = Movement & {
  number: number
  day: string
  text: string
  cents: number
  feeCents: number
  /** Whether staff have recorded the fee in the product. */
  isFeeBooked: boolean
}

/** The columns of a statement. */
export const statementFormat = {
  ...{ date: 'Date', dateFormat: 'YYYY-MM-DD', decimal: '.', amount: 'Amount' },
  ...{ fee: 'Fee', description: 'Description', balance: 'Balance' },
} as const

const dollars = (cents: number) => (cents / 100).toFixed(2)

/** A bank that moves real money, and writes statements of what has moved. */
export class Bank {
  readonly lines: BankLine[] = []
  balanceCents: number
  #shown = 0

  readonly openingCents: number

  constructor(openingCents: number) {
    this.openingCents = openingCents
    this.balanceCents = openingCents
  }

  move(line: Omit<BankLine, 'number' | 'feeCents' | 'isFeeBooked'> & Partial<BankLine>): BankLine {
    const moved = { feeCents: 0, isFeeBooked: true, ...line, number: this.lines.length + 1 }
    this.lines.push(moved)
    this.balanceCents += moved.cents + moved.feeCents
    return moved
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
}
