import { type SqlBool, sql } from 'kysely'
import { expect, test } from 'vitest'
import type { PayoutListInput } from '#shared/payout-list-schema.ts'
import { worksAlone } from '../testing/test-support/controls.ts'
import { anApproval } from '../testing/test-support/payouts.ts'
import { createTestApp, customerPassword, type Person } from '../testing/test-support/test-app.ts'
import { findPayouts } from './payout-search-queries.ts'

type Filter = Partial<PayoutListInput>

/**
 * `paid` is of Dana Reyes, $92.00, approved and paid with the reference 'CA-7K3M' at 23:00 on November 20 in UTC.
 * `ready` is of José O’Neill-Smith, $1,092.96, approved on November 22.
 */
async function open() {
  const app = await createTestApp()
  await worksAlone(app)
  const boss = await app.alwaysAllowed(await app.staff())
  const dana = await app.customer('Dana Reyes')
  const aPayout = async (customer: Person, changes = {}) => (await anApproval(app, customer, boss, changes)).payoutId
  app.clock.set(Date.parse('2026-11-20T23:00:00.000Z'))
  const paid = await aPayout(dana)
  const { payout } = await boss.api.payouts.begin({ id: paid, version: 1 })
  await boss.api.payouts.markSent({ id: paid, version: payout.version, reference: 'CA-7K3M' })
  app.clock.set(Date.parse('2026-11-22T12:00:00.000Z'))
  const ready = await aPayout(await app.customer('José O’Neill-Smith'), { cardValue: 1188, paymentDetails: '$jose' })
  const found = async (search: string, filter: Filter = {}) => {
    const { data, pagination } = await boss.api.payouts.list({ ...filter, search })
    expect(pagination.totalItems).toBe(data.length)
    return data.map(({ id }) => (id === paid ? 'paid' : id === ready ? 'ready' : id))
  }
  return { app, boss, dana, aPayout, paid, ready, found }
}

test('finds a payout by its id, its order and the e-mail address of its customer', async () => {
  const { app, boss, dana, paid, found } = await open()
  await using _ = app
  const { submissionId } = await boss.api.payouts.get({ id: paid })
  for (const text of [paid, paid.toLowerCase(), submissionId.toLowerCase(), dana.email.toUpperCase()])
    expect([text, await found(text)]).toEqual([text, ['paid']])
  expect(await found(paid.slice(0, -1))).toEqual([])
})

const references: readonly [text: string, expected: string[]][] = [
  ['CA-7K3M', ['paid']],
  ['ca-7', ['paid']],
  ['ca-', ['paid']],
  // A shorter beginning would find too many.
  ['ca', []],
  ['7K3M', []],
  ['CA_7K3M', []],
  ['%', []],
]

const names: readonly [text: string, expected: string[]][] = [
  ['dana', ['paid']],
  ['DANA rey', ['paid']],
  ['Reyes, Dana', ['paid']],
  ['reyes d', ['paid']],
  ['dana smith', []],
  ['da', []],
  ['ana', []],
  ['jose', ['ready']],
  ['JOSÉ', ['ready']],
  ['o neill', ['ready']],
  ['O’Neill', ['ready']],
  ['neill-smith', ['ready']],
]

const amounts: readonly [text: string, expected: string[]][] = [
  ['92', ['paid']],
  ['92.00', ['paid']],
  ['$92', ['paid']],
  ['$1,092.96', ['ready']],
  ['1092.96', ['ready']],
  ['92.01', []],
  ['9', []],
]

test.each([
  ['its reference or the beginning of it', references],
  ['words of the name or their beginnings', names],
  ['its amount', amounts],
])('finds a payout by %s', async (_what, cases) => {
  const { app, found } = await open()
  await using _ = app
  for (const [text, expected] of cases) expect([text, await found(text)]).toEqual([text, expected])
})

const days: readonly [text: string, timeZone: string | undefined, expected: string[]][] = [
  ['2026-11-20', undefined, ['paid']],
  ['11/20/2026', undefined, ['paid']],
  ['Nov 20', undefined, ['paid']],
  ['2026-11-22', undefined, ['ready']],
  ['2026-11-21', 'Asia/Tokyo', ['paid']],
  ['2026-11-20', 'Asia/Tokyo', []],
  ['2026-11-21', undefined, []],
]

