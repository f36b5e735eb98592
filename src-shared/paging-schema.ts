import { z } from 'zod'

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
