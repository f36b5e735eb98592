import path from 'node:path'
import { expect, test } from 'vitest'
import { closeOverdueRequests } from '../../cases/case-clock.ts'
import { verifyLedger } from '../../payouts/ledger/verify-ledger.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/clock.ts'
import { createDiskStorage } from '../../platform/storage/disk-storage.ts'
import { anAppeal, appealWords } from '../../testing/test-support/appeals.ts'
import { aCheckWithPicture } from '../../testing/test-support/evidence.ts'
import { anUpload, aSubmission, aSubmitInput } from '../../testing/test-support/factories.ts'
import { aBoughtCard, aBuyer, dispose, itemOf } from '../../testing/test-support/inventory.ts'
import { aNovember, close, reopen } from '../../testing/test-support/months.ts'
import { anApproval } from '../../testing/test-support/payouts.ts'
import { fakePayPalOfFile } from '../../testing/test-support/paypal-site.ts'
import { aClawback, today } from '../../testing/test-support/problems.ts'
import { atRate, publish } from '../../testing/test-support/published-rates.ts'
import { aCounterOffer, anAnswer, aRequest } from '../../testing/test-support/requests.ts'
import { aSiteIn, openRestorableSite } from '../../testing/test-support/restorable-site.ts'
import { changeReviews } from '../../testing/test-support/reviews-policy.ts'
import { aBankAccount, bankStatement } from '../../testing/test-support/statement-files.ts'
import { tempFolder } from '../../testing/test-support/temp-folder.ts'
import type { TestApp } from '../../testing/test-support/test-app.ts'
import { makeBackup } from './backup.ts'
import { verifyBackup } from './read-backup.ts'

const fake = await fakePayPalOfFile()

test('a restore repeats the items of payouts since the backup, and lists the dispositions that it lost', async () => {
  await using restorable = await openRestorableSite(fake)
  const { app, boss, dana } = restorable.site
  const [kept, sold] = [await aBoughtCard(app, dana, boss), await aBoughtCard(app, dana, boss)]
  const { submissionId: later, payoutId: id } = await anApproval(app, dana, boss)
  const pay = async (payoutId: string) => {
    const { version: seen } = await boss.api.payouts.get({ id: payoutId })
    const { payout } = await boss.api.payouts.begin({ id: payoutId, version: seen })
    return boss.api.payouts.markSent({ id: payoutId, version: payout.version, reference: 'CA-1' })
  }
  const { submissionId: returned, payoutId } = await anApproval(app, dana, boss)
  const { version } = await pay(payoutId)
  await boss.api.payouts.recordReturn({ id: payoutId, version, code: 'provider' })
  await boss.api.admin.review.approve({ submissionId: returned })
  await dispose(app, boss, kept, { kind: 'written-off', cause: 'drained' })
  const { file } = await makeBackup(app.ctx)
  const sale = { kind: 'sold', buyerId: await aBuyer(app, boss), amountCents: 9600, reference: 'R-7' } as const
  await dispose(app, boss, sold, sale)
  await pay(id)
  const [held] = (await boss.api.payouts.list({ state: 'held' })).data
  const { id: heldId = '', version: seen = 0 } = held ?? {}
  await (await app.colleague('finance')).api.payouts.release({ id: heldId, version: seen })
  await pay(heldId)

  await using again = await restorable.restore(file)
  expect(again.done.bought).toEqual(expect.arrayContaining([later, returned]))
  expect(again.done.lostDispositions).toMatchObject([
    { kind: 'sold', submission: sold, amountCents: 9600, costCents: 9200, reference: 'R-7' },
  ])
  const { db } = again.app.ctx
  const states = await Promise.all([kept, sold, later].map(async (order) => (await itemOf(db, order)).state))
  expect(states).toEqual(['written-off', 'in-stock', 'in-stock'])
  expect(await verifyLedger(db)).not.toHaveProperty('problem')
})

test('a restore lists what was done with money after the backup and is not repeated, each with its id and amount', async () => {
  await using restorable = await openRestorableSite(fake)
  const { app, boss, dana } = restorable.site
  const fay = await app.colleague('finance')
  const { payoutId: id } = await anApproval(app, dana, boss)
  const { payout } = await boss.api.payouts.begin({ id, version: 1 })
  const { file } = await makeBackup(app.ctx)
  const { version } = await boss.api.payouts.markSent({ id, version: payout.version, reference: 'CA-1' })
  await boss.api.payouts.correctFee({ id, version, fee: 0.25, note: 'As the bank says.' })
  const problem = await aClawback(app, dana, boss)
  const repaid = { id: problem.id, version: problem.version, amount: 40, reference: 'R-1', on: today(app) }
  const { version: next } = await boss.api.admin.problems.recordRepayment(repaid)
  await boss.api.admin.problems.waive({ id: problem.id, version: next, note: 'She cannot pay.' })
  const account = await aBankAccount(fay, { openingOn: today(app) })
  const csv = bankStatement(2_500_000, [{ day: today(app), text: 'MONTHLY FEE', cents: -1500 }])
  await fay.api.statements.import({ id: account, csv })
  const [line] = (await fay.api.statements.lines({ account })).data
  await fay.api.statements.adjust({ lines: [line?.id ?? ''], kind: 'fee', amount: -15, note: 'As the bank says.' })

  await using again = await restorable.restore(file)
  const { submissionId } = problem
  const acts = again.done.lostActs.map(({ action, object, detail }) => [action, object, detail])
  expect(acts.filter(([action]) => !/account-made|reported/.test(action ?? ''))).toEqual([
    ['payout.fee-corrected', id, '$0.00 to $0.25'],
    ['problem.decided', submissionId, expect.stringContaining('$92.00')],
    ['problem.repaid', submissionId, expect.stringContaining('$40.00')],
    ['problem.waived', submissionId, expect.stringContaining('$52.00')],
    ['statement.imported', account, expect.stringContaining('1')],
    ['statement.adjusted', expect.any(String), expect.stringContaining('$15.00')],
  ])
  expect(await again.boss.api.payouts.get({ id })).toMatchObject({ state: 'paid' })
  expect(await verifyLedger(again.app.ctx.db)).not.toHaveProperty('problem')
})

