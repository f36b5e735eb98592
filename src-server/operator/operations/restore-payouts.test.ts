import { expect, test } from 'vitest'
import { balancesOf } from '../../testing/test-support/payouts.ts'
import { fakePayPalOfFile, openPayPalSite, type PayPalSite } from '../../testing/test-support/paypal-site.ts'
import { payPalOf } from '../../testing/test-support/paypal-work.ts'
import { finishRestore } from './finish-restore.ts'

const fake = await fakePayPalOfFile()

async function* nothing(): AsyncGenerator<never> {}
const restore = ({ app }: PayPalSite) =>
  finishRestore(app.ctx, { source: 'Backup of 2026-11-20', head: '' }, nothing(), undefined)
const itemsOf = async (payoutId: string) =>
  (await fake.books()).batches.filter(({ item }) => item.payoutId === payoutId)

test('a payout that had not left is held after a restore; lifted, it is not paid twice', async () => {
  await using site = await openPayPalSite(fake, { paypalSends: 'automatic' })
  const { submissionId, payoutId: id } = await site.approved()
  // Paid after the backup, so that the restored data does not know it.
  const receiver = { recipientType: 'EMAIL', receiver: 'dana@mail.example', note: '', isRepeat: false } as const
  const payment = { ...receiver, key: `${submissionId}-1-a1`, payoutId: id, amountCents: 9200 }
  await payPalOf(site.app).createPayout(payment)
  expect((await restore(site)).held).toBe(1)
  await site.work()
  const boss = await site.app.staff()
  const held = await boss.api.payouts.get({ id })
  expect(held).toMatchObject({
    state: 'held',
    holds: [{ kind: 'restored', note: expect.stringContaining('Backup of 2026-11-20 was restored.') }],
  })
  await boss.api.payouts.lift({ id, version: held.version, holdId: held.holds[0]?.id ?? '' })
  await site.work()
  expect((await boss.api.payouts.get({ id })).state).toBe('paid')
  expect(await itemsOf(id)).toHaveLength(1)
  expect(await balancesOf(site.app)).toEqual({ cards: 9200, fees: 184, 'cash:unassigned': -9384 })
})

test('a request that was open is repeated within a day of its beginning, and left to a person after that', async () => {
  await using site = await openPayPalSite(fake)
  const old = await site.sent()
  site.app.clock.advance(24 * 60 * 60_000)
  const recent = await site.sent()
  expect((await restore(site)).held).toBe(0)
  await site.work()
  const boss = await site.app.staff()
  expect(await boss.api.payouts.get({ id: old.payoutId })).toMatchObject({ state: 'sending', attention: 'unknown' })
  expect(await itemsOf(old.payoutId)).toEqual([])
  expect((await boss.api.payouts.get({ id: recent.payoutId })).state).toBe('sent')
})
