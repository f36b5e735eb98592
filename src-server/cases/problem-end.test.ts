import { expect, test } from 'vitest'
import { problemMessages } from '#shared/problem.ts'
import { runRetention } from '../operator/operations/retention.ts'
import { verifyLedger } from '../payouts/ledger/verify-ledger.ts'
import { DAY_MS } from '../platform/clock.ts'
import { aBalanceCheck } from '../testing/test-support/balance-checks.ts'
import { startFakePayPal } from '../testing/test-support/fake-paypal/fake-paypal.ts'
import { aBoughtCard } from '../testing/test-support/inventory.ts'
import { anApproval, balancesOf } from '../testing/test-support/payouts.ts'
import { openPayPalSite } from '../testing/test-support/paypal-site.ts'
import { aClawback, aSettledProblem, reportWithPicture, today } from '../testing/test-support/problems.ts'
import { createTestApp, customerPassword } from '../testing/test-support/test-app.ts'

test('an account is deleted only once its claw backs are repaid, and nothing about the person is left', async () => {
  await using app = await createTestApp()
  const [dana, boss] = [await app.customer('Dana Reyes'), await app.staff()]
  const { id, version, submissionId } = await aClawback(app, dana, boss)
  const remove = () => dana.api.account.deleteAccount({ password: customerPassword })
  await expect(remove()).rejects.toThrow(
    `You owe $92.00 for order ${submissionId}. You can delete your account once it is repaid.`,
  )
  const paid = { amount: 92, on: today(app), reference: 'From Dana' }
  await boss.api.admin.problems.recordRepayment({ id, version, ...paid })
  await aSettledProblem(app, boss, await aBoughtCard(app, dana, boss))
  await remove()
  const { db } = app.ctx
  const problems = await db.selectFrom('order_problems').selectAll().execute()
  expect(problems).toMatchObject([
    { owed_cents: 9200, note_encrypted: null, reason_encrypted: null },
    { owed_cents: 9200, note_encrypted: null, reason_encrypted: null },
  ])
  expect(JSON.stringify(await db.selectFrom('clawback_entries').selectAll().execute())).not.toContain('Dana')
  expect(await db.selectFrom('files').selectAll().where('problem_id', 'is not', null).execute()).toEqual([])
})

test('Clear All Data closes what sellers owe', async () => {
  await using app = await createTestApp()
  const [dana, boss] = [await app.customer(), await app.staff()]
  await aClawback(app, dana, boss)
  await boss.api.admin.data.clearAll()
  expect(await balancesOf(app)).toEqual({ 'cash:unassigned': -9200, cleared: 9200 })
  expect(await verifyLedger(app.ctx.db)).not.toHaveProperty('problem')
})

test('the pictures of a problem are purged some time after it was closed, not while the seller owes it', async () => {
  await using app = await createTestApp()
  const [dana, boss] = [await app.customer(), await app.staff()]
  const submissionId = await aBoughtCard(app, dana, boss)
  const { id, version } = await reportWithPicture(app, boss, submissionId)
  const evidence = async () =>
    (await app.ctx.db.selectFrom('files').select('id').where('problem_id', '=', id).execute()).length
  const decision = { decision: 'claw-back', reason: 'It was empty.' } as const
  const decided = await boss.api.admin.problems.decide({ id, version, ...decision })
  app.clock.advance((app.ctx.config.retentionDays + 1) * DAY_MS)
  await runRetention(app.ctx)
  expect(await evidence()).toBe(1)
  const fay = await app.colleague('finance')
  await fay.api.admin.problems.waive({ id, version: decided.version, note: 'Too old.' })
  app.clock.advance((app.ctx.config.retentionDays - 1) * DAY_MS)
  await runRetention(app.ctx)
  expect(await evidence()).toBe(1)
  const before = app.storage.objects.size
  app.clock.advance(2 * DAY_MS)
  expect((await runRetention(app.ctx)).photos).toBe(1)
  expect(await evidence()).toBe(0)
  expect(app.storage.objects.size).toBeLessThan(before)
  const purges = app.ctx.db.selectFrom('purges').select('what').where('subject_id', '=', submissionId)
  expect(await purges.execute()).toContainEqual({ what: 'photos' })
})

