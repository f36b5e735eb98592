import { expect, test } from 'vitest'
import { verifyLedger } from '../payouts/ledger/verify-ledger.ts'
import { openInventorySite, theCheck } from '../testing/test-support/inventory-site.ts'
import { balancesOf } from '../testing/test-support/payouts.ts'

test('ten cards at 93 percent: one drained and one charged back of nine sales give a result of -162.00', async () => {
  await using site = await openInventorySite()
  const { boss, app } = site
  await theCheck(site)
  const stock = await boss.api.inventory.stock()
  expect(stock.total).toEqual({ count: 0, faceValue: 0, cost: 0 })
  const balances = await balancesOf(app)
  expect(balances).toMatchObject({ margin: -2700, losses: 9300 + 9600 })
  expect(-(balances.margin ?? 0) - (balances.losses ?? 0)).toBe(-16_200)
  const all = await boss.api.inventory.list({})
  const writtenOff = await boss.api.inventory.list({ state: 'written-off' })
  expect([writtenOff.sums?.cost, all.sums?.cost]).toEqual([186, 930])
  expect(await verifyLedger(app.ctx.db)).not.toHaveProperty('problem')
})

test('lists what is in stock by age and brand, oldest first, with the sums of all that match', async () => {
  await using site = await openInventorySite()
  const { boss, app } = site
  const old = await site.buy()
  app.clock.advance(4 * 86_400_000)
  const young = await site.buy()
  const steam = await site.buy({ cardBrand: 'steam', cardValue: 200 })
  const { data, sums } = await boss.api.inventory.list({ state: 'stock' })
  expect(data.map(({ id }) => id)[0]).toBe(old)
  expect(sums).toEqual({
    count: 3,
    faceValue: 400,
    cost: 92 + 92 + site.steamCost,
    leftFaceValue: 400,
    leftCost: sums?.cost,
  })
  const idsOf = async (filter: object) =>
    (await boss.api.inventory.list({ state: 'stock', ...filter })).data.map(({ id }) => id).sort()
  expect(await idsOf({ age: '3-7' })).toEqual([old])
  expect(await idsOf({ age: '0-2' })).toEqual([young, steam].sort())
  expect(await idsOf({ age: '0-2', brand: 'steam' })).toEqual([steam])
  expect(await idsOf({ age: 'older' })).toEqual([])
  const stock = await boss.api.inventory.stock()
  expect(stock.total).toMatchObject({ count: 3, faceValue: 400 })
  expect(stock.ages['3-7']).toEqual({ count: 1, faceValue: 100, cost: 92 })
  expect(stock.brands.map(({ brand, total }) => [brand, total.count])).toEqual(
    [
      ['apple', 2],
      ['steam', 1],
    ].sort((one, other) => (one[0] === 'apple' && site.steamCost < 184 ? -1 : 1) || (other ? 1 : 0)),
  )
  app.clock.advance(40 * 86_400_000)
  expect((await boss.api.inventory.stock()).ages.older.count).toBe(3)
  expect((await boss.api.inventory.list({ age: 'older', state: 'stock' })).sums).toMatchObject({ count: 3 })
})

test('finds a card by the end of its number, its order, its payout, its buyer and its reference', async () => {
  await using site = await openInventorySite()
  const { boss } = site
  const [id, other] = [await site.buy({ cardNumber: 'X7K3 9Q2X VB41 77AB' }), await site.buy()]
  await site.sell(id, { buyer: 'Örtlich Resale', reference: 'INV-204' })
  const { payoutId } = await boss.api.inventory.get({ id })
  for (const search of ['77AB', '77ab', id, id.toLowerCase(), payoutId, 'resale', 'inv-20', 'INV-204'])
    expect([search, (await boss.api.inventory.list({ search })).data.map((each) => each.id)]).toEqual([search, [id]])
  expect((await boss.api.inventory.list({ search: 'INV-204', state: 'stock' })).data).toEqual([])
  expect((await boss.api.inventory.list({ search: other })).pagination.totalItems).toBe(1)
  expect((await boss.api.inventory.list({ search: '%' })).data).toEqual([])
})

