import { expect, test } from 'vitest'
import { verifyLedger } from '../../payouts/ledger/verify-ledger.ts'
import { aRefund } from '../../testing/test-support/appeals.ts'
import { aBoughtCard } from '../../testing/test-support/inventory.ts'
import { anApproval, balancesOf } from '../../testing/test-support/payouts.ts'
import { fakePayPalOfFile } from '../../testing/test-support/paypal-site.ts'
import { anOffer, today } from '../../testing/test-support/problems.ts'
import { openRestorableSite } from '../../testing/test-support/restorable-site.ts'
import { makeBackup } from './backup.ts'

const fake = await fakePayPalOfFile()

test('a payout that was set off after the backup reduces the debt in restored data, too', async () => {
  await using restorable = await openRestorableSite(fake)
  const { app, boss, dana } = restorable.site
  const { problem, id: offerId } = await anOffer(app, dana, boss)
  const payoutId = problem.offers[0]?.payoutId ?? ''
  const { file } = await makeBackup(app.ctx)
  await dana.api.transactions.answerOffer({ id: offerId, accepts: true })
  await app.ctx.recoveryLog.write()
  await using again = await restorable.restore(file)
  expect(await again.boss.api.payouts.get({ id: payoutId })).toMatchObject({
    state: 'paid',
    provider: 'set-off',
    orderStatus: 'completed',
  })
  const [restored] = await again.boss.api.admin.problems.ofOrder({ submissionId: problem.submissionId })
  expect(restored).toMatchObject({
    open: 0,
    entries: [{ kind: 'set-off', amount: 92 }],
    offers: [{ state: 'accepted' }],
  })
  expect(await balancesOf(again.app)).toEqual({ cards: 9200, 'cash:unassigned': -9200 })
  expect(await verifyLedger(again.app.ctx.db)).not.toHaveProperty('problem')
})

test.each([
  ['is paid by suspense', true, { cards: 18_400, 'cash:unassigned': -9200, suspense: -9200 }],
  ['is a loss when its order is lost', false, { cards: 9200, losses: 9200, 'cash:unassigned': -9200, suspense: -9200 }],
])('a payout that was set off for a claw back of after the backup %s', async (_, isApproved, balances) => {
  await using restorable = await openRestorableSite(fake)
  const { app, boss, dana } = restorable.site
  const submissionId = await aBoughtCard(app, dana, boss)
  const approved = isApproved ? await anApproval(app, dana, boss) : undefined
  const { file } = await makeBackup(app.ctx)
  const { payoutId } = approved ?? (await anApproval(app, dana, boss))
  const report = { submissionId, kind: 'drained', foundOn: today(app) } as const
  const { id, version } = await boss.api.admin.problems.report(report)
  const decision = { decision: 'claw-back' as const, reason: 'It was empty.', offerPayoutIds: [payoutId] }
  const { offers } = await boss.api.admin.problems.decide({ id, version, ...decision })
  await dana.api.transactions.answerOffer({ id: offers[0]?.id ?? '', accepts: true })
  await app.ctx.recoveryLog.write()
  await using again = await restorable.restore(file)
  expect(await balancesOf(again.app)).toEqual(balances)
  expect(await verifyLedger(again.app.ctx.db)).not.toHaveProperty('problem')
})

test.each([
  ['is paid in restored data that has it', true, { losses: 9200, 'cash:unassigned': -9200 }],
  ['is a loss in restored data with the claw back', false, { losses: 3000, 'cash:unassigned': -9200 }],
])('a refund that was paid after the backup %s', async (_, isKnown, balances) => {
  await using restorable = await openRestorableSite(fake)
  const { app } = restorable.site
  let { file } = await makeBackup(app.ctx)
  const backup = async () => {
    file = (await makeBackup(app.ctx)).file
  }
  const { fay, id } = await aRefund(app, backup)
  if (isKnown) await backup()
  const { payout } = await fay.api.payouts.begin({ id, version: 1 })
  await fay.api.payouts.markSent({ id, version: payout.version, reference: 'ZELLE-9' })
  await app.ctx.recoveryLog.write()
  await using again = await restorable.restore(file)
  expect(await balancesOf(again.app)).toMatchObject(balances)
  expect(await verifyLedger(again.app.ctx.db)).not.toHaveProperty('problem')
})
