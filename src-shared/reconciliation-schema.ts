import { z } from 'zod'
import { total } from './parts-schema.ts'
import { statementMessages } from './statement.ts'
import { day, signedDollars } from './statement-schema.ts'
import { id } from './text-schema.ts'

const isForward = { error: statementMessages.backwards, path: ['from'] }

/** Both days are inclusive. */
export const reconciliationInput = z.object({ id, from: day, to: day }).refine(({ from, to }) => from <= to, isForward)
export type ReconciliationInput = z.infer<typeof reconciliationInput>

/** What an account had and has, in the books and at the bank. Amounts are dollars. */
export const reconciliation = z.object({
  from: z.string(),
  to: z.string(),
  openingBalance: z.number(),
  lines: total,
  /** Movements up to the last day that no line up to it covers, the oldest one on `since`. */
  outstanding: total.extend({ since: z.string().optional() }),
  /** Lines up to the last day that no movement up to it covers. */
  uncovered: total,
  /** Of these lines: those in no match, what the others differ by, and those of entries that wait. */
  open: total,
  differs: total,
  closingBooks: z.number(),
  /** Absent when neither the file nor a person says it. */
  closingBank: z.number().optional(),
  bankFrom: z.enum(['file', 'typed']).optional(),
  difference: z.number().optional(),
  isReconciled: z.boolean(),
  /** What the books do not explain, of all accounts, since the day of its newest transfer; it is in no result. */
  suspense: z.number(),
  suspenseSince: z.string().optional(),
  adjustments: z.number(),
})
export type Reconciliation = z.infer<typeof reconciliation>

export const bankBalanceInput = z.object({ id, on: day, balance: signedDollars(statementMessages.badBalance) })
export type BankBalanceInput = z.infer<typeof bankBalanceInput>

export const float = z.object({
  paypal: z
    .object({
      available: z.number().optional(),
      asOf: z.string().optional(),
      ready: z.number(),
      /** What is ready, with what becomes ready by itself within a day. */
      expectedToday: z.number(),
    })
    .optional(),
})
export type Float = z.infer<typeof float>
