import { expect, test } from 'vitest'
import { payPalFormat } from '#shared/statement.ts'
import { releaseAll } from '../../testing/test-support/controls.ts'
import { type FormerSite, upgradeFormerSite } from '../../testing/test-support/former-sites.ts'
import { close } from '../../testing/test-support/months.ts'
import { balancesOf, toBank } from '../../testing/test-support/payouts.ts'
import { bankFormat, bankStatement, payPalActivity } from '../../testing/test-support/statement-files.ts'
import type { Person, TestApp } from '../../testing/test-support/test-app.ts'
import { verifyLedger } from '../ledger/verify-ledger.ts'
import { leaseAttempts } from '../sending/paypal-worker.ts'
import { recordLookUp } from '../sending/record-answer.ts'

const [month, firstDay, bookedOn, lastDay] = ['2026-11', '2026-11-22', '2026-11-28', '2026-11-30']

type Shop = { app: TestApp; boss: Person; fay: Person; bank: string; paypal: string }

test.each<FormerSite>(['1.0.0', '2a87396c'])(
  'data of %s is as before, payments in flight end, and two persons close the first month',
  async (release) => {
    const { app, before } = await upgradeFormerSite(release, `${firstDay}T05:00:00Z`)
    await using _ = app
    expect(owedAndStock(await balancesOf(app))).toEqual(owedAndStock(before))
    expect((await verifyLedger(app.ctx.db)).problem).toBeUndefined()
    const boss = await app.alwaysAllowed(await app.staff())
    const fay = await app.alwaysAllowed(await app.colleague('finance'))
    const shop = { app, boss, fay, ...(await openAccounts(fay)) }
    await endPayments(shop)
    app.clock.set(Date.parse(`${bookedOn}T12:00:00Z`))
    await importBank(shop)
    await importPayPal(shop)
    const { statements } = fay.api
    expect((await statements.lines({ state: 'open' })).data.filter((line) => line.bookedOn >= firstDay)).toEqual([])
    app.clock.set(Date.parse('2026-12-03T12:00:00Z'))
    for (const { id, kind } of await statements.accounts())
      if (kind === 'balance') await statements.setBalance({ id, on: lastDay, balance: 100 })
    const { suspense = 0 } = (await statements.months()).next ?? {}
    expect(await close(shop, month, { suspense })).toEqual(['released'])
    const [{ closing } = {}] = (await statements.months()).months.filter((each) => each.month === month)
    expect(closing).toMatchObject({ closedBy: { id: fay.id }, confirmedBy: { id: boss.id } })
    expect((await verifyLedger(app.ctx.db)).problem).toBeUndefined()
  },
)

/** What is owed and lost, and what the cards have cost and brought. */
function owedAndStock(balances: Record<string, number>) {
  const { cards = 0, margin = 0, fees, losses } = balances
  const of = (accounts: RegExp) => Object.entries(balances).filter(([account]) => accounts.test(account))
  const sold = of(/^buyer:/).reduce((sum, [, cents]) => sum + cents, 0)
  return { ...Object.fromEntries(of(/^(payable|receivable):/)), fees, losses, cards: cards + margin + sold }
}

/** The bank and PayPal begin with $20,000.00; a site of 1.0.0 adds them. */
async function openAccounts({ api: { statements } }: Person) {
  const wanted = [
    { name: 'First Bank', kind: 'bank' as const, methods: [toBank.paymentMethod], format: bankFormat },
    { name: 'PayPal', kind: 'paypal' as const, methods: ['paypal' as const], format: payPalFormat },
  ]
  const idOf = async (name: string) => (await statements.accounts()).find((each) => each.name === name)?.id ?? ''
  for (const account of wanted) {
    const [id, opened] = [await idOf(account.name), { ...account, openingBalance: 20_000, openingOn: firstDay }]
    await (id ? statements.changeAccount({ id, ...opened }) : statements.makeAccount(opened))
  }
  return { bank: await idOf('First Bank'), paypal: await idOf('PayPal') }
}

