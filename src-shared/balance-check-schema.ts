import { z } from 'zod'
import { CHECK_NOTE_MAX_LENGTH, checkMessages, checkOutcomes, checkWays } from './balance-check.ts'
import { BOX_SCALE, MAX_BOXES, redactionMessages } from './redaction.ts'
import { id, text } from './text-schema.ts'

/** `balance` is dollars, for the outcomes that have one. */
export const recordCheckInput = z.object({
  submissionId: id,
  outcome: z.enum(checkOutcomes, { error: checkMessages.unknownOutcome }),
  how: z.enum(checkWays, { error: checkMessages.unknownWay }),
  balance: z.number({ error: checkMessages.badBalance }).optional(),
  note: text(CHECK_NOTE_MAX_LENGTH).optional(),
  evidenceId: id.optional(),
})
export type RecordCheckInput = z.infer<typeof recordCheckInput>

export const balanceCheck = z.object({
  id: z.string(),
  outcome: z.enum(checkOutcomes),
  how: z.enum(checkWays),
  /** Dollars. */
  balance: z.number().optional(),
  note: z.string().optional(),
  /** The redacted picture; absent without one, and once it is purged. */
  evidenceId: z.string().optional(),
  by: z.string(),
  at: z.string(),
})
export type BalanceCheck = z.infer<typeof balanceCheck>

/** What the customer sees of a check that a decision on their order is based on. */
export const shownEvidence = z.object({
  outcome: z.enum(checkOutcomes),
  how: z.enum(checkWays),
  /** Dollars. */
  balance: z.number().optional(),
  /** The redacted picture; absent without one, and once it is purged. */
  fileId: z.string().optional(),
  at: z.string(),
})
export type ShownEvidence = z.infer<typeof shownEvidence>

const part = z.int({ error: redactionMessages.malformed }).min(0, redactionMessages.outside)
const box = z
  .strictObject(
    { x: part, y: part, w: part.min(1, redactionMessages.malformed), h: part.min(1, redactionMessages.malformed) },
    { error: redactionMessages.malformed },
  )
  .refine(({ x, y, w, h }) => x + w <= BOX_SCALE && y + h <= BOX_SCALE, { error: redactionMessages.outside })
/** What is painted black. Empty when nothing on the picture can be spent. */
export const redaction = z.object({
  boxes: z.array(box, { error: redactionMessages.malformed }).max(MAX_BOXES, redactionMessages.tooMany),
})

export const addEvidenceInput = z.object({ submissionId: id })
export const evidenceOutput = z.object({ id: z.string() })