test('a restore compares each closed month with its closing, also one of after the backup, and lists differences', async () => {
  await using restorable = await openRestorableSite(fake)
  const shop = await aNovember(restorable.site.app)
  const { file } = await makeBackup(shop.app.ctx)
  await shop.fay.api.statements.moveMoney({ from: 'owner', to: shop.bank, amount: 10, on: '2026-11-28' })
  await close(shop)
  const sha256 = (await shop.fay.api.statements.months()).months[1]?.closing?.sha256
  await using again = await restorable.restore(file)
  expect(again.done.closedMonths).toEqual([
    `November 2026, ${shop.bank}: $24,918.00 when it was closed, $24,908.00 now`,
    `November 2026, journal.csv: another one than when it was closed, which had ${sha256}`,
  ])
  expect(again.done.lostActs.map(({ action }) => action)).toContain('month.closed')
  expect((await again.boss.api.statements.months()).months[1]?.closing).toBeUndefined()
})

test('a closed month of the backup is closed in restored data, and differs in nothing', async () => {
  await using restorable = await openRestorableSite(fake)
  const shop = await aNovember(restorable.site.app)
  await close(shop)
  const { file } = await makeBackup(shop.app.ctx)
  await shop.fay.api.statements.moveMoney({ from: 'owner', to: shop.bank, amount: 10, on: '2026-12-02' })
  await reopen(shop)
  await using again = await restorable.restore(file)
  expect(again.done.closedMonths).toEqual([])
  expect((await again.boss.api.statements.months()).months[1]?.closing).toBeDefined()
  expect(again.done.lostActs.map(({ action }) => action)).toContain('month.reopened')
})

test('a restore opens requests again that were closed since, and gives those that end soon a day', async () => {
  await using restorable = await openRestorableSite(fake)
  const { app, boss, dana } = restorable.site
  await changeReviews(app, boss, { fixMinutes: 30, offerMinutes: 2880 })
  const [asked, offered] = [await aRequest(app, dana, boss), await aCounterOffer(app, dana, boss)]
  const { file } = await makeBackup(app.ctx)
  await dana.api.requests.answer({ id: asked.id, ...(await anAnswer(app, dana)) })

  await using again = await restorable.restore(file)
  const { db, clock } = again.app.ctx
  const dueAt = async (id: string) => {
    const row = db.selectFrom('information_requests').select(['state', 'due_at']).where('id', '=', id)
    const { state, due_at } = await row.executeTakeFirstOrThrow()
    return [state, Math.round((Date.parse(due_at) - clock.now().getTime()) / HOUR_MS)]
  }
  expect(await dueAt(asked.id)).toEqual(['open', 24])
  expect(await dueAt(offered.id)).toEqual(['open', 48])
})

test('quotes of a version that a restored backup does not have are a conflict, never another price', async () => {
  using before = tempFolder()
  using after = tempFolder()
  await using site = await aSiteIn(before.path)
  await publish(site, await site.staff(), atRate(site, 'apple', 9100))
  const { file } = await makeBackup(site.ctx)
  const quotes = [await site.visitor.exchange.quote({ cardBrand: 'apple', cardValue: 100 })]
  for (const rateBps of [9300, 9400]) {
    await publish(site, await site.staff(), atRate(site, 'apple', rateBps))
    quotes.push(await site.visitor.exchange.quote({ cardBrand: 'apple', cardValue: 100 }))
  }
  expect(quotes.map(({ catalogueVersion }) => catalogueVersion)).toEqual([2, 3, 4])
  await verifyBackup(site.ctx.keyring, file, after.path)

  await using restored = await aSiteIn(after.path)
  const customer = await restored.customer()
  const submit = async (quoteId: string | undefined) =>
    customer.api.exchange.submit(aSubmitInput({ quoteId, fileIds: [await anUpload(restored, customer)] }))
  const [known, third, fourth] = quotes.map(({ quoteId }) => quoteId)
  const conflict = (payoutAmount: number) => ({ cause: { code: 'conflict', detail: { quote: { payoutAmount } } } })
  await expect(submit(third)).rejects.toMatchObject(conflict(91))
  await expect(submit(fourth)).rejects.toMatchObject(conflict(91))
  // A version 3 of the restored site has another rate than the lost one.
  await publish(restored, await restored.staff(), atRate(restored, 'apple', 9000))
  await expect(submit(third)).rejects.toMatchObject(conflict(90))
  const { submissionId } = await submit(known)
  const order = await restored.ctx.db.selectFrom('submissions').selectAll().where('id', '=', submissionId).execute()
  expect(order).toMatchObject([{ rate_bps: 9100, catalogue_version: 2 }])
})

