import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { monthMessages } from '#shared/month.ts'
import { releaseAll, worksAlone } from '../../testing/test-support/controls.ts'
import { aNovember, bring, type ClosableShop, close, novemberDay, reopen } from '../../testing/test-support/months.ts'
import { aBankAccount, aBankPayment } from '../../testing/test-support/statement-files.ts'
import { createTestApp, customerPassword } from '../../testing/test-support/test-app.ts'

const november = { month: '2026-11' }

async function journalOf({ app }: ClosableShop) {
  const as = await app.staff()
  const { rawPayload } = await app.request('GET', '/api/admin/journal.csv?month=2026-11', { as })
  return rawPayload
}
const sha256 = (text: Buffer) => createHash('sha256').update(text).digest('hex')

test('finance closes a month, and it is closed once a second person confirms it', async () => {
  const shop = await aNovember()
  await using app = shop.app
  const { boss, fay, bank } = shop
  const asked = await fay.api.statements.closeMonth(november)
  expect(asked).toMatchObject({ waiting: { kind: 'month-closing', amount: 24_908 }, next: november })
  expect(await fay.api.statements.closeMonth(november).catch(({ message }) => message)).toMatch(/waits for a second/)
  const [act] = await boss.api.waitingActs.list()
  expect(act).toMatchObject({ thing: { kind: 'month', id: '2026-11' }, madeBy: { id: fay.id }, release: 'yes' })
  expect(await releaseAll(boss)).toEqual(['released'])

  const { months, next } = await fay.api.statements.months()
  expect(months.map(({ month, closing }) => [month, closing !== undefined])).toEqual([
    ['2026-12', false],
    ['2026-11', true],
  ])
  expect(months[1]?.closing).toMatchObject({
    ...{ closedBy: { id: fay.id }, confirmedBy: { id: boss.id }, closedAt: '2026-12-03T12:00:00.000Z', suspense: 0 },
    accounts: [{ id: bank, name: 'First Bank', balance: 24_908, outstanding: { count: 0, amount: 0 } }],
    sha256: sha256(await journalOf(shop)),
  })
  expect(next).toMatchObject({ month: '2026-12', hasEnded: false })
  const { entries } = await boss.api.admin.audit.list({ action: 'month.closed' })
  const hash = months[1]?.closing?.sha256
  expect(entries).toMatchObject([{ actor: { id: fay.id }, detail: `SHA-256 ${hash}, ${bank} 24908.00` }])
  await expect(fay.api.statements.closeMonth({ month: '2026-12' })).rejects.toThrow('December 2026 has not ended yet.')
  await expect(fay.api.statements.closeMonth(november)).rejects.toThrow(monthMessages.notNext('2026-12'))
  expect(app.clock.now().toISOString()).toMatch(/^2026-12-03/)
})

test('the first month is that of the first day of a money account, and months are closed in their order', async () => {
  await using app = await createTestApp()
  const fay = await app.alwaysAllowed(await app.colleague('finance'))
  const close = (month: string) => fay.api.statements.closeMonth({ month })
  await expect(close('2026-09')).rejects.toThrow('Add a money account before you close a month.')
  expect(await fay.api.statements.months()).toEqual({ months: [{ month: '2026-11', former: [] }] })
  await aBankAccount(fay, { openingOn: '2026-09-12' })
  await expect(close('2026-10')).rejects.toThrow('The next month to close is September 2026.')
  await expect(close('2026-09')).rejects.toThrow('Not reconciled at the end of the month: First Bank.')
  expect((await fay.api.statements.months()).months.map(({ month }) => month)).toEqual([
    '2026-11',
    '2026-10',
    '2026-09',
  ])
})

test('a month is closed only when every account is reconciled on its last day and no cash is unassigned', async () => {
  const shop = await aNovember()
  await using app = shop.app
  const { fay } = shop
  app.clock.set(Date.parse('2026-11-30T12:00:00Z'))
  const cash = await aBankAccount(fay, { name: 'Cash box', kind: 'cash', methods: [], openingBalance: 100 })
  const move = { amount: 92, on: '2026-11-30' }
  await fay.api.statements.moveMoney({ ...move, from: 'unassigned', to: shop.bank })
  await bring(shop, 2_490_800, { day: '2026-11-30', text: 'FEE', cents: -1500 })
  app.clock.set(Date.parse('2026-12-03T12:00:00Z'))
  const names = (open: string) => `Not reconciled at the end of the month: ${open}.`
  await expect(close(shop)).rejects.toThrow(names('First Bank, Cash box'))
  const { next } = await fay.api.statements.months()
  expect(next?.accounts.map(({ name, ready, open }) => [name, ready, open.count])).toEqual([
    ['First Bank', 'no', 1],
    ['Cash box', 'no', 0],
  ])
  await fay.api.statements.setBalance({ id: cash, on: '2026-11-30', balance: 100 })
  const [line] = (await fay.api.statements.lines({ state: 'open' })).data
  await expect(close(shop)).rejects.toThrow(names('First Bank'))
  await fay.api.statements.adjust({ lines: [line?.id ?? ''], kind: 'unknown', amount: -15, note: 'What is it?' })
  await expect(close(shop)).rejects.toThrow(monthMessages.unassigned('-$92.00'))
  await fay.api.statements.moveMoney({ ...move, from: shop.bank, to: 'unassigned' })
  await expect(close(shop)).rejects.toThrow(monthMessages.suspense('$15.00'))
  await expect(close(shop, '2026-11', { suspense: 14 })).rejects.toThrow(monthMessages.suspense('$15.00'))
  expect(await close(shop, '2026-11', { suspense: 15 })).toEqual(['released'])
  const { months } = await fay.api.statements.months()
  expect(months[1]?.closing).toMatchObject({
    suspense: 15,
    accounts: [
      { name: 'First Bank', balance: 24_893, outstanding: { count: 2, amount: 0 } },
      { name: 'Cash box', balance: 100 },
    ],
  })
})

