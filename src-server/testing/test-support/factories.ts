import type { TokenScope } from '#shared/api-token.ts'
import type { PayoutDetails } from '#shared/payment-method.ts'
import { statusReasons } from '#shared/status-reasons.ts'
import type { SubmitInput } from '#shared/submission-schema.ts'
import { saveUpload } from '../../files/save-upload.ts'
import { drawCardPhoto } from '../../operator/seed/draw-card-photo.ts'
import { customerPassword, type Person, type TestApp } from './test-app.ts'

let photos = 0

/** A PNG with unique bytes and, unless `colour` is given, unique pixels. */
export function aPhoto(colour?: string): Buffer {
  const number = ++photos
  const ownColour = [199, 211, 223].map((range) => ((number * 67) % range) + 32)
  const hex = `#${ownColour.map((value) => value.toString(16).padStart(2, '0')).join('')}`
  return Buffer.concat([drawCardPhoto(colour ?? hex, false), Buffer.from(`photo ${number}`)])
}

/** These bytes in chunks, as an upload delivers them. */
export async function* inPieces(bytes: Uint8Array, size = 16 * 1024): AsyncGenerator<Uint8Array> {
  for (let offset = 0; offset < bytes.length; offset += size) yield bytes.subarray(offset, offset + size)
}

/** Uploads a photo as this customer; returns its id. */
export async function anUpload(app: TestApp, customer: Person, name = 'front.png', bytes = aPhoto()): Promise<string> {
  return (await saveUpload(app.call, customer.id, { name, bytes: inPieces(bytes) })).id
}

/** A valid submission of a $100 Apple card, with `changes` applied. */
export function aSubmitInput(changes: Partial<SubmitInput> = {}): SubmitInput {
  return {
    cardBrand: 'apple',
    cardValue: 100,
    cardCondition: 'brand-new',
    cardNumber: 'X2MW 9QP4 7TLZ 6KRD',
    securityCode: '8841',
    expiringDate: '',
    additionalInfo: '',
    accountName: 'Dana Reyes',
    phone: '',
    paymentMethod: 'cashapp',
    paymentDetails: '$dana_r',
    accountNumber: '',
    routingNumber: '',
    savePaymentMethod: false,
    fileIds: [],
    termsAccepted: true,
    ...changes,
  }
}

/** Submits a card of this customer; returns its id. */
export async function aSubmission(app: TestApp, customer: Person, changes: Partial<SubmitInput> = {}): Promise<string> {
  const fileIds = changes.fileIds ?? [await anUpload(app, customer)]
  return (await customer.api.exchange.submit(aSubmitInput({ ...changes, fileIds }))).submissionId
}

/** A multipart body of these fields and files, as a browser encodes it. */
export function multipart(
  fields: Record<string, string | readonly string[]>,
  files: readonly { name: string; bytes: Buffer; field?: string; type?: string }[],
): { payload: Buffer; headers: { 'content-type': string } } {
  const boundary = '----gce-test-boundary'
  const parts: Buffer[] = []
  for (const [name, values] of Object.entries(fields))
    for (const value of [values].flat())
      parts.push(Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`))
  for (const { name, bytes, field = 'files', type = 'image/png' } of files) {
    const head = `Content-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: ${type}`
    parts.push(Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`), bytes, Buffer.from('\r\n'))
  }
  parts.push(Buffer.from(`--${boundary}--\r\n`))
  return {
    payload: Buffer.concat(parts),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}

/** The fields of `aSubmitInput` under their names in the documented multipart call. */
export function submitFields(changes: Record<string, string> = {}): Record<string, string> {
  return {
    cardType: 'Apple',
    cardCondition: 'brand-new',
    cardBrand: 'apple',
    cardValue: '100',
    cardNumber: 'X2MW 9QP4 7TLZ 6KRD',
    securityCode: '8841',
    accountName: 'Dana Reyes',
    paymentMethod: 'cashapp',
    paymentDetails: '$dana_r',
    giftCardName: 'Apple',
    giftCardBrand: 'apple',
    exchangeRate: '0.92',
    payoutAmount: '92.00',
    ...changes,
  }
}

/** Opens a conversation of this customer; returns its id. */
export async function aChat(customer: Person, message = 'When will my payout arrive?'): Promise<string> {
  return (await customer.api.chat.send({ subject: 'My payout', message })).sessionId
}

/** Creates an API token of this owner; `headers` authorize a script with it. */
export async function aToken(
  owner: Person,
  scopes: readonly TokenScope[],
  more: { customerEmail?: string; expiresAt?: string; name?: string } = {},
): Promise<{ id: string; token: string; headers: { authorization: string } }> {
  const made = await owner.api.admin.tokens.create({ name: 'A script', scopes: [...scopes], ...more })
  return { ...made, headers: { authorization: `Bearer ${made.token}` } }
}

/** A predefined reason, which deleting the account does not erase. */
export const completedReason = statusReasons.completed[0] ?? ''

/** Submits a card of this customer and completes it with this reason; returns its id. */
export async function aFinishedSubmission(app: TestApp, customer: Person, reason = completedReason): Promise<string> {
  const submissionId = await aSubmission(app, customer)
  await (await app.staff()).api.admin.submissions.setStatus({ submissionId, status: 'completed', reason })
  return submissionId
}

/** Submits a card of this customer, which `staff` reject, by default for a missing photo; returns its id. */
export async function aRejectedSubmission(
  app: TestApp,
  customer: Person,
  staff: Person,
  changes: Partial<SubmitInput> = {},
  reason = 'Your photo shows only the front of the card. We need a photo of the back as well.',
): Promise<string> {
  const submissionId = await aSubmission(app, customer, changes)
  await staff.api.admin.submissions.setStatus({ submissionId, status: 'rejected', reason })
  return submissionId
}

/** Saves a payment method in the settings of this customer. */
export function aPaymentMethod({ api }: Pick<Person, 'api'>, method: PayoutDetails) {
  return api.account.addPaymentMethod({ method, currentPassword: customerPassword })
}
