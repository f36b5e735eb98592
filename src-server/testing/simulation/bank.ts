/** The accounts of the shop: its bank, PayPal, one with the balances of redeemed cards, and a till that comes later. */
export const bankNames = ['hand', 'paypal', 'balance', 'till'] as const
export type BankName = (typeof bankNames)[number]
/** The others have no statements: they are counted. */
export const statementBanks = ['hand', 'paypal'] as const satisfies readonly BankName[]

/** What a bank books of its own, or the owner at the bank. */
export const ownKinds = ['fee', 'interest', 'expense', 'owner', 'unknown'] as const
export type OwnKind = (typeof ownKinds)[number]

/** What a bank did to an account, in cents: negative when money left. Its fee is beside it. */
export type BankLine = {
  number: number
  day: string
  text: string
  cents: number
  feeCents: number
  /** Why money moved. What is the bank's own is in no book before an adjusting entry. */
  kind: 'payout' | 'part of a payout' | 'return' | 'sale' | 'refund' | 'repayment' | 'move' | 'lost' | OwnKind
  /** The payouts that it is about; or the order, lot or problem. */
  about: readonly string[]
  /** Whether staff have recorded it in the product, and its fee. */
  isBooked: boolean
  isFeeBooked: boolean
  /** The day on which it was recorded again after a restore. */
  bookedOn?: string
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
} as const

const dollars = (cents: number) => (cents / 100).toFixed(2)

/** A bank that moves real money, and writes statements of what has moved. */
export class Bank {
  readonly lines: BankLine[] = []
  readonly openingCents: number
  readonly #shown = new Set<BankLine>()
  /** The lines of each import, by its id in the product. */
  readonly imports = new Map<string, readonly BankLine[]>()

  constructor(openingCents: number) {
    this.openingCents = openingCents
  }

  /** Moves money, and writes it on this day. */
  move(day: string, movement: Movement): void {
    const defaults = { feeCents: 0, isBooked: true, isFeeBooked: true }
    this.lines.push({ ...defaults, ...movement, day, number: this.lines.length + 1 })
  }

  /** What the account has; with a day, what the bank has written by its end. */
  balanceCents(day = '9999-12-31'): number {
    const written = this.lines.filter((line) => line.day <= day)
    return written.reduce((sum, { cents, feeCents }) => sum + cents + feeCents, this.openingCents)
  }

  /** Whether the shop has recorded all that was written by the end of a day. */
  isBookedTo(day: string): boolean {
    return this.lines.every((line) => line.day > day || (line.isBooked && line.isFeeBooked))
  }

  unbookedCents(): number {
    const unbooked = (line: BankLine) => (line.isBooked ? 0 : line.cents) + (line.isFeeBooked ? 0 : line.feeCents)
    return this.lines.reduce((sum, line) => sum + unbooked(line), 0)
  }

  /** The lines since the last statement, also as CSV; undefined without any. */
  statement(today: string): { csv: string; lines: readonly BankLine[] } | undefined {
    const lines = this.lines.filter((line) => line.day <= today && !this.#shown.has(line))
    for (const line of lines) this.#shown.add(line)
    const rows = lines.map(({ day, text, cents, feeCents, number }) => {
      return `${day},"${text} no ${number}",${dollars(cents)},${dollars(feeCents)}\n`
    })
    return rows.length > 0 ? { csv: `Date,Description,Amount,Fee\n${rows.join('')}`, lines } : undefined
  }

  /** The product has taken these lines, as this import, or has refused them: the next statement has them again. */
  import(lines: readonly BankLine[], id: string | undefined): void {
    if (id === undefined) for (const line of lines) this.#shown.delete(line)
    else if (!this.imports.has(id)) this.imports.set(id, lines)
  }

  /** The product has not the lines of an import any more. */
  takeBack(id: string): void {
    this.import(this.imports.get(id) ?? [], undefined)
    this.imports.delete(id)
  }

  /** The newest line about an order or a lot. */
  lineAbout(id: string): BankLine | undefined {
    return this.lines.findLast(({ about }) => about.includes(id))
  }

  /** Remembers what the product knows of the lines. The returned function makes it so again. */
  remember(): () => void {
    const known = this.lines.map(({ isBooked, isFeeBooked }) => ({ isBooked, isFeeBooked }))
    const [shown, imports] = [new Set(this.#shown), new Map(this.imports)]
    return () => {
      for (const [at, line] of this.lines.entries()) {
        const isPayout = line.kind === 'payout' || line.kind === 'part of a payout'
        // What was paid is repeated from the log, with its fee where PayPal has said it.
        Object.assign(line, known[at] ?? { isBooked: isPayout, isFeeBooked: line.feeCents === 0 })
        if (shown.has(line)) this.#shown.add(line)
        else this.#shown.delete(line)
      }
      this.imports.clear()
      for (const [id, lines] of imports) this.imports.set(id, lines)
    }
  }

  /** The line that a row of a statement is of, by its description. */
  lineOf(description = ''): BankLine | undefined {
    return this.lines[Number(description.split(' no ').at(-1)) - 1]
  }
}
