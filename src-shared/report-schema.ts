import { z } from 'zod'
import { businessDimensions, lossDimensions, reportMessages } from './report.ts'

const month = z
  .string({ error: reportMessages.badMonth })
  .regex(/^[1-9]\d{3}-(0[1-9]|1[0-2])$/, reportMessages.badMonth)

/** By what a report has lines, and its months, both inclusive; by default the last 12 months. */
const inputOf = <const By extends readonly string[]>(dimensions: By, error: string) =>
  z.strictObject(
    { by: z.enum(dimensions, { error }).default('month'), from: month.optional(), to: month.optional() },
    { error: reportMessages.unknown },
  )

/** `key` is a month, the slug of a brand, a payment method or the id of a person; '' for what is of no order. */
const reportOf = <By extends readonly string[], Shape extends z.ZodRawShape>(
  dimensions: By,
  sums: z.ZodObject<Shape>,
) =>
  z.object({
    by: z.enum(dimensions),
    from: z.string(),
    to: z.string(),
    rows: z.array(sums.extend({ key: z.string(), name: z.string() })),
    total: sums,
  })

export const businessInput = inputOf(businessDimensions, reportMessages.badBusiness)
export type BusinessInput = z.infer<typeof businessInput>
export const lossInput = inputOf(lossDimensions, reportMessages.badLosses)
export type LossInput = z.infer<typeof lossInput>

/** Amounts in dollars. Negative where more came back than went out. */
const businessSums = z.object({
  /** Payouts that left, less those that did not arrive or came back, with the face value of their cards. */
  bought: z.number(),
  faceValue: z.number(),
  cost: z.number(),
  payouts: z.number(),
  paid: z.number(),
  fees: z.number(),
  proceeds: z.number(),
  margin: z.number(),
  losses: z.number(),
  recovered: z.number(),
  result: z.number(),
})
export type BusinessSums = z.infer<typeof businessSums>

export const businessReport = reportOf(businessDimensions, businessSums)
export type BusinessReport = z.infer<typeof businessReport>

/** Amounts in dollars, at the cost of the cards. */
const lossSums = z.object({
  bought: z.number(),
  cost: z.number(),
  /** The share of the cost that was sold, redeemed or written off; null when nothing was bought. */
  outcomeShare: z.number().nullable(),
  writtenOff: z.number(),
  /** What came in afterwards. It does not lower `writtenOff`. */
  recovered: z.number(),
  /** `writtenOff` / `cost`; null when nothing was bought. */
  lossRate: z.number().nullable(),
})
export type LossSums = z.infer<typeof lossSums>

/** Of sellers only those with a loss, the largest first, at most 100; `total` is of all. */
export const lossReport = reportOf(lossDimensions, lossSums)
export type LossReport = z.infer<typeof lossReport>

/** '2026-11' */
export const aMonth = z
  .string({ error: reportMessages.badMonth })
  .regex(/^20\d\d-(0[1-9]|1[0-2])$/, reportMessages.badMonth)
export const monthExportInput = z.strictObject({ month: aMonth }, { error: reportMessages.onlyMonth })

export const sellersExportInput = z.strictObject(
  { year: z.string({ error: reportMessages.badYear }).regex(/^[1-9]\d{3}$/, reportMessages.badYear) },
  { error: reportMessages.onlyYear },
)

/** What a seller was paid in one year, in dollars. `total` is `paid` less `returned`. */
const statementYear = z.object({
  year: z.number(),
  payouts: z.number(),
  paid: z.number(),
  returnedPayouts: z.number(),
  returned: z.number(),
  total: z.number(),
})
export type StatementYear = z.infer<typeof statementYear>

/** The newest year first, without years in which nothing was paid. */
export const sellerStatement = z.array(statementYear)
