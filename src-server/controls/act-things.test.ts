import { expect, test } from 'vitest'
import { applyPlannedDecisions } from '../cases/decide-problem.ts'
import { DAY_MS } from '../platform/clock.ts'
import { aClawbackAppeal } from '../testing/test-support/appeals.ts'
import { aBalanceCheck } from '../testing/test-support/balance-checks.ts'
import { changeOf, mutations } from '../testing/test-support/change-calls.ts'
import { noControls, releaseAll, setControls } from '../testing/test-support/controls.ts'
import { aBoughtCard } from '../testing/test-support/inventory.ts'
import { createTestApp, customerPassword, type Person } from '../testing/test-support/test-app.ts'
import { aSaleThatWaits } from '../testing/test-support/waiting-sale.ts'
import { createWorld } from '../testing/test-support/world.ts'

test('corrected and canceled sales are not in the sum of their person, nor are those of another one', async () => {
  await using app = await createTestApp()
  const { dana, boss, fay, id, sale } = await aSaleThatWaits(app)
  await setControls(app, noControls)
  const [other, third] = [await aBoughtCard(app, dana, boss), await aBoughtCard(app, dana, boss)]
  await setControls(app, { secondPersonFrom: 20_000 })
  const sell = async (by: Person, card: string, version = 1) => by.api.inventory.dispose({ ...sale, id: card, version })
  const { version, dispositions } = await sell(fay, id)
  await fay.api.inventory.correct({ id, version, disposition: dispositions.at(-1)?.id ?? '', note: 'It was another.' })
  expect((await sell(fay, id, version + 1)).waiting).toBeUndefined()
  const { waiting } = await sell(fay, other)
  expect(waiting).toMatchObject({ amount: 100 })
  await fay.api.waitingActs.cancel({ id: waiting?.id ?? '' })
  expect((await sell(boss, other)).waiting).toBeUndefined()
  await setControls(app, { secondPersonFrom: 20_001 })
  expect((await sell(fay, third)).waiting).toBeUndefined()
})

test('a chargeback of a sold card waits for a second person', async () => {
  await using app = await createTestApp()
  const { boss, fay, id, sell } = await aSaleThatWaits(app)
  await sell(boss, { amount: 96 })
  const { state, waiting } = await fay.api.inventory.dispose({ id, version: 2, kind: 'charged-back' })
  expect([state, waiting]).toMatchObject(['disposed', { kind: 'card', amount: 96 }])
  expect(await releaseAll(boss)).toEqual(['released'])
  expect((await fay.api.inventory.get({ id })).state).toBe('written-off')
})

test('the decision on a claw back that is reversed leaves the sum of its person', async () => {
  await using app = await createTestApp()
  const { dana, boss, fay, sell } = await aSaleThatWaits(app)
  await setControls(app, noControls)
  const { id: appealId } = await aClawbackAppeal(app, dana, boss)
  await fay.api.admin.decideAppeal({ appealId, outcome: 'right', words: 'It is full.' })
  await setControls(app, { secondPersonFrom: 15_000 })
  expect(await sell(boss)).toBeUndefined()
})

test('several cards are one act with their sum', async () => {
  await using app = await createTestApp()
  const { dana, boss, fay, id, sale } = await aSaleThatWaits(app)
  await setControls(app, { secondPersonFrom: 20_000 })
  const cards = [id, await aBoughtCard(app, dana, boss)]
  const { id: _, version, ...facts } = sale
  const many = { ...facts, items: cards.map((card) => ({ id: card, version })) }
  const asked = await fay.api.inventory.disposeMany(many)
  expect(asked).toMatchObject({ recorded: 0, already: 0, waiting: { kind: 'cards', amount: 200 } })
  expect(await releaseAll(boss)).toEqual(['released'])
  const csv = ['order,kind,cause', ...cards.map((card) => `${card},written-off,lost`)].join('\n')
  expect(await fay.api.inventory.importDispositions({ csv, dryRun: false })).toMatchObject({ isRecorded: false })
  expect((await boss.api.inventory.list({ state: 'stock' })).data).toEqual([])
})

