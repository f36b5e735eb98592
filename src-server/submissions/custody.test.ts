import { expect, test } from 'vitest'
import type { PolicyValues } from '#shared/policy.ts'
import { runRetention } from '../operator/operations/retention.ts'
import { DAY_MS } from '../platform/clock.ts'
import { releaseAll, worksAlone } from '../testing/test-support/controls.ts'
import { anUpload, aSubmission } from '../testing/test-support/factories.ts'
import { aBuyer, dispose, setInventoryPolicy } from '../testing/test-support/inventory.ts'
import { anApproval, livePayoutOf } from '../testing/test-support/payouts.ts'
import { createTestApp, customerPassword } from '../testing/test-support/test-app.ts'

/** A shop whose orders are made under the custody 'hold', with a seller and an owner. */
async function shop(changes: Partial<PolicyValues['inventory']> = {}) {
  const app = await createTestApp()
  const [dana, boss] = [await app.customer(), await app.staff()]
  await setInventoryPolicy(boss, { custody: 'hold', ...changes })
  const { db } = app.ctx
  const rowOf = (id: string) => db.selectFrom('submissions').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return {
    ...{ app, dana, boss, rowOf },
    complete: (submissionId: string) => boss.api.admin.submissions.setStatus({ submissionId, status: 'completed' }),
    reveal: (submissionId: string, field: 'cardNumber' | 'securityCode') =>
      boss.api.admin.submissions.reveal({ submissionId, field }),
    /** Whether number and code are stored. */
    has: async (id: string) => {
      const { card_number_encrypted, security_code_encrypted } = await rowOf(id)
      return { number: card_number_encrypted !== null, code: security_code_encrypted !== null }
    },
    purges: async () =>
      (await db.selectFrom('purges').select('what').orderBy('sequence').execute()).map(({ what }) => what),
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  }
}
const both = { number: true, code: true }
const none = { number: false, code: false }

test('keeps number and code of a completed order, revealed one at a time with an audit entry, until it is sold', async () => {
  await using site = await shop()
  const id = await aSubmission(site.app, site.dana)
  await site.complete(id)
  expect(await site.reveal(id, 'securityCode')).toEqual({ value: '8841' })
  expect((await site.reveal(id, 'cardNumber')).value).toContain('6KRD')
  const entries = site.app.ctx.db.selectFrom('audit_log').select('detail').where('action', '=', 'submission.revealed')
  expect((await entries.where('object_id', '=', id).execute()).map(({ detail }) => detail)).toEqual([
    'securityCode',
    'cardNumber',
  ])
  const sale = { kind: 'sold', buyerId: await aBuyer(site.app, site.boss), amountCents: 4800 } as const
  await dispose(site.app, site.boss, id, { ...sale, faceCents: 5000 })
  expect(await site.has(id)).toEqual(both)
  await dispose(site.app, site.boss, id, sale)
  expect(await site.has(id)).toEqual(none)
  expect(await site.purges()).toEqual(['code', 'number'])
  await expect(site.reveal(id, 'securityCode')).rejects.toThrow('not kept any longer')
  expect(site.app.storage.objects.size).toBeGreaterThan(0)
})

test('a written-off card is erased as well', async () => {
  await using site = await shop()
  const id = await aSubmission(site.app, site.dana)
  await site.complete(id)
  await dispose(site.app, site.boss, id, { kind: 'written-off', cause: 'drained' })
  expect(await site.has(id)).toEqual(none)
})

test('erases a card that was not used after the days of the rule, exactly then', async () => {
  await using site = await shop({ holdDays: 3 })
  const id = await aSubmission(site.app, site.dana)
  await site.complete(id)
  site.app.clock.advance(3 * DAY_MS - 1)
  expect(await runRetention(site.app.ctx)).toEqual({ codes: 0, numbers: 0, photos: 0 })
  expect(await site.has(id)).toEqual(both)
  site.app.clock.advance(1)
  expect(await runRetention(site.app.ctx)).toEqual({ codes: 1, numbers: 1, photos: 0 })
  expect(await site.has(id)).toEqual(none)
  site.app.clock.advance(27 * DAY_MS)
  expect(await runRetention(site.app.ctx)).toEqual({ codes: 0, numbers: 0, photos: 1 })
})