test('movements without a line for 7 days need a reason, which the second person reads and the closing keeps', async () => {
  const shop = await aNovember()
  await using app = shop.app
  const { fay, boss, dana } = shop
  app.clock.set(Date.parse('2026-11-21T12:00:00Z'))
  await aBankPayment(app, { customer: dana, by: boss, reference: 'CHECK-7' })
  app.clock.set(Date.parse('2026-12-03T12:00:00Z'))
  expect((await fay.api.statements.months()).next?.accounts[0]?.ready).toBe('explain')
  await expect(close(shop)).rejects.toThrow(monthMessages.explain)
  const note = 'The check was not cashed yet.'
  await fay.api.statements.closeMonth({ ...november, note })
  expect((await boss.api.waitingActs.list())[0]?.words).toEqual([{ name: 'Why', value: note }])
  expect(await releaseAll(boss)).toEqual(['released'])
  const { months } = await fay.api.statements.months()
  expect(months[1]?.closing).toMatchObject({ note, accounts: [{ outstanding: { count: 1, amount: -92 } }] })
})

test('a closing is overtaken when something is booked in the month before it is confirmed', async () => {
  const shop = await aNovember()
  await using _ = shop.app
  const { fay, boss, bank } = shop
  await fay.api.statements.closeMonth(november)
  await fay.api.statements.moveMoney({ from: 'owner', to: bank, amount: 10, on: '2026-11-30' })
  expect(await releaseAll(boss)).toEqual(['overtaken'])
  expect((await fay.api.statements.months()).months.map(({ closing }) => closing)).toEqual([undefined, undefined])
})

test('who works alone repeats what all money accounts have', async () => {
  const shop = await aNovember()
  await using app = shop.app
  const { fay, boss } = shop
  await worksAlone(app)
  await boss.api.admin.staff.setActive({ id: fay.id, isActive: false })
  app.clock.set(Date.parse('2026-12-04T12:00:01Z'))
  const { waiting } = await boss.api.statements.closeMonth(november)
  await expect(boss.api.waitingActs.release({ id: waiting?.id ?? '' })).rejects.toThrow('Enter the amount')
  expect(await releaseAll(boss)).toEqual(['released'])
  const { months } = await boss.api.statements.months()
  expect(months[1]?.closing).toMatchObject({ closedBy: { id: boss.id }, confirmedBy: { id: boss.id } })
})

test('an owner reopens the newest closed month alone with a second person, and the former closing is kept', async () => {
  const shop = await aNovember()
  await using app = shop.app
  const { fay, boss } = shop
  await close(shop)
  const hash = (await fay.api.statements.months()).months[1]?.closing?.sha256
  app.clock.set(Date.parse('2027-01-05T12:00:00Z'))
  await fay.api.statements.setBalance({ id: shop.bank, on: '2026-12-31', balance: 24_908 })
  expect(await close(shop, '2026-12')).toEqual(['released'])
  const finn = await app.colleague('finance')
  const reason = 'Wrong.'
  await expect(finn.api.statements.reopenMonth({ month: '2026-12', reason })).rejects.toThrow('Access Denied')
  await expect(reopen(shop)).rejects.toThrow(monthMessages.notNewest)
  expect(await reopen(shop, '2026-12')).toEqual(['released'])
  expect(await reopen(shop)).toEqual(['released'])
  await fay.api.statements.moveMoney({ from: 'owner', to: shop.bank, amount: 10, on: novemberDay })
  await expect(close(shop)).rejects.toThrow(monthMessages.explain)
  expect(await close(shop, '2026-11', { note: 'It is cash.' })).toEqual(['released'])
  const { months } = await fay.api.statements.months()
  expect(months.map(({ month, closing, former }) => [month, closing !== undefined, former.length])).toEqual([
    ['2027-01', false, 0],
    ['2026-12', false, 1],
    ['2026-11', true, 1],
  ])
  expect(months[2]).toMatchObject({
    closing: { sha256: sha256(await journalOf(shop)), note: 'It is cash.' },
    former: [{ sha256: hash, reopened: { by: { id: boss.id }, reason: 'A wire was booked twice.' } }],
  })
  expect(months[2]?.closing?.sha256).not.toBe(hash)
})

test("the files of a closed month stay the same when a seller's account is deleted", async () => {
  const shop = await aNovember()
  await using app = shop.app
  await close(shop)
  const before = await journalOf(shop)
  const dana = await app.signInAgain(shop.dana)
  await dana.api.account.deleteAccount({ password: customerPassword })
  expect(await journalOf(shop)).toEqual(before)
  expect(before.toString()).not.toContain(shop.dana.email)
  expect(app.clock.now().getUTCFullYear()).toBe(2026)
})
