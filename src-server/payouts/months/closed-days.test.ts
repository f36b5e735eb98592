import { expect, test } from 'vitest'
import { monthMessages } from '#shared/month.ts'
import {
  aNovember,
  bring,
  type ClosableShop,
  close,
  novemberDay,
  postedDays,
} from '../../testing/test-support/months.ts'
import { changeSiteAs } from '../../testing/test-support/site-changes.ts'
import { aBankAccount, aBankPayment } from '../../testing/test-support/statement-files.ts'
import { verifyLedger } from '../ledger/verify-ledger.ts'

const changeZone = ({ app, boss }: ClosableShop, timeZone: string) => changeSiteAs(app, boss, { timeZone })

test('a chosen day in a closed month is refused in words, and the first open day is not', async () => {
  const shop = await aNovember()
  await using app = shop.app
  const { fay, boss, bank } = shop
  await close(shop)
  const move = { from: 'owner', to: bank, amount: 10 }
  const words = 'November 2026 is closed. Choose a later day, or have an owner reopen the month.'
  await expect(fay.api.statements.moveMoney({ ...move, on: '2026-11-30' })).rejects.toThrow(words)
  await fay.api.statements.moveMoney({ ...move, on: '2026-12-01' })
  await expect(aBankAccount(fay, { name: 'Old', methods: [] })).rejects.toThrow(words)
  await aBankAccount(fay, { name: 'New', methods: [], openingOn: '2026-12-01' })
  await expect(fay.api.statements.setBalance({ id: bank, on: '2026-11-30', balance: 1 })).rejects.toThrow(words)
  const [payout] = (await boss.api.payouts.list({ state: 'done' })).data
  const back = { id: payout?.id ?? '', version: payout?.version ?? 0, code: 'provider' } as const
  await expect(boss.api.payouts.recordReturn({ ...back, on: '2026-11-25' })).rejects.toThrow(words)
  expect((await verifyLedger(app.ctx.db)).problem).toBeUndefined()
})

test('after a change of the time zone, today is in the closed month: a transfer gets the first open day', async () => {
  const shop = await aNovember()
  await using app = shop.app
  const { fay, boss, bank } = shop
  app.clock.set(Date.parse('2026-12-01T02:00:00Z'))
  await close(shop)
  await changeZone(shop, 'America/New_York')
  await aBankPayment(app, { customer: await app.customer(), by: boss, reference: 'W-2' })
  await fay.api.statements.moveMoney({ from: 'owner', to: bank, amount: 10, on: '2026-11-30' })
  expect(await postedDays(shop, 'send')).toEqual([novemberDay, '2026-12-01'])
  expect(await postedDays(shop, 'move')).toEqual(['2026-12-01'])
  const { entries } = await boss.api.admin.audit.list({ action: 'ledger.day-moved' })
  expect(entries[0]).toMatchObject({ detail: '2026-11-30 to 2026-12-01' })
})

test('a month ends in the time zone of the site', async () => {
  const shop = await aNovember()
  await using app = shop.app
  await changeZone(shop, 'America/New_York')
  app.clock.set(Date.parse('2026-12-01T04:59:00Z'))
  await expect(close(shop)).rejects.toThrow(monthMessages.notPast('2026-11'))
  await aBankPayment(app, { customer: await app.customer(), by: shop.boss, reference: 'W-2' })
  app.clock.set(Date.parse('2026-12-01T05:00:00Z'))
  expect(await close(shop)).toEqual(['released'])
  expect(await postedDays(shop, 'send')).toEqual([novemberDay, '2026-11-30'])
  const { months } = await shop.fay.api.statements.months()
  expect(months[1]?.closing?.accounts).toMatchObject([{ balance: 24_816, outstanding: { count: 1, amount: -92 } }])
})

test('December is closed after the end of the year, and January follows', async () => {
  const shop = await aNovember()
  await using app = shop.app
  await close(shop)
  app.clock.set(Date.parse('2027-01-01T00:00:00Z'))
  expect(await close(shop, '2026-12')).toEqual(['released'])
  const { next, months } = await shop.fay.api.statements.months()
  expect(next).toMatchObject({ month: '2027-01', hasEnded: false })
  expect(months.map(({ month }) => month)).toEqual(['2027-01', '2026-12', '2026-11'])
})

