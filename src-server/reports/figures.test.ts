import { expect, test } from 'vitest'
import { businessDimensions, lossDimensions } from '#shared/report.ts'
import { verifyLedger } from '../payouts/ledger/verify-ledger.ts'
import { aHistory, aShop, returnPayout, type Shop } from '../testing/test-support/business.ts'
import { worksAlone } from '../testing/test-support/controls.ts'
import { aBoughtCard, dispose } from '../testing/test-support/inventory.ts'
import { balancesOf } from '../testing/test-support/payouts.ts'
import { keepFigures, rebuildFigures } from './keep-figures.ts'

async function reportsOf({ fay }: Shop) {
  const { business, losses } = fay.api.admin.reports
  return {
    business: await Promise.all(businessDimensions.map((by) => business({ by }))),
    losses: await Promise.all(lossDimensions.map((by) => losses({ by }))),
  }
}

/** The sums of an account in dollars, money in less money out; also of one kind of transfer. */
async function sumOf({ app }: Shop, account: string, kind?: string): Promise<number> {
  const rows = await app.ctx.db.selectFrom('ledger_transfers').selectAll().execute()
  const cents = rows
    .filter((row) => kind === undefined || row.kind === kind)
    .reduce((sum, { debit, credit, amount_cents }) => {
      return sum + (debit === account ? Number(amount_cents) : credit === account ? -Number(amount_cents) : 0)
    }, 0)
  return cents / 100
}

test.each([11, 12, 13])('the history %i has the same sums in figures, rows and accounts', async (seed) => {
  const shop = await aShop()
  await using app = shop.app
  await aHistory(shop, seed)
  const before = await reportsOf(shop)
  await keepFigures(app.ctx)
  const { business, losses } = await reportsOf(shop)
  expect({ business, losses }).toEqual(before)
  const total = business[0]?.total
  for (const each of business) expect(each.total).toEqual(total)
  for (const each of losses) expect(each.total).toEqual(losses[0]?.total)
  const cents = (dollars: number | undefined) => Math.round((dollars ?? Number.NaN) * 100)
  const account = async (name: string, kind?: string) => cents(await sumOf(shop, name, kind))
  expect(cents(total?.margin)).toBe(-(await account('margin')))
  expect(cents(total?.losses)).toBe(await account('losses'))
  expect(cents(total?.fees)).toBe(await account('fees'))
  const paid = (await account('cash:unassigned', 'settle')) + (await account('cash:unassigned', 'return'))
  expect(cents(total?.paid)).toBe(-paid)
  expect(cents(total?.recovered)).toBe(await account('cash:unassigned', 'recovery'))
  let kept = 0
  for (const kind of ['sale', 'redemption', 'margin', 'resale-fee', 'chargeback', 'recovery'])
    kept += await account('cash:unassigned', kind)
  const wentBack = (await account('losses', 'chargeback')) + (await account('fees', 'resale-fee'))
  expect(cents(total?.proceeds)).toBe(kept + wentBack - cents(total?.recovered))
  const stock = await app.ctx.db.selectFrom('inventory_items').selectAll().execute()
  const inStock = stock.reduce((sum, item) => sum + item.left_cost_cents, 0)
  const lost = losses[0]?.total
  expect(cents(lost?.cost) - Math.round((lost?.outcomeShare ?? 0) * cents(lost?.cost))).toBe(inStock)
  expect((await verifyLedger(app.ctx.db)).problem).toBeUndefined()
  expect((await rebuildFigures(app.ctx)).differences).toEqual([])
})

test('of ten cards, one drained and one sold and charged back, 20 percent of the cost is lost', async () => {
  const shop = await aShop()
  await using app = shop.app
  await worksAlone(app)
  const cards: string[] = []
  for (let at = 0; at < 10; at++) cards.push(await aBoughtCard(app, shop.dana, shop.boss))
  const [drained = '', back = '', ...sold] = cards
  const sale = { kind: 'sold', buyerId: shop.buyerId, amountCents: 9600 } as const
  for (const id of [...sold, back]) await dispose(app, shop.boss, id, sale)
  await dispose(app, shop.boss, drained, { kind: 'written-off', cause: 'drained' })
  await dispose(app, shop.boss, back, { kind: 'charged-back' })
  const { business, losses } = await reportsOf(shop)
  const sums = { bought: 10, faceValue: 1000, cost: 920, payouts: 10, paid: 920, fees: 0, recovered: 0 }
  expect(business[0]?.total).toEqual({ ...sums, proceeds: 864, margin: 36, losses: 188, result: -152 })
  const rate = { bought: 10, cost: 920, outcomeShare: 1, writtenOff: 184, recovered: 0, lossRate: 0.2 }
  for (const { rows } of losses) expect(rows.at(-1)).toMatchObject(rate)
  expect(losses.at(-1)?.rows).toEqual([{ ...rate, key: shop.dana.id, name: 'Dana Reyes' }])
  expect(business[1]?.rows).toMatchObject([{ key: 'apple', name: 'Apple', bought: 10 }])
  expect(await balancesOf(app)).toMatchObject({ margin: -3600, losses: 18_800 })
})

