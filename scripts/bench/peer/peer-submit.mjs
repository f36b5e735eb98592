// An order with photos on the peer: files on disk, then all rows in one transaction.
import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { z } from 'zod'
import { encrypt } from './encrypted-files.mjs'
import { files, mails, orders, statusChanges } from './peer-database.mjs'
import { priceOf } from './peer-quote.mjs'

const submitInput = z.object({
  cardBrand: z.string().trim().min(1).max(100),
  cardValue: z.coerce.number().min(10).max(2000).multipleOf(0.01),
  cardNumber: z.string().trim().min(4).max(40),
  securityCode: z.string().trim().max(20),
  accountName: z.string().trim().min(1).max(100),
  paymentMethod: z.enum(['paypal', 'cashapp', 'bank']),
  paymentDetails: z.string().trim().min(1).max(500),
})
const accepted = new Set(['image/jpeg', 'image/png'])
const LONGEST_SIDE = 2400

/** Stores the order of a form. @throws Error for a form that is not one */
export async function submit(db, storage, customer, request) {
  const [fields, uploads] = [{}, []]
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      fields[part.fieldname] = part.value
      continue
    }
    if (!accepted.has(part.mimetype)) throw new Error('Unsupported type')
    const bytes = await part.toBuffer()
    const { id: shownId } = await storage.write(await pictureOf(bytes))
    uploads.push({ ...(await storage.write(bytes)), shownId, fileName: part.filename, mimeType: part.mimetype })
  }
  const input = submitInput.parse(fields)
  if (uploads.length === 0) throw new Error('No photo')
  await storage.syncFolder()
  return { submissionId: insertOrder(db, customer, input, uploads) }
}

/** The picture that staff see, as the site encodes it. @throws Error for what is no picture */
function pictureOf(bytes) {
  return sharp(bytes, { failOn: 'warning', sequentialRead: true })
    .autoOrient()
    .resize(LONGEST_SIDE, LONGEST_SIDE, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 88, chromaSubsampling: '4:4:4', optimiseCoding: false })
    .toBuffer()
}

function insertOrder(db, customer, input, uploads) {
  const [id, now] = [randomUUID(), new Date().toISOString()]
  db.transaction((tx) => {
    tx.insert(orders)
      .values({
        id,
        userId: customer.id,
        brand: input.cardBrand,
        ...priceOf(input),
        cardNumberMasked: `•••• ${input.cardNumber.slice(-4)}`,
        cardNumberEncrypted: encrypted(input.cardNumber),
        securityCodeEncrypted: encrypted(input.securityCode),
        payoutDetailsEncrypted: encrypted(input.paymentDetails),
        paymentMethod: input.paymentMethod,
        status: 'pending',
        createdAt: now,
      })
      .run()
    tx.insert(files)
      .values(uploads.map((upload, position) => ({ ...upload, orderId: id, position })))
      .run()
    tx.insert(statusChanges)
      .values({ id: randomUUID(), orderId: id, toStatus: 'pending', changedBy: customer.id, changedAt: now })
      .run()
    tx.insert(mails)
      .values({
        id: randomUUID(),
        recipient: customer.email,
        subject: 'We have your gift card',
        body: `Hello ${customer.name}, your order ${id} is in review.`,
        createdAt: now,
      })
      .run()
  })
  return id
}

const encrypted = (value) => Buffer.concat(encrypt(Buffer.from(value)))
