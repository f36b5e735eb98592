import { z } from 'zod'
import { MONTH_REASON_MAX_LENGTH, monthMessages } from './month.ts'
import { person, requestKey, total } from './parts-schema.ts'
import { reconciliation } from './reconciliation-schema.ts'
import { aMonth } from './report-schema.ts'
import { signedDollars } from './statement-schema.ts'
import { requiredText } from './text-schema.ts'
import { mayWait } from './waiting-act-schema.ts'

const why = requiredText(MONTH_REASON_MAX_LENGTH, monthMessages.noReason)

export const closeMonthInput = z.object({
  month: aMonth,
  /** Dollars of suspense, repeated unless they are zero. */
  suspense: signedDollars().optional(),
  /** Why movements are without a line for 7 days. */
  note: why.optional(),
  requestKey,
})
export type CloseMonthInput = z.infer<typeof closeMonthInput>

export const reopenMonthInput = z.object({ month: aMonth, reason: why, requestKey })
export type ReopenMonthInput = z.infer<typeof reopenMonthInput>

/** Amounts are dollars at the end of the month. */
const monthClosing = z.object({
  /** Of journal.csv as it was then, in hex. */
  sha256: z.string(),
  accounts: z.array(z.object({ id: z.string(), name: z.string(), balance: z.number(), outstanding: total })),
  suspense: z.number(),
  note: z.string().optional(),
  closedBy: person,
  closedAt: z.string(),
  confirmedBy: person,
  reopened: z.object({ by: person, at: z.string(), reason: z.string() }).optional(),
})
export type MonthClosing = z.infer<typeof monthClosing>

/** The next month to close, and what it needs for that. */
const nextMonth = z.object({
  month: z.string(),
  hasEnded: z.boolean(),
  accounts: z.array(
    reconciliation.extend({
      id: z.string(),
      name: z.string(),
      /** 'explain': once a note says why movements are without a line. */
      ready: z.enum(['yes', 'explain', 'no']),
    }),
  ),
  /** What no money account was named for, and what the books do not explain. */
  unassigned: z.number(),
  suspense: z.number(),
})
export type NextMonth = z.infer<typeof nextMonth>

export const months = z.object({
  /** Newest first; closings that were reopened are kept. */
  months: z.array(z.object({ month: z.string(), closing: monthClosing.optional(), former: z.array(monthClosing) })),
  next: nextMonth.optional(),
  ...mayWait,
})
export type Months = z.infer<typeof months>
