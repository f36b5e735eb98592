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

const sale = { version: 1, kind: 'sold', buyer: 'Card Resale Inc.', amount: 96 }

test.each<[string, object, string, string]>([
  [
    'a third decimal in the price',
    { amount: 96.001 },
    'amount',
    'Enter an amount in dollars with at most two decimals.',
  ],
  ['a negative fee', { fee: -1 }, 'fee', 'Enter an amount in dollars with at most two decimals.'],
  [
    'more than the face value',
    { faceValue: 100.01 },
    'faceValue',
    'Enter an amount of at most $100.00, which is left of this card.',
  ],
  ['a time to come', { at: '2999-01-01' }, 'at', 'Enter a time that has passed.'],
  ['a time before the purchase', { at: '2001-01-01' }, 'at', 'Enter a time after the card was bought.'],
  ['a time that is none', { at: 'yesterday' }, 'at', 'Enter a day, such as 2026-11-20, or a time in ISO 8601.'],
  ['a sale without a buyer', { buyer: undefined }, 'buyer', 'Enter the buyer.'],
  ['a sale without a price', { amount: undefined }, 'amount', 'Enter the price.'],
  [
    'an unknown kind',
    { kind: 'lost' },
    'kind',
    'It must be redeemed, sold, transferred, written-off, charged-back or recovered.',
  ],
  ['a field of another kind', { cause: 'drained' }, 'cause', "'Sold' has no cause."],
  [
    'an amount of a write-off, which would be lost',
    { kind: 'written-off', cause: 'drained', buyer: undefined },
    'amount',
    "'Written off' has no amount.",
  ],
  [
    'a card redeemed to a buyer',
    { kind: 'redeemed', buyer: undefined, place: { place: 'buyer', name: 'Ann' } },
    'place',
    'A card is redeemed to an account of ours.',
  ],
  ['no version', { version: undefined }, 'version', 'A version is a whole number.'],
])('refuses %s with 400, naming the field, and changes nothing', async (_, changes, field, message) => {
  await using site = await openInventorySite()
  const id = await site.buy()
  const url = `/api/admin/inventory/${id}/dispositions`
  const response = await site.app.request('POST', url, { as: site.boss, body: { ...sale, ...changes } })
  expect([response.statusCode, response.json()]).toMatchObject([400, { field, message }])
  expect(await site.boss.api.inventory.get({ id })).toMatchObject({ version: 1, dispositions: [] })
  expect(await site.boss.api.inventory.buyers()).toEqual([])
})

test('an unknown card is 404, a disposed one 409, an old version 409, another role 403', async () => {
  await using site = await openInventorySite()
  const { app, boss, reviewer } = site
  const id = await site.buy()
  const post = async (of: string, body: object, as = boss) => {
    const response = await app.request('POST', `/api/admin/inventory/${of}/dispositions`, { as, body })
    return [response.statusCode, response.json().message]
  }
  expect(await post('GCE-0000000000', sale)).toEqual([404, 'Not found.'])
  expect((await post(id, sale, reviewer))[0]).toBe(403)
  expect((await post(id, { ...sale, version: 7 }))[0]).toBe(409)
  expect((await post(id, sale))[0]).toBe(200)
  expect(await post(id, { ...sale, version: 2 })).toEqual([409, 'Nothing of this card is in stock.'])
})

