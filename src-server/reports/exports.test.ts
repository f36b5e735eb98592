import { expect, test } from 'vitest'
import { csvLine } from '../submissions/csv-file.ts'
import { aShop, returnPayout } from '../testing/test-support/business.ts'
import { aBoughtCard, dispose } from '../testing/test-support/inventory.ts'
import { aClawback, anOffer } from '../testing/test-support/problems.ts'
import { customerPassword, type Person } from '../testing/test-support/test-app.ts'

const months = 'January,February,March,April,May,June,July,August,September,October,November,December'
const header = `Year,Seller,Name,Email,Payouts,Paid,Returned payouts,Returned,Total,${months},Waived,Repaid`
/** The cells of the months, of which these have an amount, and nothing waived or repaid. */
const monthCells = (amounts: Readonly<Record<number, number>>, debts = '0,0') =>
  [...Array.from({ length: 12 }, (_, at) => amounts[at + 1] ?? 0), debts].join(',')

const linesOf = (body: string) => body.replace('\ufeff', '').split('\r\n')

test('sellers.csv and the statements of the sellers have the same numbers, also of a deleted account', async () => {
  const shop = await aShop()
  const { app, dana, tom, boss } = shop
  await using _ = app
  app.clock.set(Date.parse('2026-12-31T23:59:00Z'))
  const late = await aBoughtCard(app, dana, boss)
  await aBoughtCard(app, dana, boss)
  await aBoughtCard(app, tom, boss)
  app.clock.advance(60_000)
  await returnPayout(shop, late)
  await aBoughtCard(app, dana, boss)
  const statement = await dana.api.transactions.statement()
  expect(statement).toEqual([
    { year: 2027, payouts: 1, paid: 92, returnedPayouts: 1, returned: 92, total: 0 },
    { year: 2026, payouts: 2, paid: 184, returnedPayouts: 0, returned: 0, total: 184 },
  ])
  await tom.api.account.deleteAccount({ password: customerPassword })
  const finance = await app.colleague('finance')
  const read = async (year: string) => app.request('GET', `/api/admin/sellers.csv?year=${year}`, { as: finance })
  const [first, ...of2026] = linesOf((await read('2026')).body)
  expect(first).toBe(header)
  expect(of2026.sort()).toEqual(
    [
      '',
      `2026,${csvLine([dana.id]).trim()},Dana Reyes,${dana.email},2,184,0,0,184,${monthCells({ 12: 184 })}`,
      `2026,${csvLine([tom.id]).trim()},Deleted account,,1,92,0,0,92,${monthCells({ 12: 92 })}`,
    ].sort(),
  )
  expect(linesOf((await read('2027')).body)).toEqual([
    header,
    `2027,${csvLine([dana.id]).trim()},Dana Reyes,${dana.email},1,92,1,92,0,${monthCells({ 1: 92 })}`,
    '',
  ])
  expect(linesOf((await read('2020')).body)).toEqual([header, ''])
  const { entries } = await boss.api.admin.audit.list({ action: 'sellers.exported' })
  expect(entries.map(({ actor, detail }) => [actor?.id, detail])).toEqual([
    [finance.id, '2020'],
    [finance.id, '2027'],
    [finance.id, '2026'],
  ])
})

