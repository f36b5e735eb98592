import { z } from 'zod'
import { idempotencyKey } from './parts-schema.ts'
import { submitProblemMessages } from './submission.ts'
import { fileIds, securityCode } from './submission-schema.ts'
import { id } from './text-schema.ts'

/** Its security code was erased with the decision. */
export const addPhotosInput = z.object({
  id,
  fileIds: fileIds.min(1, { error: submitProblemMessages.noFile }),
  /** Empty for a card that has one code, or may lack a PIN: its number is stored in place of it. */
  securityCode: securityCode.default(''),
  /** Dollars. Required when `resumedPrice` of the order names another payout; checked whenever it is sent. */
  payoutAmount: z.number().optional(),
  idempotencyKey: idempotencyKey('Idempotency-Key'),
})
export type AddPhotosInput = z.infer<typeof addPhotosInput>

export const replacePhotoInput = z.object({ id, fileId: id, newFileId: id })
export type ReplacePhotoInput = z.infer<typeof replacePhotoInput>