test('finds a payout by the day of approval or payment, in the time zone of the caller', async () => {
  const { app, found } = await open()
  await using _ = app
  for (const [text, timeZone, expected] of days)
    expect([text, timeZone, await found(text, { timeZone })]).toEqual([text, timeZone, expected])
})

test('the day of the payment finds a payout that was approved before', async () => {
  const { app, boss, ready, found } = await open()
  await using _ = app
  const { payout } = await boss.api.payouts.begin({ id: ready, version: 1 })
  app.clock.set(Date.parse('2026-11-25T12:00:00.000Z'))
  await boss.api.payouts.markSent({ id: ready, version: payout.version, reference: 'CA-8' })
  expect(await found('2026-11-25')).toEqual(['ready'])
  expect(await found('2026-11-22')).toEqual(['ready'])
})

test('a search looks in the chosen payouts, also in those that need attention', async () => {
  const { app, boss, dana, aPayout, found } = await open()
  await using _ = app
  const other = await aPayout(dana, { cardNumber: 'OTHER CARD 1234' })
  expect(await found('dana')).toEqual([other, 'paid'])
  expect(await found('dana', { state: 'ready' })).toEqual([other])
  expect(await found('92', { state: 'done' })).toEqual(['paid'])
  expect(await found('dana', { provider: 'paypal' })).toEqual([])
  expect(await found('dana', { state: 'attention' })).toEqual([])
  await boss.api.payouts.begin({ id: other, version: 1 })
  app.clock.advance(31 * 60_000)
  expect(await found('dana', { state: 'attention' })).toEqual([other])
})

test('the pages of a search follow each other', async () => {
  const { app, boss, dana, aPayout, paid } = await open()
  await using _ = app
  const other = await aPayout(dana, { cardNumber: 'OTHER CARD 1234' })
  const page = (page: number) => boss.api.payouts.list({ search: 'dana', page, limit: 1 })
  const pages = [await page(1), await page(2), await page(3)]
  expect(pages.map(({ data }) => data.map(({ id }) => id))).toEqual([[other], [paid], []])
  expect(pages[0]?.pagination).toMatchObject({ totalItems: 2, totalPages: 2, hasNext: true })
})

test('a search that ends at a bound says that there may be more', async () => {
  const { app, dana, aPayout } = await open()
  await using _ = app
  await aPayout(dana, { cardNumber: 'OTHER CARD 1234' })
  const bounded = async (listed: number, looks: number) => {
    const search = { text: 'dana', timeZone: 'UTC', now: app.clock.now(), order: 'desc' } as const
    const all = { ...search, where: () => sql<SqlBool>`1 = 1` }
    const { ids, moreThan } = await findPayouts(app.ctx.db, all, { listed, looks })
    return [ids.length, moreThan]
  }
  expect(await bounded(2, 2)).toEqual([2, undefined])
  expect(await bounded(1, 10)).toEqual([1, true])
  expect(await bounded(10, 1)).toEqual([1, true])
})

test('a deleted account is not found by its name', async () => {
  const { app, dana, paid, found } = await open()
  await using _ = app
  await dana.api.account.deleteAccount({ password: customerPassword })
  expect(await found('dana')).toEqual([])
  expect(await app.ctx.db.selectFrom('payout_names').selectAll().where('payout_id', '=', paid).execute()).toEqual([])
})

test('an unknown time zone is refused', async () => {
  const { app, paid } = await open()
  await using _ = app
  const boss = await app.staff()
  const response = await app.request('GET', '/api/admin/payouts?search=Nov+20&timeZone=Mars/Olympus', { as: boss })
  expect([response.statusCode, response.json().message]).toEqual([400, 'Unknown time zone.'])
  const known = await app.request('GET', '/api/admin/payouts?search=2026-11-21&timeZone=Asia/Tokyo', { as: boss })
  expect(known.json().data).toMatchObject([{ id: paid }])
})