test('each card of an act is in no other act and no lot, and leaves the sum of its person by its own share', async () => {
  await using app = await createTestApp()
  const { dana, boss, fay, id, sale } = await aSaleThatWaits(app)
  const { version, ...facts } = sale
  await setControls(app, noControls)
  const [cards, third] = [[id, await aBoughtCard(app, dana, boss)], await aBoughtCard(app, dana, boss)]
  await setControls(app, { secondPersonFrom: 20_000 })
  const sellBoth = async () =>
    (await fay.api.inventory.disposeMany({ ...facts, items: cards.map((card) => ({ id: card, version })) })).waiting
  const { id: act = '' } = (await sellBoth()) ?? {}
  for (const card of cards) {
    await expect(boss.api.inventory.dispose({ ...sale, id: card })).rejects.toThrow(`${card} waits for a second person`)
    const lot = { buyer: 'Ann', items: [{ submissionId: card, price: 90 }] }
    await expect(boss.api.lots.make(lot)).rejects.toThrow(`${card} waits for a second person`)
  }
  await fay.api.waitingActs.cancel({ id: act })
  await setControls(app, { secondPersonFrom: 30_000 })
  expect(await sellBoth()).toBeUndefined()
  for (const card of cards) {
    const sold = await fay.api.inventory.get({ id: card })
    const correction = { id: card, version: sold.version, disposition: sold.dispositions.at(-1)?.id ?? '' }
    await fay.api.inventory.correct({ ...correction, note: 'It was another.' })
  }
  for (const card of [third, id]) {
    const { version: newest } = await fay.api.inventory.get({ id: card })
    const sold = await fay.api.inventory.dispose({ ...sale, id: card, version: newest })
    expect(sold.waiting).toBeUndefined()
  }
})

test('what a job applies is not asked, also when it would wait by now', async () => {
  await using app = await createTestApp()
  const { boss, fay, id } = await aSaleThatWaits(app)
  await setControls(app, { secondPersonFrom: 20_000 })
  const foundOn = app.clock.now().toISOString().slice(0, 10)
  const problem = await boss.api.admin.problems.report({ submissionId: id, kind: 'drained', foundOn })
  await aBalanceCheck(app, boss, id)
  const decision = { id: problem.id, version: problem.version, decision: 'write-off' } as const
  await fay.api.admin.problems.decide({ ...decision, undoable: true })
  await setControls(app, { secondPersonFrom: 1 })
  app.clock.advance(9_000)
  await applyPlannedDecisions(app.ctx)
  expect((await boss.api.admin.problems.list({ state: 'all' })).data).toMatchObject([{ state: 'written-off' }])
})

test('a deleted account ends what waits about its cards and erases it, and Clear All Data ends all', async () => {
  await using app = await createTestApp()
  const { boss, dana, fay, id, sell } = await aSaleThatWaits(app)
  await sell(fay, { note: 'Of Dana.' })
  app.clock.advance(DAY_MS)
  await dana.api.account.deleteAccount({ password: customerPassword })
  expect(await boss.api.waitingActs.list()).toEqual([])
  const ended = app.ctx.db.selectFrom('waiting_acts').select(['state', 'input_encrypted'])
  expect(await ended.execute()).toEqual([{ state: 'canceled', input_encrypted: null }])
  expect((await sell(boss))?.amount).toBe(100)
  await boss.api.admin.data.clearAll()
  expect(await boss.api.waitingActs.list()).toEqual([])
  expect(await app.ctx.db.selectFrom('waiting_act_things').selectAll().execute()).toEqual([])
  await expect(boss.api.inventory.get({ id })).rejects.toMatchObject({ cause: { code: 'not_found' } })
})

test('an undoable decision that needs a second person waits for it, and one that does not is counted until its undo', async () => {
  await using app = await createTestApp()
  const { boss, fay, id } = await aSaleThatWaits(app)
  await aBalanceCheck(app, boss, id)
  const report = { submissionId: id, kind: 'drained', foundOn: app.clock.now().toISOString().slice(0, 10) } as const
  const problem = await boss.api.admin.problems.report(report)
  const decide = (by: Person, version: number) =>
    by.api.admin.problems.decide({ id: problem.id, version, decision: 'write-off', undoable: true })
  const { version, waiting } = await decide(fay, problem.version)
  expect(waiting).toMatchObject({ kind: 'decision', amount: 100 })
  await fay.api.waitingActs.cancel({ id: waiting?.id ?? '' })
  await setControls(app, { secondPersonFrom: 15_000 })
  const planned = await decide(fay, version)
  expect(planned.waiting).toBeUndefined()
  await fay.api.admin.problems.undo({ id: problem.id, version: planned.version })
  expect((await decide(fay, planned.version + 1)).waiting).toBeUndefined()
})

