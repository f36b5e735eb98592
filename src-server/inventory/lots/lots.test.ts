import { expect, test } from 'vitest'
import { controlsMessages } from '#shared/controls.ts'
import { ownOrderMessage } from '#shared/own-orders.ts'
import type { PolicyValues } from '#shared/policy.ts'
import { verifyLedger } from '../../payouts/ledger/verify-ledger.ts'
import { MINUTE_MS } from '../../platform/clock.ts'
import { setControls } from '../../testing/test-support/controls.ts'
import { aToken } from '../../testing/test-support/factories.ts'
import { aBoughtCard, itemOf, setInventoryPolicy } from '../../testing/test-support/inventory.ts'
import { balancesOf, livePayoutOf } from '../../testing/test-support/payouts.ts'
import { aStaffLink } from '../../testing/test-support/staff-links.ts'
import { createTestApp, customerPassword, type Person } from '../../testing/test-support/test-app.ts'
import { withPassword } from '../../testing/test-support/world.ts'

/** A shop under these rules with an owner, two people of finance with a password, and cards in stock. */
type Rules = Partial<PolicyValues['inventory']>
async function shop(
  secondPersonFrom: number | null = null,
  settings: Record<string, string> = {},
  policy: Rules = { custody: 'hold' },
) {
  const app = await createTestApp(settings)
  await setControls(app, { secondPersonFrom, worksAlone: true })
  const [dana, boss] = [await app.customer(), await app.staff()]
  await setInventoryPolicy(boss, policy)
  const withOwnPassword = async (person: Promise<Person>) => {
    const someone = await person
    await withPassword({ app }, someone, customerPassword)
    return app.alwaysAllowed(someone)
  }
  const [fay, finn] = [await withOwnPassword(app.colleague('finance')), await withOwnPassword(app.colleague('finance'))]
  const buy = async (count: number, seller = dana) => {
    const ids: string[] = []
    for (let at = 0; at < count; at++) ids.push(await aBoughtCard(app, seller, boss))
    return ids
  }
  const input = (ids: readonly string[]) => ({
    buyer: 'Card Resale Inc.',
    items: ids.map((submissionId) => ({ submissionId, price: 96 })),
  })
  return {
    ...{ app, dana, boss, fay, finn, buy, input },
    offer: async (ids: readonly string[], by = fay) => by.api.lots.make(input(ids)),
    download: (id: string, by = fay) => by.api.lots.download({ id, currentPassword: customerPassword }),
    item: (id: string) => itemOf(app.ctx.db, id),
    entries: async (action: 'submission.revealed' | 'lot.downloaded') =>
      app.ctx.db.selectFrom('audit_log').selectAll().where('action', '=', action).orderBy('sequence').execute(),
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  }
}

test('a lot of 25 cards: second person at the sum of the rule, one file with each card in the audit log, then 409', async () => {
  await using site = await shop(250_000)
  const ids = await site.buy(25)
  const { id, state, total } = await site.offer(ids)
  expect([state, total]).toEqual(['made', { count: 25, amount: 2400 }])
  await expect(site.download(id)).rejects.toThrow('This lot waits for a second person.')
  await expect(site.fay.api.waitingActs.release({ id })).rejects.toThrow(controlsMessages.ownAct)
  await site.finn.api.waitingActs.release({ id })
  expect((await site.finn.api.lots.get({ id })).releasedBy).toMatchObject({ id: site.finn.id })
  await expect(site.finn.api.waitingActs.release({ id })).rejects.toThrow('This lot does not wait for a release.')

  const { name, content, lot } = await site.download(id)
  expect([name, lot.download]).toEqual([`${id}.csv`, 'again'])
  const lines = content.split('\r\n')
  expect(lines).toHaveLength(27)
  expect(lines[0]).toBe('\ufeffOrder,Brand,Face value,Price,Number,Code')
  expect(lines.slice(1, -1).toSorted()).toEqual(
    ids.toSorted().map((each) => expect.stringMatching(`^${each},[^,]+,100\\.00,96\\.00,[^,]*6KRD,8841$`)),
  )
  const reveals = await site.entries('submission.revealed')
  expect(reveals.map(({ object_id }) => object_id).toSorted()).toEqual(ids.toSorted())
  expect(new Set(reveals.map(({ detail }) => detail))).toEqual(new Set([`cardNumber and securityCode, ${id}`]))
  await expect(site.download(id, site.finn)).rejects.toThrow(/has downloaded this lot/)

  site.app.clock.advance(10 * MINUTE_MS - 1)
  expect((await site.download(id)).content).toBe(content)
  expect((await site.entries('lot.downloaded')).map(({ detail }) => detail)).toEqual(['25 cards', '25 cards, again'])
  site.app.clock.advance(1)
  await expect(site.download(id)).rejects.toMatchObject({ cause: { code: 'conflict' } })
})

