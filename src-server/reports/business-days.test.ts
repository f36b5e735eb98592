import { expect, test } from 'vitest'
import { aShop, type Shop } from '../testing/test-support/business.ts'
import { aBoughtCard, dispose, itemOf } from '../testing/test-support/inventory.ts'
import { aClawback } from '../testing/test-support/problems.ts'
import { changeSiteAs } from '../testing/test-support/site-changes.ts'
import { aBankAccount, bankStatement, booksOf } from '../testing/test-support/statement-files.ts'
import { keepFigures } from './keep-figures.ts'

/** A site whose books are in New York, at a time (ISO 8601). */
async function aShopInNewYork(at: string): Promise<Shop> {
  const shop = await aShop()
  await changeSiteAs(shop.app, shop.boss, { timeZone: 'America/New_York' })
  shop.app.clock.set(Date.parse(at))
  return shop
}

const boughtBy = async ({ fay }: Shop, month: string) => {
  const range = { by: 'month', from: month, to: month } as const
  const [business, losses] = [await fay.api.admin.reports.business(range), await fay.api.admin.reports.losses(range)]
  return [business.total.bought, losses.total.bought]
}
/** As finance with a session that has just begun. */
const read = async ({ app }: Shop, file: string) =>
  (await app.request('GET', `/api/admin/${file}`, { as: await app.colleague('finance') })).body
const daysOf = async ({ app }: Shop, kind: string) => {
  const rows = await app.ctx.db.selectFrom('ledger_transfers').selectAll().orderBy('sequence').execute()
  return rows.filter((row) => row.kind === kind).map(({ day }) => day)
}

test('19:10 on November 30 in New York is November in the reports and files of months', async () => {
  const shop = await aShopInNewYork('2026-12-01T00:10:00.000Z')
  await using _ = shop.app
  const id = await aBoughtCard(shop.app, shop.dana, shop.boss)
  const { payout_id } = await itemOf(shop.app.ctx.db, id)
  for (let stored = 0; stored < 2; stored++) {
    expect([await boughtBy(shop, '2026-11'), await boughtBy(shop, '2026-12')]).toEqual([
      [1, 1],
      [0, 0],
    ])
    expect((await shop.fay.api.admin.reports.business({})).to).toBe('2026-11')
    await keepFigures(shop.app.ctx)
  }
  for (const file of ['ledger.csv', 'payouts.csv']) {
    expect(await read(shop, `${file}?from=2026-11-01&to=2026-11-30`)).toContain(payout_id)
    expect(await read(shop, `${file}?from=2026-12-01`)).not.toContain(`,${payout_id},`)
  }
  const found = async (search: string) => (await shop.fay.api.payouts.list({ search, page: 1, limit: 5 })).data.length
  expect([await found('Nov 30'), await found('2026-12-01')]).toEqual([1, 0])
})

test('the year of a seller ends at midnight in the time zone of the site', async () => {
  const shop = await aShopInNewYork('2027-01-01T04:59:59.000Z')
  await using _ = shop.app
  await aBoughtCard(shop.app, shop.dana, shop.boss)
  shop.app.clock.advance(1000)
  await aBoughtCard(shop.app, shop.dana, shop.boss)
  const statement = await shop.dana.api.transactions.statement()
  expect(statement.map(({ year, payouts }) => [year, payouts])).toEqual([
    [2027, 1],
    [2026, 1],
  ])
})

test.each([
  ['of 25 hours', '2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-02T04:59:59.999Z'],
  ['of 23 hours', '2027-03-14', '2027-03-14T05:00:00.000Z', '2027-03-15T03:59:59.999Z'],
])('a day %s has all its transfers and no others', async (_, day, first, last) => {
  const shop = await aShopInNewYork('2026-10-20T12:00:00.000Z')
  await using _app = shop.app
  const at = [Date.parse(first) - 1, Date.parse(first), Date.parse(last), Date.parse(last) + 1]
  const orders: string[] = []
  for (const time of at) {
    shop.app.clock.set(time)
    orders.push(await aBoughtCard(shop.app, shop.dana, shop.boss))
  }
  const body = await read(shop, `ledger.csv?from=${day}&to=${day}`)
  expect(orders.map((id) => body.includes(id))).toEqual([false, true, true, false])
})