test('staff who review or pay see the pictures, with an audit entry; support and other customers do not', async () => {
  await using app = await createTestApp()
  const [dana, boss] = [await app.customer(), await app.staff()]
  const { evidence, submissionId } = await reportWithPicture(app, boss, await aBoughtCard(app, dana, boss))
  const picture = evidence[0]?.id ?? ''
  const read = async (as: Parameters<typeof app.request>[2]) =>
    (await app.request('GET', `/api/files/${picture}`, as)).statusCode
  const readers = [await app.colleague('reviewer'), await app.colleague('finance'), boss]
  for (const as of readers) expect(await read({ as })).toBe(200)
  for (const as of [await app.colleague('support'), dana, await app.customer()]) expect(await read({ as })).toBe(404)
  const viewed = app.ctx.db.selectFrom('audit_log').where('action', '=', 'file.viewed').where('object_id', '=', picture)
  const views = await viewed.select(['actor_id', 'detail']).execute()
  expect(views.map(({ actor_id }) => actor_id).sort()).toEqual(readers.map(({ id }) => id).sort())
  expect(views.every(({ detail }) => detail === submissionId)).toBe(true)
})

test('a change of a problem on an old version is a conflict and changes nothing', async () => {
  await using app = await createTestApp()
  const [dana, boss] = [await app.customer(), await app.staff()]
  const { id, version } = await aClawback(app, dana, boss)
  const { problems } = boss.api.admin
  const old = { id, version: version - 1 }
  for (const call of [
    () => problems.recordRepayment({ ...old, amount: 30, on: today(app), reference: 'WIRE-1' }),
    () => problems.waive({ ...old, note: 'It was our mistake.' }),
  ])
    await expect(call()).rejects.toMatchObject({ message: problemMessages.changed, cause: { code: 'conflict' } })
  const rows = app.ctx.db.selectFrom('order_problems').select(['version', 'left_cents'])
  expect(await rows.execute()).toEqual([{ version, left_cents: 9200 }])
})

test('the payouts of a seller are held until the last of their problems is decided', async () => {
  await using app = await createTestApp()
  const [dana, boss] = [await app.customer(), await app.staff()]
  const cards = [await aBoughtCard(app, dana, boss), await aBoughtCard(app, dana, boss)]
  const { payoutId } = await anApproval(app, dana, boss)
  const problems = []
  for (const submissionId of cards)
    problems.push(await boss.api.admin.problems.report({ submissionId, kind: 'drained', foundOn: today(app) }))
  const states = []
  for (const { id, version } of problems) {
    await boss.api.admin.problems.decide({ id, version, decision: 'dismiss' })
    states.push((await boss.api.payouts.get({ id: payoutId })).state)
  }
  expect(states).toEqual(['held', 'ready'])
})

test('automatic sending leaves the payouts of a seller whose paid card is reported, and sends them afterwards', async () => {
  await using fake = await startFakePayPal()
  await using site = await openPayPalSite(fake, { paypalSends: 'automatic' })
  const { app, dana, boss } = site
  const submissionId = await aBoughtCard(app, dana, boss)
  const waiting = [await site.approved(), await site.approved()]
  const { id, version } = await boss.api.admin.problems.report({ submissionId, kind: 'drained', foundOn: today(app) })
  await site.work()
  const states = () =>
    Promise.all(waiting.map(async ({ payoutId }) => (await boss.api.payouts.get({ id: payoutId })).state))
  expect(await states()).toEqual(['held', 'held'])
  expect((await fake.books()).posts).toEqual({})
  await aBalanceCheck(app, boss, submissionId)
  await boss.api.admin.problems.decide({ id, version, decision: 'write-off' })
  await site.work()
  await site.later(10)
  expect(await states()).toEqual(['paid', 'paid'])
})

test('a payout that a colleague is paying by hand, or that PayPal was asked to pay, is not touched', async () => {
  await using fake = await startFakePayPal()
  await using site = await openPayPalSite(fake)
  const { app, dana, boss } = site
  const submissionId = await aBoughtCard(app, dana, boss)
  const byHand = await site.approved()
  await boss.api.payouts.begin({ id: byHand.payoutId, version: 1 })
  const asked = await site.sent('pending@mail.example')
  await site.work()
  const unasked = await site.sent()
  await boss.api.admin.problems.report({ submissionId, kind: 'drained', foundOn: today(app) })
  const stateOf = async (id: string) => (await boss.api.payouts.get({ id })).state
  expect(await stateOf(byHand.payoutId)).toBe('sending')
  expect(await stateOf(asked.payoutId)).toBe('sent')
  expect(await stateOf(unasked.payoutId)).toBe('held')
})

