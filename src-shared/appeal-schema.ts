import { z } from 'zod'
import {
  APPEAL_WORDS_MAX_LENGTH,
  APPEALS_PER_PAGE,
  appealMessages,
  appealOutcomes,
  appealStates,
  appealTargets,
  decidedAsValues,
  MAX_APPEAL_FILES,
} from './appeal.ts'
import { balanceCheck } from './balance-check-schema.ts'
import { pagination } from './paging-schema.ts'
import { picture, requestKey } from './parts-schema.ts'
import { id, requiredText } from './text-schema.ts'
import { mayWait } from './waiting-act-schema.ts'

const orderId = z.string({ error: 'An id is required.' })

export const openAppealInput = z.object({
  orderId,
  words: requiredText(APPEAL_WORDS_MAX_LENGTH, appealMessages.noWords),
  fileIds: z.array(id).max(MAX_APPEAL_FILES, appealMessages.tooManyFiles).default([]),
})
export type OpenAppealInput = z.infer<typeof openAppealInput>

export const withdrawAppealInput = z.object({ orderId })
export type WithdrawAppealInput = z.infer<typeof withdrawAppealInput>

export const decideAppealInput = z.object({
  appealId: id,
  outcome: z.enum(appealOutcomes, { error: appealMessages.badOutcome }),
  words: requiredText(APPEAL_WORDS_MAX_LENGTH, appealMessages.noAnswer),
  /** The balance check of the answer; by default the newest one of the caller within 24 hours. */
  checkId: id.optional(),
  requestKey,
})
export type DecideAppealInput = z.infer<typeof decideAppealInput>

export const appealListInput = z.object({
  page: z.int({ error: 'A page is a whole number.' }).min(1, 'Pages begin at 1.').default(1),
  limit: z.int({ error: 'A limit is a whole number.' }).min(1).max(100).default(APPEALS_PER_PAGE),
})
export type AppealListInput = z.infer<typeof appealListInput>

/** An appeal as its seller reads it. Times are ISO 8601. */
export const orderAppeal = z.object({
  id: z.string(),
  against: z.enum(appealTargets),
  state: z.enum(appealStates),
  openedAt: z.string(),
  dueAt: z.string(),
  /** Set while it is open after `dueAt`. */
  isLate: z.literal(true).optional(),
  words: z.string().optional(),
  files: z.array(picture),
  answer: z.string().optional(),
  decidedAt: z.string().optional(),
  decidedAs: z.enum(decidedAsValues).optional(),
})
export type OrderAppeal = z.infer<typeof orderAppeal>

const staffAppeal = z.object({
  ...orderAppeal.pick({ id: true, against: true, openedAt: true, dueAt: true, isLate: true, words: true }).shape,
  files: z.array(picture),
  submissionId: z.string(),
  brand: z.string(),
  cardType: z.string(),
  cardValue: z.number(),
  payoutAmount: z.number(),
  decision: z.object({ reason: z.string().nullable(), by: z.string(), at: z.string() }),
  /** Oldest first. */
  checks: z.array(
    balanceCheck
      .pick({ id: true, outcome: true, how: true, balance: true, by: true, at: true })
      .extend({ fileId: z.string().optional() }),
  ),
  evidence: z.array(picture),
  /** Of a claw back, in dollars. */
  owed: z.number().optional(),
  repaid: z.number().optional(),
  /** Whether the caller may answer it: they have not decided on the order, or no other person can. */
  mayAnswer: z.boolean(),
})
export type StaffAppeal = z.infer<typeof staffAppeal>

/** `overdue` counts those whose time has passed, on all pages. */
export const appealListOutput = z.object({ data: z.array(staffAppeal), pagination, overdue: z.number() })

export const decidedAppeal = z.object({
  id: z.string(),
  submissionId: z.string(),
  state: z.enum(appealStates),
  ...mayWait,
})
export type DecidedAppeal = z.infer<typeof decidedAppeal>
