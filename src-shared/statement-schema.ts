import { z } from 'zod'
import { pageOf } from './paging-schema.ts'
import { fault, person, requestKey, someOf, total, unknownField, wholeCents } from './parts-schema.ts'
import { paymentTypes } from './payment-type.ts'
import { paging } from './payout-schema.ts'
import {
  ACCOUNT_NAME_MAX_LENGTH,
  dateFormats,
  decimalSeparators,
  lineStates,
  MATCH_MAX_PAYOUTS,
  matchedHows,
  maximumWords,
  moneyAccountKinds,
  movementGroups,
  STATEMENT_MAX_LENGTH,
  statementMessages,
  statementProviders,
} from './statement.ts'
import { id, requiredLine, searchText } from './text-schema.ts'

export const day = z.iso.date({ error: statementMessages.badDate })
/** Dollars and whole cents, of either sign. */
export const signedDollars = (error: string = statementMessages.badAmount) => wholeCents(z.number({ error }), error)
export const dollars = (least: number) => signedDollars().min(least, statementMessages.badAmount)

const days = { from: z.string().optional(), to: z.string().optional() }

const column = (what: string) => requiredLine(200, `Choose the column of the ${what}.`, 'The column')
const flag = (name: string) => z.boolean({ error: `${name} must be true or false.` })
const optionalColumn = requiredLine(200, 'Choose a column.', 'The column').optional()

const words = z
  .array(requiredLine(60, 'Choose the words.', 'A word'), { error: 'Choose the words.' })
  .max(maximumWords * 2, 'Choose fewer words.')
  .optional()

/**
 * Which column of a file has what: the names in its header, or with `noHeader` their numbers. Either `amount`, or
 * `debit` and `credit`.
 */
const statementFormat = z
  .strictObject(
    {
      date: column('date'),
      dateFormat: z.enum(dateFormats, { error: `The date format must be ${dateFormats.join(', ')}.` }),
      decimal: z.enum(decimalSeparators, { error: 'The decimal separator must be . or ,' }),
      amount: optionalColumn,
      debit: optionalColumn,
      credit: optionalColumn,
      reference: optionalColumn,
      description: optionalColumn,
      /** More text, such as the name of the receiver. */
      details: optionalColumn,
      fee: optionalColumn,
      balance: optionalColumn,
      currency: optionalColumn,
      noHeader: flag('noHeader').optional(),
      /** What says whether an amount is money out or in, with its words. */
      direction: optionalColumn,
      outWords: words,
      inWords: words,
      /** What says whether a line has moved money, with the words of lines that have. */
      status: optionalColumn,
      statusWords: words,
    },
    { error: unknownField('Choose the columns.') },
  )
  .refine(({ amount, debit, credit }) => (amount === undefined) === (debit !== undefined && credit !== undefined), {
    error: 'Choose the column of the amount, or those of money out and money in.',
    path: ['amount'],
  })
export type StatementFormat = z.infer<typeof statementFormat>

const accountFields = {
  name: requiredLine(ACCOUNT_NAME_MAX_LENGTH, 'Enter a name for the account.', 'The name'),
  /** The payment methods whose payouts are paid from it. */
  methods: z
    .array(z.enum(paymentTypes, { error: 'Unknown payment method.' }), { error: statementMessages.noMethods })
    .max(paymentTypes.length, 'Choose each payment method once.'),
  /** Dollars that it takes for a payout; above it the fee of a payout needs a second person. */
  usualFee: dollars(0).optional(),
  format: statementFormat.optional(),
  /** Dollars at the start of `openingOn`. */
  openingBalance: signedDollars(statementMessages.badBalance),
  openingOn: day,
}
export const makeAccountInput = z.object({
  ...accountFields,
  kind: z.enum(moneyAccountKinds, { error: `The kind must be ${moneyAccountKinds.join(', ')}.` }).optional(),
  /** What clients of an earlier release send in place of the kind: a bank ('hand') or PayPal. */
  provider: z.enum(statementProviders, { error: 'The provider must be hand or paypal.' }).default('hand'),
})
export type MakeAccountInput = z.infer<typeof makeAccountInput>
export const changeAccountInput = z.object({ id, ...accountFields })
export type ChangeAccountInput = z.infer<typeof changeAccountInput>

/** `from` and `to` are money accounts, 'unassigned', or 'owner'. Amounts are dollars; `on` is the day of the money. */
export const moveMoneyInput = z.object({
  from: id,
  to: id,
  amount: dollars(0.01),
  fee: dollars(0).optional(),
  on: day,
  requestKey,
})
export type MoveMoneyInput = z.infer<typeof moveMoneyInput>

/** An account with the number of its lines by state. Amounts are dollars. */
const statementAccount = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(moneyAccountKinds),
  provider: z.enum(statementProviders),
  methods: z.array(z.enum(paymentTypes)),
  format: statementFormat.optional(),
  /** What it has in the books now, less what is on its way from it. */
  balance: z.number(),
  openingBalance: z.number(),
  openingOn: z.string(),
  needsOpening: z.boolean(),
  usualFee: z.number().optional(),
  lastOn: z.string().optional(),
  counts: z.object({ open: z.number(), differs: z.number(), reconciled: z.number() }),
})
export type StatementAccount = z.infer<typeof statementAccount>
export const statementAccounts = z.array(statementAccount)