/** Ends every payout and lot. PayPal answers of one payout; of the other one, and of those by hand, a person knows. */
async function endPayments({ app, boss, fay, bank }: Shop) {
  const { payouts, inventory } = boss.api
  for (const { id } of (await payouts.files()).data) await payouts.markFileSent({ id, reference: 'FILE-1' })
  const [leased] = await leaseAttempts(app.ctx, 5)
  if (!leased) throw new Error('No attempt of PayPal is due.')
  const paid = { state: 'paid', status: 'SUCCESS', feeCents: 25, key: leased.before.key, item: undefined } as const
  await recordLookUp(app.ctx, leased, { result: 'found', payout: paid })
  for (const { id, version, provider } of (await payouts.list({ state: 'sending' })).data)
    if (provider === 'paypal') await payouts.settleUnknown({ id, version, outcome: 'paid', reference: 'TX-7' })
    else await payouts.markSent({ id, version, reference: 'W-10', account: bank })
  for (const { id, version } of (await payouts.list({ state: 'ready' })).data) {
    const { payout } = await fay.api.payouts.begin({ id, version, account: bank })
    await fay.api.payouts.markSent({ id, version: payout.version, reference: 'W-11' })
  }
  const states = (await payouts.list({})).data.map(({ state }) => state)
  expect(states.filter((state) => !['paid', 'returned', 'canceled'].includes(state))).toEqual([])
  await releaseAll(fay)
  for (const { id, owed } of await inventory.buyers())
    if (owed > 0) await inventory.receive({ id, reference: 'BUYER-77', account: bank })
}

const movementsOf = async ({ fay }: Shop, id: string) => (await fay.api.statements.movements({ id })).data

/** The opening balance has the first payment; the bank books one of before, which the books had paid, after it. */
async function importBank(shop: Shop) {
  const { statements } = shop.fay.api
  const [inOpening, ...booked] = await movementsOf(shop, shop.bank)
  const { ids: movements = [] } = inOpening ?? {}
  const entry = { account: shop.bank, movements, kind: 'opening', amount: 92 } as const
  await statements.adjust({ ...entry, note: 'The opening balance has it.' })
  const wires = Map.groupBy(booked, ({ payoutId = 'BUYER-77' }) => payoutId)
  const cents = (some: typeof booked) => some.reduce((sum, { amount }) => sum + amount * 100, 0)
  const lines = [...wires].map(([id, some]) => ({ day: bookedOn, text: `WIRE ${id}`, cents: cents(some) }))
  const others = { 'WIRE W-2': 'opening', 'MONTHLY FEE': 'fee' } as const
  lines.push(...Object.keys(others).map((text) => ({ day: bookedOn, text, cents: -9200 })))
  await statements.import({ id: shop.bank, csv: bankStatement(2_000_000, lines) })
  const open = (await statements.lines({ account: shop.bank, state: 'open' })).data
  for (const [note, kind] of Object.entries(others)) {
    const id = open.find(({ description }) => description === note)?.id ?? ''
    await statements.adjust({ lines: [id], kind, amount: -92, note })
  }
  await releaseAll(shop.boss)
}

/** Of 1.0.0, payments in flight have no account: what PayPal took is moved to them, with a fee that was not known. */
async function importPayPal(shop: Shop) {
  const { statements } = shop.fay.api
  const amount = ((await balancesOf(shop.app))['cash:unassigned'] ?? 0) / -100
  const move = { from: shop.paypal, to: 'unassigned', amount, fee: 0.3, on: firstDay }
  if (amount > 0) await statements.moveMoney(move)
  const movements = await movementsOf(shop, shop.paypal)
  const known = movements.find(({ ids }) => ids.some((id) => id.startsWith('fee:')))?.payoutId
  const payouts = [known, movements.find(({ payoutId }) => payoutId !== known)?.payoutId]
  const payments = payouts.map((customNumber = '', at) => ({
    ...{ day: bookedOn, type: 'Mass Payment', name: 'Dana Reyes', gross: -9200, fee: at === 0 ? -25 : -30 },
    ...{ transactionId: `TX-${at}`, customNumber },
  }))
  await statements.import({ id: shop.paypal, csv: payPalActivity(2_000_000, payments) })
  const [line, ...others] = (await statements.lines({ account: shop.paypal, state: 'open' })).data
  const rest = { lines: others.map(({ id }) => id), movements: movements.flatMap(({ ids }) => ids) }
  if (line) await statements.matchLine({ id: line.id, ...rest })
}
