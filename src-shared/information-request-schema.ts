import { z } from 'zod'
import {
  REQUEST_WORDS_MAX_LENGTH,
  requestKinds,
  requestMessages,
  requestStates,
  wantedItems,
} from './information-request.ts'
import { idempotencyKey, price, someOf, version } from './parts-schema.ts'
import { id, text, typedText } from './text-schema.ts'
import { MAX_FILES_PER_SUBMISSION } from './upload.ts'

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
