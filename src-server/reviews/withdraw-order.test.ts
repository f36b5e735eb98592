import { expect } from 'vitest'
import { withdrawalMessages, withdrawnReason } from '#shared/withdrawal.ts'
import { verifyLedger } from '../payouts/ledger/verify-ledger.ts'
import { test } from '../testing/test-support/app-test.ts'
import { aSubmission } from '../testing/test-support/factories.ts'
import { aBoughtCard, itemOf } from '../testing/test-support/inventory.ts'
import { balancesOf } from '../testing/test-support/payouts.ts'
import { conflict, rowOf, walmart } from '../testing/test-support/rejected-order.ts'
import { aCheckOf, openRequestOf } from '../testing/test-support/requests.ts'
import { createTestApp, customerPassword, type TestApp } from '../testing/test-support/test-app.ts'
import { markDueOrders } from '../tracking/mark-overdue.ts'

const notFound = { cause: { code: 'not_found' } }

async function aPending(app: TestApp) {
  const [dana, boss] = [await app.customer(), await app.staff()]
  const id = await aSubmission(app, dana, walmart)
  return { dana, boss, id, withdraw: () => dana.api.transactions.withdraw({ id }) }
}

test('a customer takes a pending order back: the queue loses it, its card is erased, and an e-mail confirms it', async () => {
  await using app = await createTestApp()
  const { dana, boss, id, withdraw } = await aPending(app)
  const order = await withdraw()
  expect(order).toMatchObject({ status: 'rejected', statusReason: withdrawnReason, uploadedFiles: [] })
  expect(order.history.at(-1)).toMatchObject({ from: 'pending', to: 'rejected', by: 'You', withdrawn: true })
  expect((await boss.api.admin.submissions.list({ status: 'open' })).data).toEqual([])
  expect(await rowOf(app, id)).toMatchObject({
    version: 2,
    card_number_encrypted: null,
    security_code_encrypted: null,
    additional_info_encrypted: null,
    purged_at: expect.any(String),
    final_at: expect.any(String),
  })
  const purges = await app.ctx.db.selectFrom('purges').select(['what', 'subject_id']).orderBy('what').execute()
  expect(purges.map(({ what }) => what)).toEqual(['code', 'number', 'photos'])
  const mails = (await app.mails()).filter(({ to }) => to === dana.email)
  expect(mails.at(-1)?.subject).toBe(`You withdrew your Walmart order (${id})`)
  expect(mails.at(-1)?.text).not.toMatch(/Rejected|by the customer/)
  const entries = await app.ctx.db.selectFrom('audit_log').selectAll().execute()
  expect(entries.find(({ action }) => action === 'submission.withdrawn')).toMatchObject({
    actor_id: dana.id,
    object_id: id,
  })
})

test('the card of a withdrawn order can be sold again without a warning', async ({ app }) => {
  const { dana, boss, withdraw } = await aPending(app)
  await withdraw()
  const again = await aSubmission(app, dana, walmart)
  const { flags } = await boss.api.admin.review.get({ submissionId: again })
  expect(flags).toEqual([])
})

test('withdrawing or declining ends what is owed for a payout that came back, so that the account can be deleted', async () => {
  await using app = await createTestApp()
  const [dana, boss] = [await app.customer(), await app.staff()]
  const aReturned = async () => {
    const id = await aBoughtCard(app, dana, boss)
    const { payout_id } = await itemOf(app.ctx.db, id)
    const { version } = await boss.api.payouts.get({ id: payout_id })
    await boss.api.payouts.recordReturn({ id: payout_id, version, code: 'bank' })
    await boss.api.admin.submissions.setStatus({ submissionId: id, status: 'pending' })
    return { id, payout_id }
  }
  const [withdrawn, declined] = [await aReturned(), await aReturned()]
  expect((await dana.api.transactions.get({ id: withdrawn.id })).payout).toMatchObject({ isOwed: true, amount: 92 })
  await dana.api.transactions.withdraw({ id: withdrawn.id })
  const checkId = await aCheckOf(app, boss, declined.id, 6240)
  const { version } = await rowOf(app, declined.id)
  await boss.api.admin.requests.offer({ submissionId: declined.id, version, checkId })
  await dana.api.requests.decline({ id: await openRequestOf(dana, declined.id) })
  expect(await balancesOf(app)).toEqual({})
  expect(await verifyLedger(app.ctx.db)).not.toHaveProperty('problem')
  for (const { id, payout_id } of [withdrawn, declined]) {
    expect((await dana.api.transactions.get({ id })).payout).not.toHaveProperty('isOwed')
    const payout = app.ctx.db.selectFrom('payouts').select('debt_ended_at').where('id', '=', payout_id)
    expect(await payout.executeTakeFirst()).toEqual({ debt_ended_at: app.clock.now().toISOString() })
  }
  const closed = app.ctx.db.selectFrom('audit_log').select('actor_id').where('action', '=', 'payout.debt-closed')
  expect(await closed.execute()).toEqual([{ actor_id: dana.id }, { actor_id: dana.id }])
  await dana.api.account.deleteAccount({ password: customerPassword })
})

