import { expect, test } from 'vitest'
import { verifyLedger } from '../payouts/ledger/verify-ledger.ts'
import { openInventorySite } from '../testing/test-support/inventory-site.ts'

const head = 'order,kind,date,face value,amount,fee,buyer,place,place name,cause,reference,note'

test('a dry run records nothing, the import records all lines, and a repeat records none again', async () => {
  await using site = await openInventorySite()
  const { boss, app } = site
  const [one, two, three] = [await site.buy(), await site.buy(), await site.buy()]
  const csv = [
    head,
    `${one},sold,2026-11-20,,$96.00,1.50,"Card Resale, Inc.",,,,INV-1,By phone`,
    `${two},redeemed,,40,40,,,,Amazon 2,,R-1,`,
    `${two},Written-Off,,,,,,,,frozen,W-1,`,
    `${three.toLowerCase()},transferred,,,,,,safe,Safe 1,,M-1,`,
  ].join('\r\n')
  const dry = await boss.api.inventory.importDispositions({ csv })
  expect(dry).toMatchObject({ isRecorded: false, faults: [] })
  expect(dry.lines.map(({ line, id, already }) => [line, id, already])).toEqual([
    [2, one, false],
    [3, two, false],
    [4, two, false],
    [5, three, false],
  ])
  expect((await boss.api.inventory.stock()).total.count).toBe(3)
  expect(await boss.api.inventory.buyers()).toEqual([])
  const { sequence: before } = (await boss.api.admin.audit.list({})).entries[0] ?? { sequence: 0 }
  expect(await boss.api.inventory.importDispositions({ csv, dryRun: false })).toMatchObject({ isRecorded: true })
  expect(await boss.api.inventory.get({ id: one })).toMatchObject({
    state: 'disposed',
    proceeds: 96,
    fees: 1.5,
    buyer: { name: 'Card Resale, Inc.' },
    dispositions: [{ at: '2026-11-20T00:00:00.000Z', note: 'By phone', reference: 'INV-1' }],
  })
  expect((await boss.api.inventory.get({ id: two })).dispositions.map(({ kind, cost }) => [kind, cost])).toEqual([
    ['redeemed', 36.8],
    ['written-off', 55.2],
  ])
  const entries = (await boss.api.admin.audit.list({})).entries.filter(({ sequence }) => sequence > before)
  expect(entries.filter(({ action }) => action === 'item.disposed')).toHaveLength(4)
  const again = await boss.api.inventory.importDispositions({ csv, dryRun: false })
  expect(again.lines.map(({ already }) => already)).toEqual([true, true, true, true])
  expect((await boss.api.inventory.get({ id: one })).dispositions).toHaveLength(1)
  expect(await verifyLedger(app.ctx.db)).not.toHaveProperty('problem')
})

test('a file with faults names each by line and column and records nothing', async () => {
  await using site = await openInventorySite()
  const { boss } = site
  const [id, sold] = [await site.buy(), await site.buy()]
  await site.sell(sold, { reference: 'INV-1' })
  const csv = [
    head,
    `${id},sold,,,96.001,,Ann,,,,INV-2,`,
    `GCE-0000000000,sold,,,96,,Ann,,,,INV-2,`,
    `${id},given,,,,,,,,,G-1,`,
    `${id},sold,,100.01,96,,Ann,,,,INV-3,`,
    `${sold},sold,,,95,,Card Resale Inc.,,,,INV-1,`,
    `${sold},sold,,,95,,Ann,,,,INV-9,`,
    `${id},written-off,tomorrow,,5,,,,,stolen,,`,
    `${id},redeemed,,,,,,,,,R-1`,
    `${id},sold,,,96,,Ann,,,,INV-4,`,
  ].join('\n')
  const { faults, isRecorded } = await boss.api.inventory.importDispositions({ csv, dryRun: false })
  expect(isRecorded).toBe(false)
  expect(faults.map(({ line, column }) => [line, column])).toEqual([
    [2, 'amount'],
    [3, 'order'],
    [4, 'kind'],
    [5, 'face value'],
    [6, 'reference'],
    [7, 'order'],
    [8, 'reference'],
    [8, 'date'],
    [8, 'cause'],
    [9, ''],
  ])
  expect(faults[0]?.message).toBe("'96.001' is not an amount in dollars, like 50 or 99.99.")
  expect(faults[1]?.message).toBe('There is no card of the order GCE-0000000000 in the inventory.')
  expect((await boss.api.inventory.get({ id })).version).toBe(1)
})

test.each([
  ['no lines', 'order,kind,reference', 'The file has no lines below its header.'],
  ['a header without the reference', 'order,kind\nx,sold', "The header has no column 'reference'."],
  ['an unknown column', 'order,kind,reference,colour\nx,sold,a,b', "The header has an unknown column 'colour'."],
  ['a column twice', 'order,kind,kind,reference\nx,sold,sold,a', "The header has the column 'kind' twice."],
  ['an unknown order between semicolons', 'order;kind;reference\nx;sold;a', 'There is no card of the order X'],
  ['a quote without an end', 'order,kind,reference\n"x,sold,a', 'A quote begins here and does not end.'],
  ['too many lines', `order,kind,reference\n${'x,sold,a\n'.repeat(501)}`, 'The file has 501 lines.'],
])('refuses a file with %s', async (_, csv, message) => {
  await using site = await openInventorySite()
  const { faults } = await site.boss.api.inventory.importDispositions({ csv, dryRun: false })
  expect(faults[0]?.message).toContain(message)
})