const csv = z
  .string({ error: 'Choose a file.' })
  .min(1, 'The file is empty.')
  .max(STATEMENT_MAX_LENGTH, 'The file is longer than 2,500,000 characters. Export fewer days.')

export const fileColumnsInput = z.object({ csv, noHeader: flag('noHeader').default(false) })

/** The header of a file and its first lines, to choose the columns from. OFX has no columns to choose. */
export const fileColumns = z.object({
  kind: z.enum(['csv', 'ofx']),
  columns: z.array(z.string()),
  rows: z.array(z.array(z.string())),
  /** For each column what its lines say, if they say one of few words. */
  words: z.array(z.array(z.string())),
  /** What was taken for the header has a day and an amount. */
  isPayment: z.boolean(),
  /** Why the file cannot be read, and what to export instead. */
  fault: z.string().optional(),
})
export type FileColumns = z.infer<typeof fileColumns>

export const importStatementInput = z.object({ id, csv, dryRun: flag('dryRun').default(false) })
export type ImportStatementInput = z.infer<typeof importStatementInput>

/** With `faults` nothing is stored. */
export const importedStatement = z.object({
  isStored: z.boolean(),
  isRepeated: z.boolean(),
  faults: z.array(fault),
  moreFaults: z.int(),
  lines: z.int(),
  /** Lines of an earlier file. */
  known: z.int(),
  added: z.int(),
  /** The new lines by what became of them, with their sums in dollars. */
  matched: total,
  differs: total,
  open: total,
  /** Lines that are no new bookings, by reason; at most 20 are named. */
  leftOut: z.array(z.object({ reason: z.string(), count: z.int(), lines: z.array(z.int()) })),
  /** Day and month can be each other in every line. */
  canExchangeDays: z.boolean(),
  ...days,
})
export type ImportedStatement = z.infer<typeof importedStatement>

export const statementImport = z.object({
  id: z.string(),
  madeBy: person,
  madeAt: z.string(),
  lines: z.int(),
  ...days,
  /** Lines that were matched by hand, or that an adjusting entry has: they keep it from being taken back. */
  used: z.int(),
})
export type StatementImport = z.infer<typeof statementImport>

export const lineListInput = z.object({
  ...paging,
  account: id.optional(),
  state: z.enum(lineStates, { error: `The state must be ${lineStates.join(', ')}.` }).optional(),
  /** The id of a line, an entry or a payout, a reference or its beginning, or an amount. */
  search: searchText.optional(),
})
export type LineListInput = z.infer<typeof lineListInput>

/** What changed the balance of an account, in dollars: money that left is negative. */
export const movement = z.object({
  id: z.string(),
  kind: z.string(),
  day: z.string(),
  amount: z.number(),
  payoutId: z.string().optional(),
  orderId: z.string().optional(),
  /** Of all that moved with it and is listed with it, such as the fee of a sale. */
  ids: z.array(z.string()),
})
export type Movement = z.infer<typeof movement>

/** A line of a statement. Amounts are dollars; money that left is negative. */
export const statementLine = z.object({
  id: z.string(),
  accountId: z.string(),
  bookedOn: z.string(),
  amount: z.number(),
  fee: z.number(),
  balance: z.number().optional(),
  reference: z.string(),
  /** Absent when it was erased. */
  description: z.string().optional(),
  state: z.enum(lineStates),
  /** What the lines of its match have more than its movements; said of the first of these lines. */
  difference: z.number(),
  otherLines: z.int(),
  movements: z.array(movement),
  matchedHow: z.enum(matchedHows).optional(),
  /** Who matched it by hand, or imported it. */
  matchedBy: person.optional(),
  matchedAt: z.string().optional(),
  entryId: z.string().optional(),
})
export type StatementLine = z.infer<typeof statementLine>

const of = z.enum(movementGroups, { error: 'Unknown kind of movement.' })
export const freeMovementsInput = z.object({
  ...paging,
  ...{ id, search: searchText.optional(), of: of.default('all') },
  /** Dollars: what is nearest to it is first. */
  near: signedDollars(statementMessages.badAmount).optional(),
})
export type FreeMovementsInput = z.infer<typeof freeMovementsInput>
export const freeMovements = pageOf(movement).extend({ counts: z.partialRecord(of, z.number()) })

const chosen = (what: string) =>
  someOf(id, `Choose at least one ${what}.`, MATCH_MAX_PAYOUTS, `Choose at most ${MATCH_MAX_PAYOUTS} ${what}s.`)

export const matchLineInput = z.object({
  id,
  /** Other lines of the same account. */
  lines: chosen('line').optional(),
  movements: chosen('movement').optional(),
  /** Payouts, of which those movements count that have the direction of the line. */
  payouts: chosen('payout').optional(),
})
export type MatchLineInput = z.infer<typeof matchLineInput>
