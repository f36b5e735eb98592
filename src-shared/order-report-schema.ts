import { z } from 'zod'
import { REPORT_MAX_DAYS } from './order-report.ts'
import { paymentTypes } from './payment-type.ts'

const dayMessage = 'Enter the start of each day in ISO 8601 format (UTC).'
const orderMessage = `Enter 1 to ${REPORT_MAX_DAYS} days in order, and the end of the last one.`

/** The start of each day in the caller's time zone, and the end of the last day. */
export const orderReportInput = z.object({
  dayStarts: z
    .array(z.iso.datetime({ error: dayMessage }), { error: dayMessage })
    .min(2, orderMessage)
    .max(REPORT_MAX_DAYS + 1, orderMessage)
    .refine((starts) => starts.every((start, at) => at === 0 || Date.parse(starts[at - 1] ?? '') < Date.parse(start)), {
      error: orderMessage,
    }),
})
export type OrderReportInput = z.infer<typeof orderReportInput>

/** Counts of one period. Money is dollars. Every order counts once as submitted and once as decided. */
const orderCounts = z.object({
  quotes: z.number(),
  submitted: z.number(),
  cardValue: z.number(),
  /** Of the submitted orders, those that are decided, or are not and older than PROMISED_MINUTES. */
  due: z.number(),
  inTime: z.number(),
  /** Orders that reached this status in the period and have it now. */
  completed: z.number(),
  rejected: z.number(),
  failed: z.number(),
  paidOut: z.number(),
})
export type OrderCounts = z.infer<typeof orderCounts>

export const orderReportOutput = z.object({
  timestamp: z.string(),
  /** One entry per day, `startsAt` in ISO 8601. */
  days: z.array(orderCounts.extend({ startsAt: z.string() })),
  total: orderCounts,
  /** The most frequent reasons of rejected orders; '' for no reason, null for reasons that staff typed. */
  rejectionReasons: z.array(z.object({ reason: z.string().nullable(), count: z.number() })),
  brands: z.array(z.object({ brand: z.string(), submitted: z.number(), cardValue: z.number() })),
  /** The largest sum first. */
  payoutMethods: z.array(z.object({ method: z.enum(paymentTypes), completed: z.number(), paidOut: z.number() })),
  /** Open now: what they cost if all are accepted, and since when the oldest waits for a decision. */
  open: z.object({ orders: z.number(), payout: z.number(), oldestAt: z.string().optional() }),
})
export type OrderReport = z.infer<typeof orderReportOutput>
