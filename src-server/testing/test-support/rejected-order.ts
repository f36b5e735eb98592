import type { AddPhotosInput } from '#shared/order-change-schema.ts'
import { reasonTexts } from '#shared/status-reasons.ts'
import type { SubmitInput } from '#shared/submission-schema.ts'
import type { SubmissionTable } from '../../platform/db/submission-tables.ts'
import { anUpload, aRejectedSubmission } from './factories.ts'
import type { Person, TestApp } from './test-app.ts'

/** A card with a security code beside its number. */
export const walmart = { cardBrand: 'walmart', cardNumber: '6006 4912 3456 7890', securityCode: '1234' }
export const receiptMissing = reasonTexts.rejected['receipt-needed']

export const conflict = { cause: { code: 'conflict' } }
export const unprocessable = { cause: { code: 'unprocessable' } }

/** The stored row of a submission. */
export function rowOf({ ctx }: TestApp, id: string): Promise<SubmissionTable> {
  return ctx.db.selectFrom('submissions').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/** A Walmart order that was rejected, by default for a missing photo, and the call that adds a new photo to it. */
export async function aRejected(app: TestApp, changes: Partial<SubmitInput> = {}, reason?: string) {
  const [customer, staff] = [await app.customer(), await app.staff()]
  const id = await aRejectedSubmission(app, customer, staff, { ...walmart, ...changes }, reason)
  const add = async (input: Partial<AddPhotosInput> = {}, by: Person = customer) => {
    const fileIds = input.fileIds ?? [await anUpload(app, by, 'back.png')]
    return by.api.transactions.addPhotos({ id, securityCode: '9876', ...input, fileIds })
  }
  return { customer, staff, id, add }
}
