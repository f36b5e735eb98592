import { z } from 'zod'
import { holdKinds, payoutStates } from './payout.ts'

/** The payout of an order as its customer sees it. `label` says where it goes, masked. */
export const transactionPayout = z.object({
  id: z.string(),
  amount: z.number(),
  method: z.string(),
  label: z.string(),
  state: z.enum(payoutStates),
  message: z.string(),
  /** Something besides the undo of its approval prevents it from being sent. */
  isHeld: z.literal(true).optional(),
  /** It is held at least until then, because the account was changed. */
  waitsUntil: z.string().optional(),
  /** PayPal waits until then for the customer to claim it. */
  claimBefore: z.string().optional(),
  /** It failed or came back, and its amount is still owed. Withdrawing the order, or declining an offer, ends that. */
  isOwed: z.literal(true).optional(),
  sentAt: z.string().optional(),
  reference: z.string().optional(),
})
export type TransactionPayout = z.infer<typeof transactionPayout>

export const submissionPayout = z.object({
  id: z.string(),
  state: z.enum(payoutStates),
  /** Besides the undo of its approval. */
  holds: z.array(z.enum(holdKinds)),
})
export type SubmissionPayout = z.infer<typeof submissionPayout>