test('photos go with those of other orders, also while number and code are kept longer', async () => {
  await using site = await shop({ holdDays: 60 })
  const id = await aSubmission(site.app, site.dana)
  await site.complete(id)
  site.app.clock.advance(30 * DAY_MS)
  expect(await runRetention(site.app.ctx)).toEqual({ codes: 0, numbers: 0, photos: 1 })
  expect(await site.has(id)).toEqual(both)
  site.app.clock.advance(30 * DAY_MS)
  expect(await runRetention(site.app.ctx)).toEqual({ codes: 1, numbers: 1, photos: 0 })
  expect(await site.rowOf(id)).toMatchObject({ purged_at: site.app.clock.now().toISOString(), kept_until: null })
})

test.each(['visa', 'vanilla'])('a %s card is erased when its order is completed', async (cardBrand) => {
  await using site = await shop()
  const fileIds = [await anUpload(site.app, site.dana), await anUpload(site.app, site.dana, 'back.png')]
  const id = await aSubmission(site.app, site.dana, { cardBrand, fileIds })
  await site.complete(id)
  expect(await site.has(id)).toEqual(none)
})

test.each(['rejected', 'failed'] as const)('a %s order keeps no code', async (status) => {
  await using site = await shop()
  const id = await aSubmission(site.app, site.dana)
  await site.boss.api.admin.submissions.setStatus({ submissionId: id, status })
  expect(await site.has(id)).toEqual({ number: true, code: false })
})

test('a completed order that is rejected afterwards keeps no code', async () => {
  await using site = await shop()
  const id = await aSubmission(site.app, site.dana)
  await site.complete(id)
  await site.boss.api.admin.submissions.setStatus({ submissionId: id, status: 'rejected', payout: 'sent' })
  expect(await site.has(id)).toEqual({ number: true, code: false })
})

test('an order follows the rules that applied when it was made', async () => {
  await using site = await shop()
  const kept = await aSubmission(site.app, site.dana)
  site.app.clock.advance(1)
  await setInventoryPolicy(site.boss, { custody: 'redeem-first' })
  const erased = await aSubmission(site.app, site.dana, { cardNumber: 'X2MW 9QP4 7TLZ 6KRE' })
  await site.complete(kept)
  await site.complete(erased)
  expect(await site.has(kept)).toEqual(both)
  expect(await site.has(erased)).toEqual({ number: true, code: false })
})

test('a card whose payout came back is kept while its seller is owed, and erased when nothing is owed', async () => {
  await using site = await shop()
  const { submissionId: id, payoutId } = await anApproval(site.app, site.dana, site.boss)
  await site.complete(id)
  const { version } = await livePayoutOf(site.app, id)
  const returned = await site.boss.api.payouts.recordReturn({ id: payoutId, version, code: 'provider' })
  expect(await site.rowOf(id)).toMatchObject({ status: 'failed' })
  expect(await site.has(id)).toEqual(both)
  await worksAlone(site.app)
  const closed = { id: payoutId, version: returned.version, note: 'It was empty.' }
  await site.boss.api.payouts.closeDebt(closed)
  await releaseAll(site.boss)
  expect(await site.has(id)).toEqual(none)
})

test('the deletion of the account of its seller does not erase a card that was paid and is not used yet', async () => {
  await using site = await shop()
  const id = await aSubmission(site.app, site.dana)
  await site.complete(id)
  await site.dana.api.account.deleteAccount({ password: customerPassword })
  expect(await site.has(id)).toEqual(both)
  await dispose(site.app, site.boss, id, { kind: 'written-off', cause: 'lost' })
  expect(await site.has(id)).toEqual(none)
  site.app.clock.advance(30 * DAY_MS)
  await runRetention(site.app.ctx)
  expect((await site.rowOf(id)).purged_at).not.toBeNull()
})