test('a reviewer sees the card of an order and records what they did with one that they approved', async () => {
  await using site = await openInventorySite()
  const { boss, reviewer, finance, app } = site
  const [own, other] = [await site.buy({}, reviewer), await site.buy({}, boss)]
  const seen = async (id: string, by = reviewer) => (await by.api.admin.review.get({ submissionId: id })).item
  expect(await seen(own)).toMatchObject({ state: 'in-stock', mayRecord: true, cost: 92 })
  expect(await seen(other)).toMatchObject({ mayRecord: false })
  expect(await seen(own, finance)).toMatchObject({ mayRecord: true })
  expect(await seen(own, await app.colleague('support'))).toBeUndefined()
  const redeemed = { version: 1, kind: 'redeemed', place: { place: 'account', name: 'Main' } } as const
  await reviewer.api.admin.review.recordItem({ id: own, ...redeemed })
  expect(await boss.api.inventory.get({ id: own })).toMatchObject({
    state: 'disposed',
    dispositions: [{ kind: 'redeemed', madeBy: { id: reviewer.id } }],
  })
  await expect(reviewer.api.admin.review.recordItem({ id: other, ...redeemed })).rejects.toThrow(
    'Only finance, owners and the reviewer who approved this card can record what became of it.',
  )
  const sold = { id: own, version: 2, kind: 'sold', buyer: 'Ann', amount: 90 } as never
  await expect(reviewer.api.admin.review.recordItem(sold)).rejects.toThrow('It must be redeemed or transferred.')
  const lost = { id: own, version: 2, kind: 'written-off', cause: 'lost' } as never
  await expect(reviewer.api.admin.review.recordItem(lost)).rejects.toThrow('It must be redeemed or transferred.')
  await expect(reviewer.api.inventory.list({})).rejects.toThrow()
})

test('a part, the rest and what comes back later are recorded with their amounts', async () => {
  await using site = await openInventorySite()
  const { app } = site
  const id = await site.buy()
  const account = { place: { place: 'account', name: 'Amazon 2' } } as const
  expect(await site.record(id, { kind: 'redeemed', ...account, faceValue: 40 })).toMatchObject({
    state: 'in-stock',
    leftFaceValue: 60,
    leftCost: 55.2,
    proceeds: 40,
  })
  expect(await site.record(id, { kind: 'written-off', cause: 'frozen' })).toMatchObject({ state: 'written-off' })
  await expect(site.record(id, { kind: 'recovered', amount: 60.01 })).rejects.toThrow('Only what was written off')
  await expect(site.record(id, { kind: 'recovered', amount: 0 })).rejects.toThrow('Enter an amount in dollars')
  expect(await site.record(id, { kind: 'recovered', amount: 20 })).toMatchObject({ proceeds: 60 })
  expect(await verifyLedger(app.ctx.db)).not.toHaveProperty('problem')
})

test('another fee under a known reference is a conflict, and a correction frees the reference', async () => {
  await using site = await openInventorySite()
  const { inventory } = site.boss.api
  const id = await site.buy()
  const first = await site.sell(id, { fee: 1, reference: 'INV-1' })
  await expect(site.sell(id, { fee: 1.5, reference: 'INV-1' })).rejects.toThrow(
    'The reference INV-1 is recorded for this card already, with other facts.',
  )
  const disposition = first.dispositions[0]?.id ?? ''
  await inventory.correct({ id, version: first.version, disposition, note: 'The fee was wrong.' })
  const again = await site.sell(id, { fee: 1.5, reference: 'INV-1' })
  expect(again).toMatchObject({ state: 'disposed', fees: 1.5 })
})

test('a renamed buyer is renamed where cards are with them, whatever the case, and nowhere else', async () => {
  await using site = await openInventorySite()
  const { inventory } = site.boss.api
  const place = (name: string) => ({ kind: 'transferred', place: { place: 'buyer', name } }) as const
  const [ann, bo] = [await site.buy(), await site.buy()]
  await site.record(ann, place('Ann Resells'))
  await site.record(bo, place('Bo Buys'))
  const stored = site.app.ctx.db.updateTable('card_places').where('submission_id', '=', ann)
  await stored.set({ name: 'ANN RESELLS' }).execute()
  const buyer = (await inventory.buyers()).find(({ name }) => name === 'Ann Resells')
  await inventory.renameBuyer({ id: buyer?.id ?? '', name: 'Ann Sells Again' })
  expect((await inventory.get({ id: ann })).place).toMatchObject({ name: 'Ann Sells Again' })
  expect((await inventory.get({ id: bo })).place).toMatchObject({ name: 'Bo Buys' })
})
