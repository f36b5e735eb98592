import { z } from 'zod'
import { revealableFields } from './submission.ts'
import { submissionListNames } from './submission-lists.ts'
import { id } from './text-schema.ts'

export const waitingOutput = z.object({
  waiting: z.number(),
  approved: z.number(),
  overdue: z.number(),
  oldest: z.object({ id: z.string(), createdAt: z.string() }).nullable(),
  oldestDue: z.object({ id: z.string() }).nullable(),
})
export type Waiting = z.infer<typeof waitingOutput>

const listCount = z.object({ name: z.enum(submissionListNames), count: z.number(), overdue: z.number() })
export const listCounts = z.array(listCount)
export type ListCount = z.infer<typeof listCount>

export const revealInput = z.object({
  submissionId: id,
  field: z.enum(revealableFields, { error: "This field can't be revealed." }),
})
export const revealOutput = z.object({ value: z.string() })

/** A subscription event: the submission that changed, or null when events were lost and all has to be read again. */
export const submissionSignal = z.object({ submissionId: z.string().nullable() })
