import { expect, test } from 'vitest'
import { verifyLedger } from '../../payouts/ledger/verify-ledger.ts'
import { setControls } from '../../testing/test-support/controls.ts'
import { aBoughtCard, itemOf, setInventoryPolicy } from '../../testing/test-support/inventory.ts'
import { balancesOf, livePayoutOf } from '../../testing/test-support/payouts.ts'
import { aBankAccount } from '../../testing/test-support/statement-files.ts'
import { createTestApp, customerPassword } from '../../testing/test-support/test-app.ts'
import { withPassword } from '../../testing/test-support/world.ts'

/** A shop with a bank account that keeps codes, an owner and finance. Cards cost $92.00 and are offered at $96.00. */
async function shop() {
  const app = await createTestApp({ CLEAR_ALL_DATA: 'on' })
  const [dana, boss] = [await app.customer(), await app.alwaysAllowed(await app.staff())]
  await setInventoryPolicy(boss, { custody: 'hold' })
  await setControls(app, { secondPersonFrom: null })
  const fay = await app.alwaysAllowed(await app.colleague('finance'))
  for (const person of [fay, boss]) await withPassword({ app }, person, customerPassword)
  const bank = await aBankAccount(fay)
  const offer = async (...ids: string[]) => {
    const items = ids.map((submissionId) => ({ submissionId, price: 96 }))
    return (await fay.api.lots.make({ buyer: 'Card Resale Inc.', items })).id
  }
  const cash = (await balancesOf(app))[`cash:${bank}`] ?? 0
  return {
    ...{ app, dana, boss, fay, bank, offer },
    buy: () => aBoughtCard(app, dana, boss),
    download: (id: string) => fay.api.lots.download({ id, currentPassword: customerPassword }),
    item: (id: string) => itemOf(app.ctx.db, id),
    code: async (id: string) =>
      (await app.ctx.db.selectFrom('submissions').selectAll().where('id', '=', id).executeTakeFirstOrThrow())
        .security_code_encrypted !== null,
    /** Cents that buyers owe, and cents that have come into the bank by sales, in balanced books. */
    books: async () => {
      expect(await verifyLedger(app.ctx.db)).not.toHaveProperty('problem')
      const balances = await balancesOf(app)
      const owed = Object.entries(balances).filter(([account]) => account.startsWith('buyer:'))
      const { cards, margin, losses, fees } = balances
      const came = (balances[`cash:${bank}`] ?? 0) - cash
      return { owed: owed.reduce((sum, [, cents]) => sum + cents, 0), came, ...{ cards, margin, losses, fees } }
    },
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  }
}

const nothing = { cards: undefined, losses: undefined, fees: undefined }

test('the download sells the cards; the buyer owes them until they have paid, and each code is kept until then', async () => {
  await using site = await shop()
  const { fay, bank } = site
  const [one, two] = [await site.buy(), await site.buy()]
  const id = await site.offer(one, two)
  const start = (await site.books()).came
  await site.download(id)
  expect(await site.books()).toEqual({ ...nothing, owed: 19_200, came: start, margin: -800 })
  expect((await site.item(one)).state).toBe('disposed')
  const [first = ''] = [one, two].sort()
  const partly = { id, outcome: 'paid', amount: 100, fee: 1.5, account: bank, reference: 'WIRE-1' } as const
  const lot = await fay.api.lots.record(partly)
  expect(lot).toMatchObject({ state: 'released', owed: 92, paid: { count: 1 }, delivered: { count: 1 } })
  expect(await site.books()).toEqual({ ...nothing, owed: 9200, came: start + 9850, margin: -800, fees: 150 })
  expect([await site.code(first), await site.code([one, two].find((each) => each !== first) ?? '')]).toEqual([
    false,
    true,
  ])
  await expect(fay.api.lots.record({ ...partly, amount: 50 })).rejects.toThrow('A payment with the reference WIRE-1')
  await expect(fay.api.lots.record({ id, outcome: 'paid', amount: 92.01 })).rejects.toThrow('The buyer owes $92.00.')
  expect(await fay.api.lots.record({ id, outcome: 'paid', account: bank })).toMatchObject({ state: 'closed', owed: 0 })
  expect(await site.books()).toMatchObject({ owed: 0, came: start + 9850 + 9200 })
  expect([await site.code(one), await site.code(two)]).toEqual([false, false])
})