test('what is recorded later is of the day that a person gives, else of its own', async () => {
  const shop = await aShop()
  await using app = shop.app
  app.clock.set(Date.parse('2026-11-30T12:00:00Z'))
  const [first, second] = [await aBoughtCard(app, shop.dana, shop.boss), await aBoughtCard(app, shop.dana, shop.boss)]
  await keepFigures(app.ctx)
  const november = { by: 'month', from: '2026-11', to: '2026-11' } as const
  app.clock.set(Date.parse('2026-12-01T00:00:00Z'))
  await dispose(app, shop.boss, first, { kind: 'written-off', cause: 'lost', at: '2026-11-30T23:00:00.000Z' })
  await dispose(app, shop.boss, second, { kind: 'written-off', cause: 'lost' })
  await keepFigures(app.ctx)
  const { rows } = await shop.fay.api.admin.reports.business({ by: 'month', from: '2026-11', to: '2026-12' })
  expect(rows.map(({ key, bought, losses }) => [key, bought, losses])).toEqual([
    ['2026-11', 2, 92],
    ['2026-12', 0, 92],
  ])
  // Both cards were approved in November, so their losses are of November's cards.
  const losses = await shop.fay.api.admin.reports.losses(november)
  expect(losses.total).toMatchObject({ writtenOff: 184, lossRate: 1 })
})

test('a card in stock has no outcome, and without cards there is no rate', async () => {
  const shop = await aShop()
  await using app = shop.app
  expect((await shop.fay.api.admin.reports.losses({})).total).toMatchObject({ outcomeShare: null, lossRate: null })
  await aBoughtCard(app, shop.dana, shop.boss)
  expect((await shop.fay.api.admin.reports.losses({})).total).toMatchObject({ outcomeShare: 0, lossRate: 0 })
})

test('a payout that came back is neither bought nor paid', async () => {
  const shop = await aShop()
  await using app = shop.app
  await returnPayout(shop, await aBoughtCard(app, shop.dana, shop.boss))
  const { total } = await shop.fay.api.admin.reports.business({})
  expect(total).toMatchObject({ bought: 0, faceValue: 0, cost: 0, payouts: 0, paid: 0 })
})

test('a rebuild names the figures that differ and corrects them, and a missing row too', async () => {
  const shop = await aShop()
  await using app = shop.app
  await aBoughtCard(app, shop.dana, shop.boss)
  await keepFigures(app.ctx)
  const before = await reportsOf(shop)
  const { db } = app.ctx
  await db.updateTable('monthly_figures').set({ paid_cents: 7 }).where('dimension', '=', 'brand').execute()
  await db.deleteFrom('approval_figures').where('dimension', '=', 'seller').execute()
  const month = app.clock.now().toISOString().slice(0, 7)
  expect((await rebuildFigures(app.ctx)).differences).toEqual([
    { key: `brand ${month} apple`, measure: 'paid_cents', stored: 7, computed: 9200 },
    { key: `seller ${month} ${shop.dana.id}`, measure: 'bought_count', stored: 0, computed: 1 },
    { key: `seller ${month} ${shop.dana.id}`, measure: 'bought_cost_cents', stored: 0, computed: 9200 },
  ])
  expect(await reportsOf(shop)).toEqual(before)
  expect((await rebuildFigures(app.ctx)).differences).toEqual([])
})

test('figures begin again when all data is cleared', async () => {
  const shop = await aShop()
  await using app = shop.app
  await aBoughtCard(app, shop.dana, shop.boss)
  await keepFigures(app.ctx)
  await aBoughtCard(app, shop.dana, shop.boss)
  await shop.boss.api.admin.data.clearAll()
  await keepFigures(app.ctx)
  expect((await shop.fay.api.admin.reports.business({})).total).toMatchObject({ bought: 0, paid: 0, margin: 0 })
  await aBoughtCard(app, await app.customer(), shop.boss)
  expect((await shop.fay.api.admin.reports.business({})).total).toMatchObject({ bought: 1, paid: 92 })
  expect((await rebuildFigures(app.ctx)).differences).toEqual([])
})

test.each([
  [{ from: '2026-13' }, 'from', 'Enter a month like 2026-11.'],
  [{ to: 'soon' }, 'to', 'Enter a month like 2026-11.'],
  [{ from: '2026-05', to: '2026-04' }, 'from', 'The first month must not be after the last one.'],
  [{ from: '2001-01', to: '2026-04' }, 'from', 'Choose at most 120 months.'],
  [{ by: 'color' }, 'by', 'Choose month, brand, method or reviewer.'],
  [{ form: '2026-01' }, undefined, 'Send by, from and to.'],
])('the range %j is refused', async (query, field, message) => {
  const { app, fay } = await aShop()
  await using _ = app
  for (const end of ['', '.csv']) {
    const url = `/api/admin/reports/business${end}?${new URLSearchParams(query as Record<string, string>)}`
    const { statusCode, body } = await app.request('GET', url, { as: fay })
    expect([statusCode, JSON.parse(body)]).toMatchObject([400, { message, ...(field && { field }) }])
  }
})
