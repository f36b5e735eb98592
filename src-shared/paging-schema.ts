import { z } from 'zod'
import { wholeNumber } from './parts-schema.ts'

export const pagination = z.object({
  totalItems: z.number(),
  totalPages: z.number(),
  currentPage: z.number(),
  limit: z.number(),
  hasPrev: z.boolean(),
  hasNext: z.boolean(),
  /** Counting stopped early: there are more than `totalItems`. */
  moreThan: z.literal(true).optional(),
  /** Only this many of the newest were searched; `totalItems` counts the matches among them. */
  amongNewest: z.number().optional(),
})
export type Pagination = z.infer<typeof pagination>

export const pageOf = <Row extends z.ZodType>(row: Row) => z.object({ data: z.array(row), pagination })

const pageError = 'Page must be a whole number from 1.'
const limitError = 'Limit must be a whole number from 1 to 100.'
export const page = z.int({ error: pageError }).min(1, pageError)
export const limit = wholeNumber(limitError, 1, 100)

export function pagingOf(perPage: number) {
  return { page: page.default(1), limit: limit.default(perPage) }
}