test('one payment is for several lots of its buyer, the oldest first', async () => {
  await using site = await shop()
  const lots: string[] = []
  for (let at = 0; at < 2; at++) {
    const id = await site.offer(await site.buy())
    lots.push(id)
    await site.download(id)
    site.app.clock.advance(1000)
  }
  const [buyer] = await site.fay.api.inventory.buyers()
  expect(buyer?.owed).toBe(192)
  const id = buyer?.id ?? ''
  const pay = (amount: number | undefined, reference: string) =>
    site.fay.api.inventory.receive({ id, account: site.bank, amount, reference })
  expect(await pay(150, 'W-1')).toMatchObject({ owed: 42 })
  const states = () =>
    Promise.all(
      lots.map(async (lot) => {
        const { state, owed } = await site.fay.api.lots.get({ id: lot })
        return `${state} ${owed}`
      }),
    )
  expect(await states()).toEqual(['closed 0', 'released 42'])
  expect(await pay(undefined, 'W-2')).toMatchObject({ owed: 0 })
  expect(await states()).toEqual(['closed 0', 'closed 0'])
  await expect(pay(1, 'W-3')).rejects.toThrow('The buyer owes nothing')
  await site.books()
})

test('a payment of a buyer that is sent twice with the same request key is booked once', async () => {
  await using site = await shop()
  const lot = await site.offer(await site.buy())
  await site.download(lot)
  const { inventory, lots } = site.fay.api
  const [{ id } = { id: '' }] = await inventory.buyers()
  const payment = { amount: 10, account: site.bank }
  const receive = () => inventory.receive({ id, ...payment, requestKey: 'monday' })
  const record = () => lots.record({ id: lot, outcome: 'paid', ...payment, requestKey: 'tuesday' })
  await Promise.all([receive(), receive(), record(), record()])
  await receive()
  expect(await site.books()).toMatchObject({ came: 2000 - 9200, owed: 7600 })
})

test('a refused card whose code was shown is in stock again once a check finds its balance, and is a loss by record', async () => {
  await using site = await shop()
  const { app, boss, fay } = site
  const card = await site.buy()
  const start = await site.books()
  const id = await site.offer(card)
  await site.download(id)
  await fay.api.lots.record({ id, outcome: 'refused' })
  expect(await site.item(card)).toMatchObject({ state: 'to-check', left_cost_cents: 9200, left_face_cents: 10_000 })
  expect([await site.books(), await site.code(card)]).toEqual([start, true])
  expect((await fay.api.inventory.list({ state: 'stock' })).data).toEqual([])
  await expect(site.offer(card)).rejects.toThrow('is not in stock')
  const use = async (given: object) => {
    const { version } = await site.item(card)
    const place = { place: 'account', name: 'Main' } as const
    return (await fay.api.inventory.dispose({ id: card, version, kind: 'redeemed', faceValue: 40, place, ...given }))
      .state
  }
  await expect(use({ kind: 'sold', buyer: 'Ann', amount: 90, place: undefined })).rejects.toThrow('has refused it')
  expect(await use({})).toBe('to-check')
  const states: string[] = []
  for (const balance of [59.99, 60]) {
    app.clock.advance(1)
    await boss.api.admin.review.recordCheck({ submissionId: card, how: 'website', outcome: 'lower', balance })
    states.push((await site.item(card)).state)
  }
  expect(states).toEqual(['to-check', 'in-stock'])
  const again = await site.offer(card)
  app.clock.advance(1)
  await site.download(again)
  await fay.api.lots.record({ id: again, outcome: 'refused' })
  expect((await site.item(card)).state).toBe('to-check')
  expect(await use({ kind: 'written-off', cause: 'drained', faceValue: 60, place: undefined })).toBe('written-off')
  await site.books()
})

test('a refused card is in stock again when its lot was not downloaded and its code is kept', async () => {
  await using site = await shop()
  const card = await site.buy()
  const id = await site.offer(card)
  await site.fay.api.lots.record({ id, outcome: 'delivered' })
  await site.fay.api.lots.record({ id, outcome: 'refused' })
  expect((await site.item(card)).state).toBe('in-stock')
})

test('a card that is paid in part is not refused', async () => {
  await using site = await shop()
  const card = await site.buy()
  const other = await site.offer(card)
  await site.download(other)
  await site.fay.api.lots.record({ id: other, outcome: 'paid', amount: 10 })
  await expect(site.fay.api.lots.record({ id: other, outcome: 'refused' })).rejects.toThrow('is paid in part')
})