test('another time zone changes no day that is stored, and the days from then on', async () => {
  const shop = await aShopInNewYork('2026-12-01T00:10:00.000Z')
  await using _ = shop.app
  await aBoughtCard(shop.app, shop.dana, shop.boss)
  await changeSiteAs(shop.app, shop.boss, { timeZone: 'Asia/Tokyo' })
  await aBoughtCard(shop.app, shop.dana, shop.boss)
  expect(await daysOf(shop, 'settle')).toEqual(['2026-11-30', '2026-12-01'])
  expect([await boughtBy(shop, '2026-11'), await boughtBy(shop, '2026-12')]).toEqual([
    [1, 1],
    [1, 1],
  ])
})

test('a movement has the day that a person gives, and a correction the day on which it is made', async () => {
  const shop = await aShopInNewYork('2026-11-29T15:00:00.000Z')
  await using _ = shop.app
  const { app, boss, buyerId } = shop
  const [sold, back] = [await aBoughtCard(app, shop.dana, boss), await aBoughtCard(app, shop.dana, boss)]
  const { id: problem, version } = await aClawback(app, shop.tom, boss)
  // 21:00 on November 30.
  app.clock.set(Date.parse('2026-12-01T02:00:00.000Z'))
  await dispose(app, boss, sold, { kind: 'sold', buyerId, amountCents: 9000, at: '2026-11-29' })
  const { payout_id } = await itemOf(app.ctx.db, back)
  const payout = await boss.api.payouts.get({ id: payout_id })
  const returned = { id: payout_id, version: payout.version, code: 'provider', amount: 90 } as const
  const tomorrow = { ...returned, on: '2026-12-01' }
  await expect(boss.api.payouts.recordReturn(tomorrow)).rejects.toThrow('Enter a day that has passed.')
  await boss.api.payouts.recordReturn({ ...returned, on: '2026-11-29' })
  const repaid = { id: problem, version, amount: 5, account: 'hand', on: '2026-11-29' } as const
  await boss.api.admin.problems.recordRepayment(repaid)
  for (const kind of ['sale', 'return', 'return-fee', 'repayment'])
    expect(await daysOf(shop, kind)).toEqual(['2026-11-29'])
  const { version: sale, dispositions } = await boss.api.inventory.get({ id: sold })
  const wrong = dispositions.at(-1)?.id ?? ''
  await boss.api.inventory.correct({ id: sold, version: sale, disposition: wrong, note: 'Another card.' })
  expect(await daysOf(shop, 'sale')).toEqual(['2026-11-29', '2026-11-30'])
})

test('an adjusting entry has the day of its line, its reversal that on which it is made', async () => {
  const shop = await aShopInNewYork('2026-11-28T15:00:00.000Z')
  await using _ = shop.app
  const { app, fay } = shop
  const id = await aBankAccount(fay, { openingOn: '2026-11-20' })
  const lines = [{ day: '2026-11-25', text: 'MONTHLY FEE', cents: -1500 }]
  await fay.api.statements.import({ id, csv: bankStatement(2_500_000, lines) })
  const line = (await fay.api.statements.lines({ state: 'open' })).data[0]?.id ?? ''
  const entry = await fay.api.statements.adjust({ lines: [line], kind: 'fee', amount: -15, note: 'As the bank says.' })
  expect(await daysOf(shop, 'adjustment')).toEqual(['2026-11-25'])
  app.clock.advance(2 * 24 * 60 * 60_000)
  await fay.api.statements.reverseEntry({ id: entry.id ?? '' })
  expect(await daysOf(shop, 'adjustment')).toEqual(['2026-11-25', '2026-11-30'])
  expect(await booksOf(app)).toEqual({})
})

test('a payment of the last evening of a month is reconciled in it', async () => {
  const shop = await aShopInNewYork('2026-12-01T00:10:00.000Z')
  await using _ = shop.app
  const id = await aBankAccount(shop.fay, { openingOn: '2026-11-01' })
  await aBoughtCard(shop.app, shop.dana, shop.boss)
  await shop.fay.api.statements.import({
    id,
    csv: bankStatement(2_500_000, [{ day: '2026-11-02', text: 'FEE', cents: -100 }]),
  })
  const { outstanding } = await shop.fay.api.statements.reconciliation({
    id,
    from: '2026-11-01',
    to: '2026-11-30',
  })
  expect(outstanding).toEqual({ count: 1, amount: -92, since: '2026-11-30' })
})
