// A customer's list of orders on the peer.
import { asc, desc, eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import { files, orders } from './peer-database.mjs'

export const orderList = z.array(
  z.object({
    id: z.string(),
    giftCardName: z.string(),
    cardValue: z.number(),
    exchangeRate: z.number(),
    payoutAmount: z.number(),
    paymentMethod: z.string(),
    status: z.string(),
    createdAt: z.string(),
    email: z.string(),
    cardNumber: z.string(),
    uploadedFiles: z.array(z.object({ id: z.string(), fileName: z.string(), fileSize: z.number() })),
  }),
)

export function listOrders(db, customer) {
  const rows = db.select().from(orders).where(eq(orders.userId, customer.id)).orderBy(desc(orders.createdAt)).all()
  const ids = rows.map(({ id }) => id)
  const found = db.select().from(files).where(inArray(files.orderId, ids)).orderBy(asc(files.position)).all()
  return rows.map((row) => ({
    id: row.id,
    giftCardName: row.brand,
    cardValue: row.valueCents / 100,
    exchangeRate: row.rateBps / 10_000,
    payoutAmount: row.payoutCents / 100,
    paymentMethod: row.paymentMethod,
    status: row.status,
    createdAt: row.createdAt,
    email: customer.email,
    cardNumber: row.cardNumberMasked,
    uploadedFiles: found
      .filter(({ orderId }) => orderId === row.id)
      .map(({ id, fileName, fileSize }) => ({ id, fileName, fileSize })),
  }))
}