test('an item has its history with buyer, note, person and payout', async () => {
  await using site = await openInventorySite()
  const { boss, finance } = site
  const id = await site.buy()
  await site.record(id, { kind: 'transferred', place: { place: 'safe', name: 'Safe 1' } })
  await site.sell(id, { note: 'By phone.', reference: 'INV-1', fee: 1.5 }, finance)
  const item = await boss.api.inventory.get({ id })
  expect(item).toMatchObject({
    state: 'disposed',
    proceeds: 96,
    fees: 1.5,
    buyer: { name: 'Card Resale Inc.' },
    place: { place: 'safe', name: 'Safe 1' },
    last: { kind: 'sold' },
    payout: { id: item.payoutId, amount: 92, fee: 0, provider: 'hand', state: 'paid' },
    customer: { id: site.dana.id },
  })
  expect(item.dispositions).toMatchObject([
    { number: 1, kind: 'transferred', place: 'Safe 1' },
    { number: 2, kind: 'sold', note: 'By phone.', amount: 96, madeBy: { id: finance.id }, mayCorrect: true },
  ])
  const note = await site.app.ctx.db.selectFrom('dispositions').select('note_encrypted').execute()
  expect(JSON.stringify(note)).not.toContain('By phone')
})

test('a repeat with the same kind and reference changes nothing, and other amounts with it are a conflict', async () => {
  await using site = await openInventorySite()
  const { boss } = site
  const id = await site.buy()
  const sale = { id, version: 1, kind: 'sold', buyer: 'Card Resale Inc.', amount: 96, reference: 'INV-1' } as const
  await boss.api.inventory.dispose(sale)
  const again = await boss.api.inventory.dispose({ ...sale, reference: 'inv-1' })
  expect(again.dispositions).toHaveLength(1)
  await expect(boss.api.inventory.dispose({ ...sale, amount: 95 })).rejects.toThrow(
    'The reference INV-1 is recorded for this card already, with other facts.',
  )
  await expect(boss.api.inventory.dispose({ ...sale, reference: 'INV-2' })).rejects.toThrow(
    'A colleague has changed this item since you looked. Look at it again.',
  )
})

test('records the same for a selection, all or none, and counts what was recorded before', async () => {
  await using site = await openInventorySite()
  const { boss } = site
  const [one, other] = [await site.buy(), await site.buy()]
  const items = [one, other].map((id) => ({ id, version: 1 }))
  const sale = { kind: 'sold', buyer: 'Card Resale Inc.', amount: 96, reference: 'INV-1' } as const
  const twice = boss.api.inventory.disposeMany({ items: [...items, { id: one, version: 1 }], ...sale })
  await expect(twice).rejects.toThrow(`The card of the order ${one} is chosen twice.`)
  const unknown = boss.api.inventory.disposeMany({ items: [...items, { id: 'GCE-0', version: 1 }], ...sale })
  await expect(unknown).rejects.toThrow('There is no card of the order GCE-0 in the inventory.')
  expect((await boss.api.inventory.stock()).total.count).toBe(2)
  await site.sell(one, { reference: 'INV-1' })
  expect(await boss.api.inventory.disposeMany({ items, ...sale })).toEqual({ recorded: 1, already: 1 })
  expect(await boss.api.inventory.disposeMany({ items, ...sale })).toEqual({ recorded: 0, already: 2 })
  expect((await boss.api.inventory.list({ state: 'disposed' })).sums).toMatchObject({ count: 2, leftCost: 0 })
  const third = await site.buy()
  const stale = boss.api.inventory.disposeMany({
    ...{ ...sale, reference: 'INV-2' },
    items: [
      { id: third, version: 1 },
      { id: other, version: 1 },
    ],
  })
  await expect(stale).rejects.toThrow(`${other}: A colleague has changed this item since you looked.`)
  expect((await boss.api.inventory.get({ id: third })).state).toBe('in-stock')
})

test('a correction takes back the newest disposition with its reason, and needs the version', async () => {
  await using site = await openInventorySite()
  const { boss } = site
  const id = await site.buy()
  const sold = await site.sell(id, {})
  const disposition = sold.dispositions.at(-1)?.id ?? ''
  const correct = (version: number) =>
    boss.api.inventory.correct({ id, version, disposition, note: 'It was the other card.' })
  await expect(correct(1)).rejects.toThrow('A colleague has changed this item')
  const corrected = await correct(sold.version)
  expect(corrected).toMatchObject({ state: 'in-stock', leftCost: 92, proceeds: 0 })
  expect(corrected.dispositions).toMatchObject([
    { kind: 'sold', isCorrected: true },
    { kind: 'correction', corrects: disposition, amount: -96, note: 'It was the other card.' },
  ])
})