test('a repeat is a conflict that says so, and changes nothing', async ({ app }) => {
  const { dana, id, withdraw } = await aPending(app)
  const { history } = await withdraw()
  const before = await rowOf(app, id)
  const url = `/api/user/transactions/${id}/withdraw`
  const { statusCode, json } = await app.request('POST', url, { as: dana })
  expect([statusCode, json().message]).toEqual([
    409,
    'You have already withdrawn this order. We have erased your card details.',
  ])
  await expect(withdraw()).rejects.toMatchObject({ message: withdrawalMessages.isWithdrawn, ...conflict })
  expect(await rowOf(app, id)).toEqual(before)
  expect((await dana.api.transactions.get({ id })).history).toEqual(history)
  expect((await app.mails()).filter(({ subject }) => subject.startsWith('You withdrew'))).toHaveLength(1)
})

test('of two withdrawals at once one counts', async ({ app }) => {
  const { id, withdraw } = await aPending(app)
  const answers = await Promise.allSettled([withdraw(), withdraw()])
  expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect((await rowOf(app, id)).version).toBe(2)
})

test('neither staff nor new photos bring a withdrawn order back', async ({ app }) => {
  const { dana, boss, id, withdraw } = await aPending(app)
  await withdraw()
  const decide = { submissionId: id, status: 'pending', version: 2 } as const
  await expect(boss.api.admin.submissions.setStatus(decide)).rejects.toThrow(withdrawalMessages.withdrawn)
  await expect(boss.api.admin.submissions.setStatus({ ...decide, version: undefined })).rejects.toMatchObject(conflict)
  await expect(dana.api.transactions.addPhotos({ id, fileIds: ['none'] })).rejects.toMatchObject({
    cause: { code: 'unprocessable' },
  })
})

test('only the customer of an order withdraws it', async ({ app }) => {
  const { id } = await aPending(app)
  const other = await app.customer()
  await expect(other.api.transactions.withdraw({ id })).rejects.toMatchObject(notFound)
  await expect(other.api.transactions.withdraw({ id: 'GCE-0000000000' })).rejects.toMatchObject(notFound)
})

test('a reviewer who is deciding comes first, and the customer reads so', async ({ app }) => {
  const { boss, id, withdraw } = await aPending(app)
  await boss.api.admin.review.takeOver({ submissionId: id })
  await expect(withdraw()).rejects.toThrow(withdrawalMessages.beingChecked)
  expect((await rowOf(app, id)).status).toBe('pending')
})

test.each(['processing', 'completed', 'rejected', 'failed'] as const)(
  'an order that is %s cannot be withdrawn',
  async (status) => {
    await using app = await createTestApp()
    const { boss, id, withdraw } = await aPending(app)
    await boss.api.admin.submissions.setStatus({ submissionId: id, status })
    await expect(withdraw()).rejects.toThrow(withdrawalMessages.tooLate)
  },
)

test('of a withdrawal and a decision at once one wins, and the other is a conflict', async ({ app }) => {
  const { boss, id, withdraw } = await aPending(app)
  const approve = () => boss.api.admin.review.approve({ submissionId: id, version: 1 })
  const answers = await Promise.allSettled([withdraw(), approve()])
  expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(answers.find(({ status }) => status === 'rejected')).toMatchObject({ reason: conflict })
  expect((await rowOf(app, id)).version).toBe(2)
})

test('staff cannot reject an order for the reason that marks a withdrawal', async ({ app }) => {
  const { boss, id } = await aPending(app)
  const decision = { submissionId: id, status: 'rejected', reason: ` ${withdrawnReason} ` } as const
  await expect(boss.api.admin.submissions.setStatus(decision)).rejects.toThrow(withdrawalMessages.onlyCustomer)
  expect(await rowOf(app, id)).toMatchObject({ status: 'pending', version: 1 })
})

test('the reason of a withdrawal is not offered to staff, however often customers withdraw', async ({ app }) => {
  const { dana, boss, withdraw } = await aPending(app)
  await withdraw()
  await dana.api.transactions.withdraw({ id: await aSubmission(app, dana, walmart) })
  const offered = await boss.api.admin.review.savedReasons({ status: 'rejected', cardBrand: 'walmart' })
  expect(offered.map(({ text }) => text)).not.toContain(withdrawnReason)
})

test('an overdue order is withdrawn while it is processing, until it is approved', async ({ app }) => {
  const { dana, boss, id, withdraw } = await aPending(app)
  await boss.api.admin.submissions.setStatus({ submissionId: id, status: 'processing' })
  await expect(withdraw()).rejects.toThrow(withdrawalMessages.tooLate)
  app.clock.advance(61 * 60_000)
  await markDueOrders(app.ctx)
  const order = await withdraw()
  expect(order).toMatchObject({ status: 'rejected', statusReason: withdrawnReason, uploadedFiles: [] })
  expect(order.history.at(-1)).toMatchObject({ from: 'processing', by: 'You', withdrawn: true })
  expect(await rowOf(app, id)).toMatchObject({
    due_at: null,
    card_number_encrypted: null,
    purged_at: expect.any(String),
  })

  const other = await aSubmission(app, dana, walmart)
  app.clock.advance(61 * 60_000)
  await markDueOrders(app.ctx)
  await boss.api.admin.review.approve({ submissionId: other })
  await expect(dana.api.transactions.withdraw({ id: other })).rejects.toThrow(withdrawalMessages.tooLate)
})
