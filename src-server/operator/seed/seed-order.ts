import { Readable } from 'node:stream'
import type { Brand } from '#shared/brand.ts'
import { dollarsFromCents } from '#shared/money.ts'
import { submitInput } from '#shared/submission-schema.ts'
import type { CallContext } from '../../context.ts'
import { saveUpload } from '../../files/save-upload.ts'
import type { Submitter } from '../../submissions/new-submission.ts'
import { submitExchange } from '../../submissions/submit-exchange.ts'
import { drawCardPhoto } from './draw-card-photo.ts'

/** Submits an order with generated photos; `at`, which no other order has, decides what it is about. Returns its id. */
export async function seedOrder(
  ctx: CallContext,
  customer: Submitter,
  brand: Brand,
  at: number,
  photos = 1 + (at % 2),
) {
  const fileIds = []
  for (const side of ['front', 'back'].slice(0, Math.max(brand.rules.photosNeeded, photos))) {
    const bytes = Readable.from([drawCardPhoto(brand.colour, side === 'back')])
    const { id } = await saveUpload(ctx, customer.id, { name: `${brand.slug}-${side}.png`, bytes })
    fileIds.push(id)
  }
  const digits = String(6_000_000_000_000_000 + at * 7_919_000_131)
  const input = submitInput.parse({
    cardBrand: brand.slug,
    cardValue: dollarsFromCents(brand.minCents * (1 + (at % 4))),
    cardCondition: at % 3 === 0 ? 'partially-used' : 'brand-new',
    cardNumber: digits,
    securityCode: String(1000 + ((at * 37) % 9000)),
    accountName: customer.name,
    paymentMethod: at % 5 === 0 ? 'bank' : (['paypal', 'cashapp', 'zelle', 'chime'] as const)[at % 4],
    paymentDetails: at % 4 === 1 ? `$${customer.name.split(' ')[0]?.toLowerCase()}` : customer.email,
    accountNumber: '000123456789',
    routingNumber: '021000021',
    fileIds,
    termsAccepted: true,
  })
  return (await submitExchange(ctx, customer, input)).submissionId
}