test('buyers are added once in any case, renamed, and erased with the places that name them', async () => {
  await using site = await openInventorySite()
  const { boss } = site
  const id = await site.buy()
  const moved = await site.record(id, { kind: 'transferred', place: { place: 'buyer', name: 'Ann Resells' } })
  expect(moved.dispositions[0]).toMatchObject({ buyer: { name: 'Ann Resells' } })
  const [buyer] = await boss.api.inventory.buyers()
  expect(await boss.api.inventory.addBuyer({ name: 'ANN resells' })).toEqual(buyer)
  const other = await boss.api.inventory.addBuyer({ name: 'Bo Buys' })
  await expect(boss.api.inventory.renameBuyer({ id: other.id, name: 'ann resells' })).rejects.toThrow(
    'There is a buyer named Ann Resells already.',
  )
  await boss.api.inventory.renameBuyer({ id: buyer?.id ?? '', name: 'Ann Sells Again' })
  expect((await boss.api.inventory.get({ id })).place).toMatchObject({ name: 'Ann Sells Again' })
  await site.sell(id, { buyer: 'ann sells again' })
  await boss.api.inventory.eraseBuyer({ id: buyer?.id ?? '' })
  await boss.api.inventory.eraseBuyer({ id: other.id })
  expect(await boss.api.inventory.buyers()).toEqual([])
  const item = await boss.api.inventory.get({ id })
  expect(item).toMatchObject({ proceeds: 96, buyer: { id: buyer?.id, name: '' }, place: { name: '' } })
  const { db } = site.app.ctx
  const rows = [
    await db.selectFrom('buyers').selectAll().execute(),
    await db.selectFrom('card_places').selectAll().execute(),
  ]
  expect(JSON.stringify([rows, item, await db.selectFrom('dispositions').selectAll().execute()])).not.toMatch(/Ann/i)
})

test('the export has a line for each card that matches, and the audit log has who exported it', async () => {
  await using site = await openInventorySite()
  const { boss, app } = site
  const id = await site.buy()
  await site.buy()
  await site.sell(id, { buyer: '=Resale' })
  const { body, headers } = await app.request('GET', '/api/admin/inventory/items.csv?state=disposed', { as: boss })
  expect(headers['content-disposition']).toContain('inventory-')
  const [head, line, ...others] = body.replace('\ufeff', '').trim().split('\r\n')
  expect(head).toBe(
    'Order,Brand,Number ends with,State,Face value,Cost,Left face value,Left cost,Proceeds,Fees,Buyer,Place,Bought,Approved,Approved by,Payout',
  )
  expect(line).toContain(`${id},Apple,6KRD,Disposed,100,92,0,0,96,0,'=Resale,`)
  expect(others).toEqual([])
  const { statusCode } = await app.request('GET', '/api/admin/inventory/items.csv?state=gone', { as: boss })
  expect(statusCode).toBe(400)
  const { entries } = await boss.api.admin.audit.list({})
  expect(entries.map(({ action }) => action)).toContain('inventory.exported')
})

test('the export of a search has every card that it finds, oldest first', async () => {
  await using site = await openInventorySite()
  const { boss, app } = site
  const id = await site.buy()
  const { db } = app.ctx
  const item = await db.selectFrom('inventory_items').selectAll().executeTakeFirstOrThrow()
  const { queue_status, awaits_payout, ...order } = await db
    .selectFrom('submissions')
    .selectAll()
    .executeTakeFirstOrThrow()
  // More than a list shows, and than one reading of an export.
  const ids = Array.from({ length: 520 }, (_, at) => `GCE-${String(at).padStart(10, '0')}`)
  for (const copied of ids) {
    const bought_at = new Date(Date.parse(item.bought_at) + ids.length - ids.indexOf(copied)).toISOString()
    await db
      .insertInto('submissions')
      .values({ ...order, id: copied })
      .execute()
    await db
      .insertInto('inventory_items')
      .values({ ...item, submission_id: copied, bought_at })
      .execute()
  }
  const { body } = await app.request('GET', '/api/admin/inventory/items.csv?search=6krd', { as: boss })
  const [, ...lines] = body.trim().split('\r\n')
  expect(lines.map((line) => line.split(',')[0])).toEqual([id, ...ids.reverse()])
})

test('deleting the account of a seller erases the notes about their cards and keeps the amounts', async () => {
  await using site = await openInventorySite()
  const id = await site.buy()
  await site.sell(id, { note: 'Dana phoned.' })
  await site.deleteSeller()
  const item = await site.boss.api.inventory.get({ id })
  expect(item).toMatchObject({ proceeds: 96, cost: 92 })
  expect(item.dispositions[0]).not.toHaveProperty('note')
})
