import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { verifyLedger } from '../ledger/verify-ledger.ts'
import { PAYOUT_LOG } from '../payouts/payout-log.ts'
import { createDiskStorage } from '../storage/disk-storage.ts'
import { type FakePayPal, startFakePayPal } from '../test-support/fake-paypal/fake-paypal.ts'
import { anApproval, balancesOf } from '../test-support/payouts.ts'
import { openPayPalSite, type PayPalSite } from '../test-support/paypal-site.ts'
import { tempFolder } from '../test-support/temp-folder.ts'
import { makeBackup } from './backup.ts'
import { findPayouts, payoutsIn } from './find-payout-log.ts'
import { finishRestore } from './finish-restore.ts'
import { verifyBackup } from './verify-backup.ts'

const DATA_KEYS = `k1:${Buffer.alloc(32, 5).toString('base64')}`

async function aSite(fake: FakePayPal, folder: string): Promise<PayPalSite> {
  const place = { DATA_DIR: folder, DATABASE_URL: `sqlite:${folder}/exchange.sqlite`, DATA_KEYS }
  const site = await openPayPalSite(fake, {}, place)
  site.app.ctx.storage = createDiskStorage(path.join(folder, 'files'))
  return site
}

const logOf = ({ app }: PayPalSite) => path.join(app.ctx.config.backupDir, PAYOUT_LOG)
async function* nothing(): AsyncGenerator<never> {}

/** The site after a restore of this backup with the payout log of `of`. */
async function restored(of: PayPalSite, backup: string, fake: FakePayPal, folder: string) {
  const { audit } = await verifyBackup(of.app.ctx.keyring, backup, folder)
  await of.app.ctx.payoutLog.write()
  const site = await aSite(fake, folder)
  site.app.clock.advance(of.app.clock.now().getTime() - site.app.clock.now().getTime())
  const payouts = payoutsIn(of.app.ctx.keyring, findPayouts(backup, logOf(of)))
  const from = { source: 'A test', head: audit.head, payouts }
  return { ...site, done: await finishRestore(site.app.ctx, from, nothing(), undefined) }
}

test('what was paid after the backup is paid after its restore too, and nothing is paid again', async () => {
  using before = tempFolder()
  using after = tempFolder()
  await using fake = await startFakePayPal()
  await using site = await aSite(fake, before.path)
  const { app, boss, dana } = site
  const [byPayPal, byHand] = [await site.approved(), await anApproval(app, dana, boss)]
  const { file } = await makeBackup(app.ctx)
  await boss.api.payouts.sendNow({ ids: [byPayPal.payoutId] })
  await site.work()
  await site.later(10)
  const { payout } = await boss.api.payouts.begin({ id: byHand.payoutId, version: 1 })
  await boss.api.payouts.markSent({ id: byHand.payoutId, version: payout.version, reference: 'CA-1' })
  const afterwards = await site.sent()
  await site.work()
  const books = (await fake.books()).batches

  await using again = await restored(site, file, fake, after.path)
  const states = Object.fromEntries((await again.boss.api.payouts.list()).data.map(({ id, state }) => [id, state]))
  expect(states).toEqual({ [byPayPal.payoutId]: 'paid', [byHand.payoutId]: 'paid' })
  const orders = await again.app.ctx.db
    .selectFrom('submissions')
    .select(['status'])
    .where('card_brand', '=', 'apple')
    .execute()
  expect(orders.map(({ status }) => status)).toEqual(['completed', 'completed'])
  expect(again.done.paid?.lost).toMatchObject([{ payout: afterwards.payoutId, amountCents: 9200 }])
  expect(await balancesOf(again.app)).toEqual({
    ...{ cards: 18_400, fees: 184, lost: 9200 },
    ...{ 'cash:paypal': -18_584, 'cash:hand': -9200 },
  })
  expect(await verifyLedger(again.app.ctx.db)).not.toHaveProperty('problem')
  expect((await again.app.mails()).filter(({ subject }) => subject.includes('been paid'))).toEqual([])
  await again.work()
  expect((await fake.books()).batches).toHaveLength(books.length)
})

test('an attempt that was refused after the backup keeps its key: the next one has another', async () => {
  using before = tempFolder()
  using after = tempFolder()
  await using fake = await startFakePayPal()
  await using site = await aSite(fake, before.path)
  const { submissionId, payoutId: id } = await site.approved()
  const { file } = await makeBackup(site.app.ctx)
  await fake.set({ openingBalanceCents: 0 })
  await site.boss.api.payouts.sendNow({ ids: [id] })
  await site.work()
  await fake.set({ openingBalanceCents: 100_000_000 })
  await fake.fail({ operation: 'create', when: 'after', how: 'close' })
  await site.boss.api.payouts.sendNow({ ids: [id] })
  await site.work()

  await using again = await restored(site, file, fake, after.path)
  const { attempts, state } = await again.boss.api.payouts.get({ id })
  expect([state, attempts.map(({ key }) => key)]).toEqual(['sending', [`${submissionId}-1-a1`, `${submissionId}-1-a2`]])
  await again.later(10)
  expect((await again.boss.api.payouts.get({ id })).state).toBe('paid')
  expect((await fake.books()).batches.map(({ key }) => key)).toEqual([`${submissionId}-1-a2`])
})

test('a payment is in the log before it is requested; without the log nothing leaves', async () => {
  using folder = tempFolder()
  await using fake = await startFakePayPal()
  await using site = await aSite(fake, folder.path)
  const { submissionId, payoutId: id } = await site.sent()
  site.app.ctx.payoutLog = {
    write: async () => {
      throw new Error('EROFS')
    },
  }
  await site.work()
  expect(await site.boss.api.payouts.get({ id })).toMatchObject({ state: 'ready', attempts: [{ error: 'LOG' }] })
  expect((await site.boss.api.payouts.totals()).paypal).toMatchObject({ paused: { reason: 'log' } })
  expect((await fake.books()).posts).toEqual({})
  expect(submissionId).toMatch(/^GCE-/)
})

test('a changed line of the log is refused; a torn last line is not', async () => {
  using before = tempFolder()
  await using fake = await startFakePayPal()
  await using site = await aSite(fake, before.path)
  await site.sent()
  await site.work()
  await site.app.ctx.payoutLog.write()
  const log = logOf(site)
  const read = async () => {
    const states: string[] = []
    for await (const { state } of payoutsIn(site.app.ctx.keyring, log)) states.push(state)
    return states
  }
  expect(await read()).toEqual(['calling', 'accepted'])
  appendFileSync(log, '{"attempt":"GCE')
  expect(await read()).toEqual(['calling', 'accepted'])
  await site.app.ctx.payoutLog.write()
  writeFileSync(log, readFileSync(log, 'utf8').replace('9200', '9201'))
  await expect(read()).rejects.toThrow('Line 1 of')
})