test('below the sum of the rule a lot is released at once', async () => {
  await using site = await shop(10_001)
  expect(await site.offer(await site.buy(1))).toMatchObject({ state: 'released', releasedBy: null, download: 'ready' })
})

test('who is alone releases a lot by the sum of its prices', async () => {
  await using site = await shop()
  const [id = ''] = await site.buy(1)
  await setControls(site.app, { secondPersonFrom: 1, worksAlone: true })
  const lot = await site.boss.api.lots.make(site.input([id]))
  for (const { id: other } of [site.fay, site.finn])
    await site.app.ctx.db
      .updateTable('users')
      .set({ disabled_at: '2026-11-19T12:00:00.000Z' })
      .where('id', '=', other)
      .execute()
  await expect(site.boss.api.waitingActs.release({ id: lot.id, amount: 95 })).rejects.toThrow(
    controlsMessages.typeAmount,
  )
  expect((await site.boss.api.waitingActs.release({ id: lot.id, amount: 96 })).state).toBe('released')
})

test('delivered, paid and refused cards close the lot: sold at their prices, erased, or to be checked', async () => {
  await using site = await shop()
  const [one = '', two = '', three = ''] = await site.buy(3)
  const { id } = await site.offer([one, two, three])
  expect((await site.item(one)).state).toBe('listed')
  await expect(site.fay.api.lots.record({ id, outcome: 'paid' })).rejects.toThrow('Download this lot first')
  await site.download(id)
  await site.fay.api.lots.record({ id, outcome: 'delivered', items: [one, two] })
  await site.fay.api.lots.record({ id, outcome: 'refused', items: [three] })
  expect(await site.item(three)).toMatchObject({ state: 'to-check', left_face_cents: 10_000 })
  const lot = await site.fay.api.lots.record({ id, outcome: 'paid', reference: 'WIRE-7' })
  expect(lot).toMatchObject({
    ...{ state: 'closed', reference: 'WIRE-7', download: 'closed' },
    ...{ paid: { count: 2, amount: 192 }, refused: { count: 1, amount: 96 }, delivered: { count: 0, amount: 0 } },
  })
  expect((await site.item(one)).state).toBe('disposed')
  expect(lot.items.map(({ isKept }) => isKept).filter(Boolean)).toEqual([true])
  expect(await balancesOf(site.app)).toMatchObject({ cards: 9200, margin: -800, 'cash:unassigned': 19_200 - 27_600 })
  expect(await verifyLedger(site.app.ctx.db)).not.toHaveProperty('problem')
  await expect(site.fay.api.lots.record({ id, outcome: 'refused' })).rejects.toThrow('waits for an outcome')
  for (const search of ['wire-7', id.toLowerCase(), one, '6krd', 'resale'])
    expect((await site.fay.api.lots.list({ search })).data.map((each) => each.id)).toEqual([id])
  expect((await site.fay.api.lots.list({ search: 'WIRE-8' })).data).toEqual([])
  expect((await site.fay.api.lots.list({ state: 'open' })).data).toEqual([])
})

test('a canceled lot puts its cards back, but not after its download', async () => {
  await using site = await shop()
  const [one = '', two = ''] = await site.buy(2)
  const first = await site.offer([one])
  expect((await site.fay.api.lots.cancel({ id: first.id })).state).toBe('canceled')
  expect((await site.item(one)).state).toBe('in-stock')
  const { id } = await site.offer([one, two])
  await site.download(id)
  await expect(site.fay.api.lots.cancel({ id })).rejects.toThrow('This lot was downloaded.')
})

test('a card whose payout comes back is not delivered or downloaded, and the lot says so', async () => {
  await using site = await shop()
  const [back = '', stays = ''] = await site.buy(2)
  const { id } = await site.offer([back, stays])
  const payout = await livePayoutOf(site.app, back)
  await site.boss.api.payouts.recordReturn({ id: payout.id, version: payout.version, code: 'provider' })
  const { items } = await site.fay.api.lots.get({ id })
  expect(items.find(({ submissionId }) => submissionId === back)).toMatchObject({ itemState: 'withdrawn' })
  const { content } = await site.download(id)
  expect([content.includes(back), content.includes(stays)]).toEqual([false, true])
  await expect(site.fay.api.lots.record({ id, outcome: 'delivered' })).rejects.toThrow(
    `The payout of ${back} came back`,
  )
  await site.fay.api.lots.record({ id, outcome: 'refused', items: [back] })
  expect((await site.item(back)).state).toBe('withdrawn')
  expect((await site.fay.api.lots.record({ id, outcome: 'paid', reference: 'W-1' })).state).toBe('closed')
})