test('a payment that was recorded by mistake is corrected on the card: the buyer owes it again, and can refuse it', async () => {
  await using site = await shop()
  const card = await site.buy()
  const id = await site.offer(card)
  await site.download(id)
  const { owed } = await site.books()
  await site.fay.api.lots.record({ id, outcome: 'paid', reference: 'WIRE-1', account: site.bank })
  const correct = async () => {
    const { version, dispositions } = await site.fay.api.inventory.get({ id: card })
    const disposition = dispositions.find(({ mayCorrect }) => mayCorrect)?.id ?? ''
    await site.fay.api.inventory.correct({ id: card, version, disposition, note: 'It was another buyer.' })
    const { state, items } = await site.fay.api.lots.get({ id })
    return `${state}, ${items[0]?.state}`
  }
  expect(await correct()).toBe('released, delivered')
  expect((await site.books()).owed).toBe(owed)
  expect(await correct()).toBe('closed, refused')
  expect((await site.books()).owed).toBe(0)
  expect((await site.item(card)).state).toBe('to-check')
})

test('what a buyer never pays is written off by two persons, and is a loss', async () => {
  await using site = await shop()
  const { app, fay, boss } = site
  const card = await site.buy()
  const id = await site.offer(card)
  await site.download(id)
  await fay.api.lots.record({ id, outcome: 'paid', amount: 16, account: site.bank })
  await setControls(app, { secondPersonFrom: 5000 })
  const given = { id, amount: 80, note: 'The buyer is insolvent.' }
  await expect(fay.api.lots.writeOff({ ...given, amount: 79 })).rejects.toThrow('The buyer owes $80.00')
  const { waiting, state } = await fay.api.lots.writeOff(given)
  expect([waiting?.kind, waiting?.amount, state]).toEqual(['buyer-debt', 80, 'released'])
  expect(await site.books()).toMatchObject({ owed: 8000, losses: undefined })
  await boss.api.waitingActs.release({ id: waiting?.id ?? '' })
  expect(await site.books()).toMatchObject({ owed: 0, losses: 8000 })
  expect(await fay.api.lots.get({ id })).toMatchObject({ state: 'closed', unpaid: { count: 1 }, owed: 0 })
  expect(await site.code(card)).toBe(false)
})

test('of a card that its buyer has not paid, nothing goes back with a chargeback', async () => {
  await using site = await shop()
  const card = await site.buy()
  await site.download(await site.offer(card))
  const charge = async () => {
    const { version } = await site.item(card)
    return site.fay.api.inventory.dispose({ id: card, version, kind: 'charged-back', amount: 96, reference: 'CB-1' })
  }
  await expect(charge()).rejects.toThrow('Only a sale can be charged back')
})

test('a delivered card whose payout came back is withdrawn when its buyer refuses it, also after its debt was closed', async () => {
  await using site = await shop()
  for (const isClosed of [false, true]) {
    const card = await site.buy()
    const { cards } = await site.books()
    const id = await site.offer(card)
    await site.download(id)
    const paid = await livePayoutOf(site.app, card)
    await site.boss.api.payouts.recordReturn({ id: paid.id, version: paid.version, code: 'provider' })
    const { version } = await site.boss.api.payouts.get({ id: paid.id })
    if (isClosed) {
      const { waiting } = await site.boss.api.payouts.closeDebt({ id: paid.id, version, note: 'Never claimed.' })
      await site.fay.api.waitingActs.release({ id: waiting?.id ?? '' })
    }
    await site.fay.api.lots.record({ id, outcome: 'refused' })
    expect((await site.item(card)).state).toBe('withdrawn')
    expect((await site.books()).cards).toBe(isClosed ? (cards ?? 0) - 9200 : cards)
  }
})

test('the ledger check names a buyer who owes another amount than the lots say', async () => {
  await using site = await shop()
  const id = await site.offer(await site.buy())
  await site.download(id)
  await site.app.ctx.db.updateTable('lot_items').set({ price_cents: 9500 }).execute()
  const { problem } = await verifyLedger(site.app.ctx.db)
  expect(problem).toMatch(/^buyer:.* has -9600 cents, but the lots say -9500\.$/)
})

test('clearing all data closes what buyers owe', async () => {
  await using site = await shop()
  await site.download(await site.offer(await site.buy()))
  await site.boss.api.admin.data.clearAll()
  expect((await site.books()).owed).toBe(0)
})
