import { z } from 'zod'
import type { Pagination } from './paging.ts'

export const pagination = z.object({
  totalItems: z.number(),
  totalPages: z.number(),
  currentPage: z.number(),
  limit: z.number(),
  hasPrev: z.boolean(),
  hasNext: z.boolean(),
  moreThan: z.literal(true).optional(),
  amongNewest: z.number().optional(),
}) satisfies z.ZodType<Pagination>