test('an open page follows the cards of a lot, and a new buyer is in the audit log', async () => {
  await using site = await shop(null, {}, {})
  const [one = ''] = await site.buy(1)
  const abort = new AbortController()
  const changes = site.app.ctx.events.subscribe(['item.changed'], abort.signal)[Symbol.asyncIterator]()
  const isTold = async () => expect(await changes.next()).toMatchObject({ value: { submissionIds: [one] } })
  const { id } = await site.offer([one])
  await isTold()
  await site.fay.api.lots.record({ id, outcome: 'refused' })
  await isTold()
  abort.abort()
  const added = site.app.ctx.db.selectFrom('audit_log').select('actor_id').where('action', '=', 'buyer.added')
  expect(await added.execute()).toEqual([{ actor_id: site.fay.id }])
})

test('a listed card is in one lot, and is disposed of there only', async () => {
  await using site = await shop()
  const [one = '', two = ''] = await site.buy(2)
  const { id } = await site.offer([one])
  await expect(site.offer([one, two])).rejects.toThrow(`The card of ${one} is in ${id}.`)
  expect((await site.item(two)).state).toBe('in-stock')
  await expect(site.offer([two, two])).rejects.toThrow(`The card of ${two} is chosen twice.`)
  await expect(site.offer(['GCE-NOWHERE'])).rejects.toMatchObject({ cause: { code: 'not_found' } })
})

test('a repeated request returns the same lot', async () => {
  await using site = await shop()
  const input = { ...site.input(await site.buy(1)), requestKey: 'friday' }
  const first = await site.fay.api.lots.make(input)
  expect((await site.fay.api.lots.make(input)).id).toBe(first.id)
  expect((await site.fay.api.lots.list({})).pagination.totalItems).toBe(1)
})

test('without custody the file has no numbers and codes, and no card is in the audit log', async () => {
  await using site = await shop(null, {}, {})
  const [one = ''] = await site.buy(1)
  const { id } = await site.offer([one])
  expect((await site.download(id)).content).toMatch(new RegExp(`\\r\\n${one},[^,]+,100\\.00,96\\.00,,\\r\\n$`))
  expect(await site.entries('submission.revealed')).toEqual([])
})

test('a wrong password shows nothing, and each card counts as a revealed number', async () => {
  await using site = await shop(null, { LIMITS: 'on' })
  const [first, second] = [await site.buy(31), await site.buy(31, await site.app.customer())]
  const [one, two] = [await site.offer(first), await site.offer(second)]
  await expect(site.fay.api.lots.download({ id: one.id, currentPassword: 'wrong-password' })).rejects.toThrow(
    'password',
  )
  expect(await site.entries('submission.revealed')).toEqual([])
  await site.download(one.id)
  await site.download(one.id)
  await expect(site.download(two.id)).rejects.toThrow('You have revealed 60 numbers within an hour.')
  expect((await site.fay.api.lots.get({ id: two.id })).download).toBe('ready')
})

test('a token reads lots with inventory:read and changes them with inventory:write', async () => {
  await using site = await shop()
  const ids = await site.buy(1)
  const reads = await aToken(site.boss, ['inventory:read'])
  const writes = await aToken(site.boss, ['inventory:write'])
  const call = async ({ headers }: typeof reads, method: 'GET' | 'POST', body?: object) =>
    (await site.app.request(method, '/api/admin/lots', { headers, ...(body && { body }) })).statusCode
  expect([await call(reads, 'GET'), await call(writes, 'GET')]).toEqual([200, 403])
  expect([await call(reads, 'POST', site.input(ids)), await call(writes, 'POST', site.input(ids))]).toEqual([403, 200])
})

test.each([
  [{ items: [{ submissionId: 'GCE-1', price: 9.555 }] }, 'Enter a price in dollars with at most two decimals.'],
  [{ items: [{ submissionId: 'GCE-1', price: 0 }] }, 'Enter a price in dollars with at most two decimals.'],
  [{ items: [] }, 'Choose at least one card.'],
  [{ items: Array.from({ length: 101 }, () => ({ submissionId: 'GCE-1', price: 1 })) }, 'Choose at most 100 cards.'],
  [{ buyer: ' ' }, 'Enter the buyer.'],
])('refuses the lot %j', async (changes, message) => {
  await using site = await shop()
  const body = { ...site.input(['GCE-1']), ...changes }
  const { statusCode, body: answer } = await site.app.request('POST', '/api/admin/lots', { as: site.fay, body })
  expect([statusCode, answer]).toEqual([400, expect.stringContaining(message)])
})

test('the card of an own order goes into no lot', async () => {
  await using site = await shop()
  const [id = ''] = await site.buy(1)
  await aStaffLink(site.app, site.fay, site.dana)
  await expect(site.offer([id])).rejects.toThrow(ownOrderMessage)
  expect((await site.item(id)).state).toBe('in-stock')
  await expect(site.offer([id], site.finn)).resolves.toMatchObject({ state: 'released' })
})
