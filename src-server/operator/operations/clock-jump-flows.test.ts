import { expect, test } from 'vitest'
import { noRequest } from '../../audit/audit-queries.ts'
import { verifyLedger } from '../../payouts/ledger/verify-ledger.ts'
import { releaseDuePayouts } from '../../payouts/payout-holds.ts'
import { MINUTE_MS } from '../../platform/clock.ts'
import { purgeDueSecurityCodes } from '../../submissions/purge-submission.ts'
import { worksAlone } from '../../testing/test-support/controls.ts'
import { aSubmission } from '../../testing/test-support/factories.ts'
import { livePayoutOf, toPayPal } from '../../testing/test-support/payouts.ts'
import { fakePayPalOfFile, type PayPalSite } from '../../testing/test-support/paypal-site.ts'
import { openRestorableSite } from '../../testing/test-support/restorable-site.ts'
import { customerPassword } from '../../testing/test-support/test-app.ts'
import { makeBackup } from './backup.ts'
import { deleteAccount } from './delete-account.ts'

const fake = await fakePayPalOfFile()

const JUMP_MS = 3 * 24 * 60 * MINUTE_MS

type Step = (site: PayPalSite, orderId: string) => Promise<unknown>

const approve: Step = ({ boss }, submissionId) =>
  boss.api.admin.review.approve({ submissionId, undoable: true, version: 1 })
const reject: Step = ({ boss }, submissionId) =>
  boss.api.admin.submissions.setStatus({ submissionId, status: 'rejected', version: 1, undoable: true })
const release: Step = ({ app }) => releaseDuePayouts(app.ctx)
const begin: Step = async ({ app, boss }, orderId) => boss.api.payouts.begin(await livePayoutOf(app, orderId))
const markSent: Step = async ({ app, boss }, orderId) => {
  const { id, version } = await livePayoutOf(app, orderId)
  return boss.api.payouts.markSent({ id, version, reference: 'CA-1' })
}
const recordReturn: Step = async ({ app, boss }, orderId) => {
  const { id, version } = await livePayoutOf(app, orderId)
  return boss.api.payouts.recordReturn({ id, version, code: 'provider' })
}
const changeMethod: Step = ({ dana }, id) =>
  dana.api.transactions.changePayout({
    ...{ id, currentPassword: customerPassword },
    method: { type: 'zelle', details: '(212) 555-0187' },
  })
const liftAll: Step = async (site, orderId) => {
  const { id } = await livePayoutOf(site.app, orderId)
  const { version, holds } = await site.boss.api.payouts.get({ id })
  const [hold] = holds
  if (!hold) return
  await site.boss.api.payouts.lift({ id, version, holdId: hold.id, amount: 92 })
  await liftAll(site, orderId)
}
const send: Step = async ({ app, boss }, orderId) =>
  boss.api.payouts.sendNow({ ids: [(await livePayoutOf(app, orderId)).id] })
const work: Step = (site) => site.work()
const eraseCode: Step = ({ app }) => purgeDueSecurityCodes(app.ctx)
const leave: Step = ({ app, dana }) => deleteAccount(app.call, { id: dana.id, ...noRequest }, customerPassword)

/** What becomes of an order, and how often its amount leaves. */
const flows: [name: string, steps: readonly Step[], payments: number, method?: object][] = [
  ['paid by hand', [approve, release, begin, markSent], 1],
  ['paid by PayPal', [approve, release, send, work], 1, toPayPal()],
  [
    'paid, returned and paid again',
    [approve, release, begin, markSent, recordReturn, changeMethod, liftAll, release, begin, markSent],
    2,
  ],
  ['rejected, with its code erased', [reject, eraseCode], 0],
  ['paid, with the account deleted', [approve, release, begin, markSent, leave], 1],
]
const cases = flows.flatMap(([name, steps, payments, method]) =>
  steps.map((_, at) => ({ name, steps, payments, method, at, step: at + 1 })),
)

test.each(cases)(
  'an order that is $name: the clock is days ahead during step $step, and a restore repeats what happened',
  async ({ steps, at, payments, method }) => {
    await using restorable = await openRestorableSite(fake)
    const { site } = restorable
    const { app } = site
    await worksAlone(app)
    const orderId = await aSubmission(app, site.dana, { ...method })
    const { file } = await makeBackup(app.ctx)
    for (const [index, step] of steps.entries()) {
      const now = app.clock.now().getTime()
      if (index === at) app.clock.set(now + JUMP_MS)
      await step(site, orderId)
      app.clock.set(now + MINUTE_MS)
    }
    await site.later(10)
    const paid = await factsOf(app.ctx, orderId)
    expect(paid).toMatchObject({ settled: payments, problem: undefined, hasCode: false })

    await using again = await restorable.restore(file)
    const restored = await factsOf(again.app.ctx, orderId)
    // A backup has the decisions before it; what was paid or erased since is repeated.
    expect(restored).toEqual({ ...paid, status: payments > 0 ? paid.status : 'pending' })
    const { batches } = await fake.books()
    expect(batches.filter(({ key }) => key.startsWith(orderId)).length).toBeLessThanOrEqual(1)
  },
)

/** What a site knows about the money and the secrets of an order. */
async function factsOf({ db }: PayPalSite['app']['ctx'], orderId: string) {
  const order = await db
    .selectFrom('submissions')
    .select(['status', 'security_code_encrypted'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const attempts = await db
    .selectFrom('payout_attempts')
    .select(['key', 'state'])
    .where('key', 'like', `${orderId}-%`)
    .where('state', 'in', ['settled', 'accepted', 'returned'])
    .orderBy('key')
    .execute()
  const customers = await db.selectFrom('users').select('email').where('role', '=', 'customer').execute()
  const { problem } = await verifyLedger(db)
  return {
    ...{ status: order.status, hasCode: order.security_code_encrypted !== null, attempts },
    ...{ settled: attempts.length, emails: customers.map(({ email }) => email), problem },
  }
}
