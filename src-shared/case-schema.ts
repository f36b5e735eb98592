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
import {
  REQUEST_WORDS_MAX_LENGTH,
  requestKinds,
  requestMessages,
  requestStates,
  wantedItems,
} from './information-request.ts'
import { pagination } from './paging-schema.ts'
import { idempotencyKey, picture, price, requestKey, someOf, version } from './parts-schema.ts'
import { id, requiredText, text, typedText } from './text-schema.ts'
import { MAX_FILES_PER_SUBMISSION } from './upload.ts'
import { mayWait } from './waiting-act-schema.ts'

const words = text(REQUEST_WORDS_MAX_LENGTH, { label: 'The message' }).optional()
const wanted = z.enum(wantedItems, { error: `Choose among: ${wantedItems.join(', ')}.` })

/** `undoable`: the mail waits for 8 seconds. */
export const makeRequestInput = z.object({
  submissionId: id,
  version,
  wants: someOf(wanted, requestMessages.chooseWants, wantedItems.length, requestMessages.chooseWants),
  words,
  undoable: z.boolean().optional(),
})
export type MakeRequestInput = z.infer<typeof makeRequestInput>

/** A counter-offer at what a balance check found. `cardBrand` only for a card of another brand. */
export const makeOfferInput = z.object({
  submissionId: id,
  version,
  checkId: id,
  cardBrand: z.string().max(100, requestMessages.unknownBrand).optional(),
  words,
  undoable: z.boolean().optional(),
})
export type MakeOfferInput = z.infer<typeof makeOfferInput>

export const withdrawRequestInput = z.object({ submissionId: id })
export type WithdrawRequestInput = z.infer<typeof withdrawRequestInput>

export const answerRequestInput = z.object({
  id,
  cardNumber: typedText('code', 100, { label: 'The gift card number' }).default(''),
  securityCode: typedText('code', 100, { label: 'The security code' }).default(''),
  expiringDate: typedText('code', 20, { label: 'The expiry date' }).default(''),
  fileIds: z
    .array(id)
    .max(MAX_FILES_PER_SUBMISSION, { error: `Add at most ${MAX_FILES_PER_SUBMISSION} files to an order.` })
    .default([]),
  idempotencyKey: idempotencyKey('Idempotency-Key'),
})
export type AnswerRequestInput = z.infer<typeof answerRequestInput>

/** `payoutAmount` is what the seller saw, in dollars. */
export const acceptOfferInput = z.object({ id, payoutAmount: z.number({ error: 'Enter the amount of the offer.' }) })
export type AcceptOfferInput = z.infer<typeof acceptOfferInput>

/** What is offered. Money is dollars, `exchangeRate` a fraction. */
const offer = z.object({ cardBrand: z.string(), giftCardName: z.string(), ...price })

/** A request as its seller sees it. Times are ISO 8601. */
export const requestView = z.object({
  id: z.string(),
  type: z.enum(requestKinds),
  madeAt: z.string(),
  dueAt: z.string(),
  words: z.string().optional(),
  wants: z.array(z.enum(wantedItems)).optional(),
  offer: offer.optional(),
})
export type RequestView = z.infer<typeof requestView>

export const staffRequest = requestView.extend({ state: z.enum(requestStates), closedAt: z.string().optional() })
export type StaffRequest = z.infer<typeof staffRequest>

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