const requestOf = ({ ctx: { db } }: TestApp, id: string) =>
  db
    .selectFrom('information_requests')
    .innerJoin('submissions', 'submissions.id', 'submission_id')
    .select(['state', 'information_requests.due_at', 'submissions.status', 'submissions.status_reason_code as code'])
    .where('information_requests.id', '=', id)
    .executeTakeFirstOrThrow()
const checksOf = ({ ctx: { db } }: TestApp) => db.selectFrom('balance_checks').selectAll().orderBy('id').execute()
const appealsOf = ({ ctx: { db } }: TestApp) => db.selectFrom('appeals').selectAll().execute()

test('a restore brings checks, evidence, requests and appeals back as they were, and open', async () => {
  await using restorable = await openRestorableSite(fake)
  const { app, boss, dana } = restorable.site
  await changeReviews(app, boss, { fixMinutes: 30 })
  const checked = await aSubmission(app, dana)
  const { evidenceId = '' } = await aCheckWithPicture(app, boss, checked)
  const appealed = await anAppeal(app, dana, boss, { fileIds: [await anUpload(app, dana, 'receipt.png')] })
  const requested = await aRequest(app, dana, boss)
  const [checks, appeals] = [await checksOf(app), await appealsOf(app)]
  const picture = async (at: TestApp, as: typeof boss) => {
    const { statusCode, rawPayload } = await at.request('GET', `/api/files/${evidenceId}`, { as })
    return [statusCode, rawPayload.toString('base64')]
  }
  const shown = await picture(app, boss)
  expect(shown[0]).toBe(200)

  const { file } = await makeBackup(app.ctx)
  await aCheckWithPicture(app, boss, checked)
  const answer = { outcome: 'stands', words: 'The brand says that it is empty.' } as const
  await boss.api.admin.decideAppeal({ appealId: appealed.id, ...answer })
  await dana.api.requests.answer({ id: requested.id, ...(await anAnswer(app, dana)) })
  expect((await requestOf(app, requested.id)).state).toBe('answered')

  await using again = await restorable.restore(file)
  again.app.ctx.storage = createDiskStorage(path.join(again.app.ctx.config.dataDir, 'files'))
  expect(await checksOf(again.app)).toEqual(checks)
  expect(await picture(again.app, again.boss)).toEqual(shown)
  expect(await appealsOf(again.app)).toEqual(appeals)
  expect((await again.boss.api.admin.appeals()).data).toMatchObject([
    { submissionId: appealed.submissionId, words: appealWords, files: [{ fileName: 'receipt.png' }] },
  ])
  expect(await requestOf(again.app, requested.id)).toMatchObject({ state: 'open', status: 'processing' })
  // The appeal is answered, once, as if it had not been before.
  await again.boss.api.admin.decideAppeal({ appealId: appealed.id, ...answer })
  expect(await appealsOf(again.app)).toMatchObject([{ state: 'stands' }])
})

test('a request whose time ran out before the restore ends a day later, and an offer that was declined ends at once', async () => {
  await using restorable = await openRestorableSite(fake)
  const { app, boss, dana } = restorable.site
  await changeReviews(app, boss, { fixMinutes: 30, offerMinutes: 60 })
  const [asked, declined] = [await aRequest(app, dana, boss), await aCounterOffer(app, dana, boss)]
  const { file } = await makeBackup(app.ctx)
  await dana.api.requests.decline({ id: declined.id })
  app.clock.advance(90 * MINUTE_MS)

  await using again = await restorable.restore(file)
  const { clock } = again.app
  const due = new Date(clock.now().getTime() + DAY_MS).toISOString()
  await closeOverdueRequests(again.app.ctx)
  expect(await requestOf(again.app, asked.id)).toMatchObject({ state: 'open', due_at: due, status: 'processing' })
  // Its number, code and photos were erased again: there is no card left to accept an offer for.
  expect(await requestOf(again.app, declined.id)).toMatchObject({ state: 'expired', status: 'rejected' })
  clock.advance(DAY_MS - 1)
  await closeOverdueRequests(again.app.ctx)
  expect((await requestOf(again.app, asked.id)).state).toBe('open')
  clock.advance(1)
  await closeOverdueRequests(again.app.ctx)
  expect(await requestOf(again.app, asked.id)).toMatchObject({ state: 'expired', code: 'not-answered' })
})