test('new lines of a closed month are refused by the import, and lines that an earlier file had are not', async () => {
  const shop = await aNovember()
  await using _ = shop.app
  await close(shop)
  const line = { day: '2026-11-28', text: 'ACH 7', cents: -700 }
  const known = { day: novemberDay, text: 'WIRE W-1', cents: -9200 }
  const made = await bring(shop, 2_500_000, known, line, { day: '2026-12-01', text: 'ACH 8', cents: -800 })
  expect(made).toMatchObject({ isStored: false, added: 0, faults: [{ message: monthMessages.noNewLine('2026-11') }] })
  expect(made.faults[0]?.line).toBeGreaterThan(3)
  const later = await bring(shop, 2_500_000, known, { day: '2026-12-01', text: 'ACH 8', cents: -800 })
  expect(later).toMatchObject({ isStored: true, known: 1, added: 1 })
})

test('an import with a line in a closed month is not taken back, and a match with a part in it is not ended', async () => {
  const shop = await aNovember()
  await using _ = shop.app
  const { fay, bank } = shop
  await close(shop)
  const [made] = await fay.api.statements.imports({ id: bank })
  await expect(fay.api.statements.takeBack({ id: made?.id ?? '' })).rejects.toThrow(
    monthMessages.keepsImport('2026-11'),
  )
  const [line] = (await fay.api.statements.lines()).data
  await expect(fay.api.statements.unmatchLine({ id: line?.id ?? '' })).rejects.toThrow(
    monthMessages.keepsMatch('2026-11'),
  )
})

test('what was open at the end is matched later, and nothing is booked in the closed month', async () => {
  const shop = await aNovember()
  await using app = shop.app
  const { fay, boss } = shop
  app.clock.set(Date.parse('2026-11-29T12:00:00Z'))
  await aBankPayment(app, { customer: await app.customer(), by: boss, reference: 'W-2' })
  app.clock.set(Date.parse('2026-12-03T12:00:00Z'))
  await close(shop)
  const made = await bring(shop, 2_490_800, { day: '2026-12-02', text: 'WIRE W-2', cents: -9200 })
  expect(made).toMatchObject({ matched: { count: 1 } })
  const [line] = (await fay.api.statements.lines()).data
  await expect(fay.api.statements.unmatchLine({ id: line?.id ?? '' })).rejects.toThrow(
    monthMessages.keepsMatch('2026-11'),
  )
  const { months } = await fay.api.statements.months()
  expect(months[1]?.closing?.accounts).toMatchObject([{ balance: 24_816, outstanding: { count: 1, amount: -92 } }])
})

test('an adjusting entry of a line in a closed month has the first open day', async () => {
  const shop = await aNovember()
  await using app = shop.app
  const { fay, boss } = shop
  app.clock.set(Date.parse('2026-11-30T12:00:00Z'))
  await bring(shop, 2_490_800, { day: '2026-11-30', text: 'FEE', cents: -1500 })
  const [line] = (await fay.api.statements.lines({ state: 'open' })).data
  const entry = { lines: [line?.id ?? ''], amount: -15, note: 'A fee.' }
  const { id = '' } = await fay.api.statements.adjust({ ...entry, kind: 'unknown' })
  app.clock.set(Date.parse('2026-12-03T12:00:00Z'))
  await close(shop, '2026-11', { suspense: 15 })
  await fay.api.statements.reverseEntry({ id })
  await fay.api.statements.adjust({ ...entry, kind: 'fee' })
  expect(await postedDays(shop, 'adjustment')).toEqual(['2026-11-30', '2026-12-03', '2026-12-01'])
  const { entries } = await boss.api.admin.audit.list({ action: 'ledger.day-moved' })
  expect(entries[0]).toMatchObject({ objectId: line?.id, detail: '2026-11-30 to 2026-12-01' })
  expect((await verifyLedger(app.ctx.db)).problem).toBeUndefined()
})