test('the year of a seller has the gross of each month, with what was set off, and what was waived and repaid', async () => {
  const shop = await aShop()
  const { app, dana, tom, boss } = shop
  await using _ = app
  const { recordRepayment, waive } = boss.api.admin.problems
  app.clock.set(Date.parse('2026-10-15T12:00:00Z'))
  const { id, version } = await aClawback(app, tom, boss)
  const paid = await recordRepayment({ id, version, amount: 30, account: 'hand', on: '2026-10-15' })
  app.clock.set(Date.parse('2026-11-15T12:00:00Z'))
  const { id: offer } = await anOffer(app, dana, boss)
  await dana.api.transactions.answerOffer({ id: offer, accepts: true })
  await returnPayout(shop, await aBoughtCard(app, dana, boss))
  app.clock.set(Date.parse('2027-01-02T12:00:00Z'))
  await waive({ id, version: paid.version, note: 'The seller has closed the account.' })
  const finance = await app.colleague('finance')
  const read = async (year: number) =>
    linesOf((await app.request('GET', `/api/admin/sellers.csv?year=${year}`, { as: finance })).body)
      .slice(1, -1)
      .sort()
  const person = ({ id: who, email }: Person, name: string) => `${csvLine([who]).trim()},${name},${email}`
  expect(await read(2026)).toEqual(
    [
      `2026,${person(dana, 'Dana Reyes')},3,276,1,92,184,${monthCells({ 11: 276 }, '0,92')}`,
      `2026,${person(tom, 'Tom Okafor')},1,92,0,0,92,${monthCells({ 10: 92 }, '0,30')}`,
    ].sort(),
  )
  expect(await read(2027)).toEqual([`2027,${person(tom, 'Tom Okafor')},0,0,0,0,0,${monthCells({}, '62,0')}`])
})

test.each([
  ['', 'year'],
  ['?year=26', 'year'],
  ['?year=2026&month=1', undefined],
])('sellers.csv%s is refused', async (query, field) => {
  const { app, fay } = await aShop()
  await using _ = app
  const { statusCode, body } = await app.request('GET', `/api/admin/sellers.csv${query}`, { as: fay })
  const message = field ? 'Enter a year like 2026.' : 'Send year.'
  expect([statusCode, JSON.parse(body)]).toMatchObject([400, { message, ...(field && { field }) }])
})

test('the reports as files have a line for each one on the screen', async () => {
  const { app, fay, dana, boss, buyerId } = await aShop()
  await using _ = app
  const [kept, sold] = [await aBoughtCard(app, dana, boss), await aBoughtCard(app, dana, boss)]
  await dispose(app, boss, sold, { kind: 'sold', buyerId, amountCents: 9000, feeCents: 150 })
  await dispose(app, boss, kept, { kind: 'written-off', cause: 'lost' })
  const read = async (path: string) =>
    linesOf((await app.request('GET', `/api/admin/reports/${path}`, { as: fay })).body)
  const month = app.clock.now().toISOString().slice(0, 7)
  const sums = 'Cards bought,Face value,Cost,Payouts,Paid,Fees,Proceeds,Margin,Losses,Recovered,Result'
  expect(await read(`business.csv?from=${month}`)).toEqual([
    `Year,Month,${sums}`,
    `${month.replace('-', ',')},2,200,184,2,184,1.5,90,-2,92,0,-95.5`,
    '',
  ])
  expect((await read('business.csv?by=brand')).slice(0, 2)).toEqual([
    `Brand,Name,${sums}`,
    'apple,Apple,2,200,184,2,184,1.5,90,-2,92,0,-95.5',
  ])
  expect(await read('losses.csv?by=seller')).toEqual([
    'Seller,Name,Cards bought,Cost,With an outcome,Written off,Recovered,Loss rate',
    `${csvLine([dana.id]).trim()},Dana Reyes,2,184,1,92,0,0.5`,
    '',
  ])
  const { entries } = await boss.api.admin.audit.list({ action: 'reports.exported' })
  expect(entries.map(({ actor, objectId }) => [actor?.id, objectId])).toEqual([
    [fay.id, 'losses'],
    [fay.id, 'business'],
    [fay.id, 'business'],
  ])
})

test('the orders of a customer as a file say when, how and by which reference each was paid', async () => {
  const shop = await aShop()
  const { app, dana, boss } = shop
  await using _ = app
  const paid = await aBoughtCard(app, dana, boss)
  const back = await aBoughtCard(app, dana, boss)
  await returnPayout(shop, back)
  const { body } = await app.request('GET', '/api/user/transactions.csv', { as: dana })
  const [header, ...lines] = linesOf(body)
  expect(header).toMatch(/,Payment method,Payout date,Payout reference,Payout method$/)
  expect(lines.find((line) => line.startsWith(paid))).toMatch(/,2026-[\dT:.-]+Z,,Cash App$/)
  expect(lines.find((line) => line.startsWith(back))).toMatch(/,,,$/)
})
