import { noRequest } from '../../audit/audit-queries.ts'
import { listDispositions } from '../../inventory/disposition-queries.ts'
import { correctDisposition } from '../../inventory/record-disposition.ts'
import { DAY_MS } from '../../platform/clock.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { keepFigures } from '../../reports/keep-figures.ts'
import { aBoughtCard, aBuyer, dispose, itemOf } from './inventory.ts'
import { createTestApp, type Person, type TestApp } from './test-app.ts'

export type Shop = { app: TestApp; dana: Person; tom: Person; boss: Person; fay: Person; buyerId: string }

/** A site with two sellers, an owner, finance and a buyer, whose sessions do not end. */
export async function aShop(): Promise<Shop> {
  const app = await createTestApp()
  const boss = await app.alwaysAllowed(await app.staff())
  const dana = await app.alwaysAllowed(await app.customer())
  const tom = await app.alwaysAllowed(await app.customer('Tom Okafor'))
  const fay = await app.alwaysAllowed(await app.colleague('finance'))
  return { app, boss, dana, tom, fay, buyerId: await aBuyer(app, boss) }
}

/** Records that the payout of an order came back. */
export async function returnPayout({ app, boss }: Shop, submissionId: string): Promise<void> {
  const { payout_id: id } = await itemOf(app.ctx.db, submissionId)
  const { version } = await boss.api.payouts.get({ id })
  await boss.api.payouts.recordReturn({ id, version, code: 'provider' })
}

/** Takes back the newest disposition of an order. */
async function correctNewest({ app, boss }: Shop, submissionId: string): Promise<void> {
  const id = (await listDispositions(app.ctx.db, submissionId)).at(-1)?.id ?? ''
  await inTransaction(app.call, async (tx) =>
    correctDisposition(app.ctx, tx, { id: boss.id, ...noRequest }, await itemOf(tx, submissionId), {
      id,
      note: 'A mistake.',
    }),
  )
}

/** Numbers from 0 below a limit that look random, and are the same for the same seed. */
function drawsOf(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * limit)
  }
}

/**
 * Some weeks of business that a seed decides: cards are bought with fees, sold whole or in parts, redeemed, written
 * off, recovered, charged back and corrected, and payouts come back. The figures are kept now and then.
 */
export async function aHistory(shop: Shop, seed: number): Promise<void> {
  const { app, dana, tom, boss, buyerId } = shop
  const draw = drawsOf(seed)
  for (let at = 0; at < 16; at++) {
    app.clock.advance((1 + draw(5)) * DAY_MS)
    const id = await aBoughtCard(app, draw(2) === 0 ? dana : tom, boss)
    if (draw(2) === 0) {
      const { payout_id } = await itemOf(app.ctx.db, id)
      const { version } = await boss.api.payouts.get({ id: payout_id })
      await boss.api.payouts.correctFee({ id: payout_id, version, fee: (25 + draw(100)) / 100, note: 'The statement.' })
    }
    if (draw(3) === 0) app.clock.advance(DAY_MS)
    const sale = { kind: 'sold', buyerId, amountCents: 9000 + draw(900), feeCents: draw(100) } as const
    const what = at % 8
    if (what === 0) await dispose(app, boss, id, { kind: 'written-off', cause: 'drained' })
    if (what === 0) await dispose(app, boss, id, { kind: 'recovered', amountCents: 1 + draw(5000) })
    if (what === 1) await dispose(app, boss, id, { ...sale, faceCents: 3333, amountCents: 3100 })
    if (what >= 1 && what <= 4) await dispose(app, boss, id, sale)
    if (what === 3) await dispose(app, boss, id, { kind: 'charged-back', amountCents: 4000 + draw(4000) })
    if (what === 5) await dispose(app, boss, id, { kind: 'redeemed', place: { place: 'account', name: 'Amazon 1' } })
    if (what === 6) await returnPayout(shop, id)
    if ((what === 3 && at > 8) || what === 4) await correctNewest(shop, id)
    if (draw(4) === 0) await keepFigures(app.ctx)
  }
}