test('when PayPal returns the payout of a decided problem, nothing of it is paid again', async () => {
  await using fake = await startFakePayPal()
  await using site = await openPayPalSite(fake)
  const { app, dana, boss } = site
  const { submissionId, payoutId: payout } = await site.sent()
  await site.work()
  await site.later(10)
  const { id, version } = await boss.api.admin.problems.report({ submissionId, kind: 'drained', foundOn: today(app) })
  await aBalanceCheck(app, boss, submissionId)
  await boss.api.admin.problems.decide({ id, version, decision: 'write-off' })
  await fake.setStatus(payout, 'RETURNED')
  await app.ctx.db.updateTable('payout_attempts').set({ next_poll_at: app.clock.now().toISOString() }).execute()
  await site.work()
  const returned = await boss.api.payouts.get({ id: payout })
  expect(returned).toMatchObject({ state: 'returned', isOwed: true })
  const method = { type: 'paypal', details: 'dana.new@mail.example' } as const
  await expect(
    dana.api.transactions.changePayout({ id: submissionId, method, currentPassword: customerPassword }),
  ).rejects.toThrow('A problem was found with the card of this order after it was paid. It is not paid again.')
  await boss.api.admin.submissions.setStatus({ submissionId, status: 'pending' })
  await expect(boss.api.admin.review.approve({ submissionId })).rejects.toThrow('It is not paid again.')
  await boss.api.payouts.closeDebt({ id: payout, version: returned.version, note: 'The card was empty.' })
  expect(await verifyLedger(app.ctx.db)).not.toHaveProperty('problem')
})

test.each(['$0 before', '$42 before', '$92 before', '$0 after', '$42, and its loss corrected, before'])(
  'a payout that PayPal takes back is set against its claw back, repaid by %s an appeal reverses it',
  async (when) => {
    const [repaid, isReversed] = [Number(/\d+/.exec(when)), when.endsWith('after')]
    await using fake = await startFakePayPal()
    await using site = await openPayPalSite(fake)
    const { app, dana, boss } = site
    const { submissionId, payoutId: payout } = await site.sent()
    await site.work()
    await site.later(10)
    const { id, version } = await boss.api.admin.problems.report({ submissionId, kind: 'drained', foundOn: today(app) })
    const decision = { decision: 'claw-back', reason: 'It was empty.' } as const
    const decided = await boss.api.admin.problems.decide({ id, version, ...decision })
    if (repaid > 0) {
      const money = { amount: repaid, on: today(app), reference: 'WIRE-1' }
      await boss.api.admin.problems.recordRepayment({ id, version: decided.version, ...money })
    }
    if (when.includes('corrected')) {
      const { id, version, dispositions } = await boss.api.inventory.get({ id: submissionId })
      await boss.api.inventory.correct({ id, version, disposition: dispositions.at(-1)?.id ?? '', note: 'It is here.' })
    }
    const words = 'It had $100.00.'
    const beRight = async () => {
      const { appeal } = await dana.api.appeals.open({ orderId: submissionId, words })
      const right = { appealId: appeal?.id ?? '', outcome: 'right', words } as const
      await (await app.colleague('finance')).api.admin.decideAppeal(right)
    }
    if (isReversed) await beRight()
    const before = (await app.mails()).length
    await fake.setStatus(payout, 'RETURNED')
    await app.ctx.db.updateTable('payout_attempts').set({ next_poll_at: app.clock.now().toISOString() }).execute()
    await site.work()

    const returned = await boss.api.payouts.get({ id: payout })
    expect(returned.state).toBe('returned')
    expect(returned).not.toHaveProperty('isOwed')
    const owed = async () => [await balancesOf(app), ...(await dana.api.transactions.debts())] as const
    const [balances, debt] = await owed()
    expect(debt).toMatchObject({ open: 0, repaid: isReversed ? 0 : 92 })
    expect(debt?.entries).toContainEqual(expect.objectContaining({ how: 'came-back', amount: 92 }))
    if (!isReversed) {
      expect(debt?.refund).toEqual(repaid ? expect.objectContaining({ amount: repaid, isOwed: true }) : undefined)
      const held = { [`payable:${dana.id}`]: -repaid * 100, 'cash:unassigned': repaid * 100 }
      expect(balances).toEqual(repaid ? held : {})
    }
    const mails = (await app.mails()).slice(before)
    expect(mails.map(({ subject }) => subject)).toEqual([`Our payout for order ${submissionId} came back`])
    expect(mails[0]?.text).toContain(`You owe nothing more for order ${submissionId}.`)
    expect((await boss.api.admin.review.get({ submissionId })).notes).toEqual([])

    if (!isReversed) await beRight()
    const after = { [`payable:${dana.id}`]: -(92 + repaid) * 100, losses: 9200 }
    expect(await owed()).toMatchObject([after, { refund: { amount: 92 + repaid, isOwed: true } }])
    expect(await verifyLedger(app.ctx.db)).not.toHaveProperty('problem')
  },
)