/** Whether a procedure that posts transfers asks for a second person: for what, or why it does not. */
type Asked = { asked: string } | { notAsked: string }

const card = { asked: 'a loss and a sale below cost wait from the amount; a loss by who approved the card, at any' }
const decision = { asked: 'its payout waits from the amount, and after a return by hand at any amount' }
const payment = { asked: 'one person approves and pays a limited sum in 24 hours; the payout itself was released' }
const providerSays = { notAsked: 'a person records what a provider or a bank has done' }
const entry = { asked: 'waits from the sum of its lines without their signs' }

/** Every procedure whose use case posts transfers of the ledger. */
const askedProcedures: Readonly<Record<string, Asked>> = {
  'admin.data.clearAll': { notAsked: 'an owner repeats the password, and a backup is compared before' },
  'admin.decideAppeal': { asked: 'what is waived waits from the amount, and what is refunded as a payout' },
  'admin.problems.decide': {
    asked: 'a loss and a claw back wait from the amount; a loss by who approved the card, at any',
  },
  'admin.problems.recordRepayment': { notAsked: 'money comes in' },
  'admin.problems.waive': { asked: 'waits from the amount; by who approved the card, at any' },
  'admin.review.approve': decision,
  'admin.review.recordItem': card,
  'admin.review.setStatuses': decision,
  'admin.review.undoStatus': { notAsked: 'nothing has left within its 8 seconds' },
  'admin.submissions.setStatus': decision,
  'inventory.correct': { notAsked: 'the card is in stock as before' },
  'inventory.dispose': card,
  'inventory.disposeMany': card,
  'inventory.importDispositions': card,
  'inventory.receive': { notAsked: 'money comes in' },
  'lots.download': { asked: 'the lot was released' },
  'lots.record': { asked: 'the lot was released' },
  'lots.writeOff': { asked: 'waits from the amount; by who approved a card, at any' },
  'payouts.begin': payment,
  'payouts.cancel': { notAsked: 'nothing has left' },
  'payouts.closeDebt': { asked: 'waits from the amount, and after a return by hand at any' },
  'payouts.correctFee': { asked: 'waits from the usual fee' },
  'payouts.makeFile': payment,
  'payouts.markFileSent': providerSays,
  'payouts.markSent': providerSays,
  'payouts.putFileBack': { notAsked: 'its maker alone, or two colleagues' },
  'payouts.recordReturn': { asked: 'waits from the amount; what follows it, at any' },
  'payouts.releaseLock': { notAsked: 'who began the payment alone, or two colleagues' },
  'payouts.sendNow': payment,
  'payouts.settleUnknown': providerSays,
  'statements.adjust': entry,
  'statements.changeAccount': { notAsked: 'what the account had on its first day, while it has no lines' },
  'statements.makeAccount': { notAsked: 'what the account had on its first day' },
  'statements.moveMoney': { asked: 'between places of different kinds, and of the owner, waits from the amount' },
  'statements.reverseEntry': entry,
  'transactions.answerOffer': { notAsked: 'the seller agrees, and no money leaves' },
  'transactions.changePayout': decision,
  'waitingActs.release': { asked: 'it is the second person of all that waits' },
}

test('each procedure that posts a transfer says whether it asks for a second person, and why', async () => {
  await using world = await createWorld()
  const count = async () => (await world.app.ctx.db.selectFrom('ledger_transfers').select('key').execute()).length
  const posting: string[] = []
  for (const path of mutations) {
    const { send } = await changeOf(world, path)
    const before = await count()
    await send()
    if ((await count()) !== before) posting.push(path)
  }
  expect(posting.length).toBeGreaterThan(15)
  expect(posting.filter((path) => !(path in askedProcedures))).toEqual([])
  expect(Object.keys(askedProcedures).filter((path) => !mutations.includes(path))).toEqual([])
  // It makes a world and calls each procedure.
}, 120_000)
