import { z } from 'zod'
import { chosen, person, reference, requestKey, total } from './parts-schema.ts'
import { FILE_MAX_PAYOUTS, fileOutcomes, payoutFileFormats } from './payout-file.ts'
import { paging, payout, payoutInput } from './payout-schema.ts'
import { id } from './text-schema.ts'

const payouts = <Item extends z.ZodType>(item: Item) => chosen(item, 'payout', FILE_MAX_PAYOUTS)

export const makePayoutFileInput = z.object({
  format: z.enum(payoutFileFormats, { error: 'The format must be bank or paypal.' }),
  payouts: payouts(payoutInput),
  /** The money account that pays; by default that of the method. */
  account: id.optional(),
  requestKey,
})
export type MakePayoutFileInput = z.infer<typeof makePayoutFileInput>

export const markFileSentInput = z.object({
  id,
  /** The reference of the payouts that have none of their own. */
  reference: reference.default(''),
  /** The payouts that were paid; all that are being sent without it. */
  payouts: payouts(z.object({ id, reference: reference.optional() })).optional(),
})
export type MarkFileSentInput = z.infer<typeof markFileSentInput>

export const putFileBackInput = z.object({
  id,
  /** The payouts that were not paid; all that are being sent without it. */
  ids: payouts(id).optional(),
})
export type PutFileBackInput = z.infer<typeof putFileBackInput>

/** A payment file. Amounts are dollars, times ISO 8601. */
export const payoutFile = z.object({
  id: z.string(),
  format: z.enum(payoutFileFormats),
  madeBy: person,
  madeAt: z.string(),
  sending: total,
  sent: total,
  putBack: total,
})
export type PayoutFile = z.infer<typeof payoutFile>

export const payoutFileDetail = payoutFile.extend({
  payouts: z.array(payout.extend({ outcome: z.enum(fileOutcomes) })),
})
export type PayoutFileDetail = z.infer<typeof payoutFileDetail>

export const payoutFileListInput = z.object(paging)
export type PayoutFileListInput = z.infer<typeof payoutFileListInput>

/** The only answer with the content, which is stored nowhere. */
export const payoutFileContent = z.object({ file: payoutFile, name: z.string(), content: z.string() })
export type PayoutFileContent = z.infer<typeof payoutFileContent>

export const madePayoutFile = payoutFileContent.extend({
  leftOut: z.array(z.object({ id: z.string(), reason: z.string() })),
})
export type MadePayoutFile = z.infer<typeof madePayoutFile>
