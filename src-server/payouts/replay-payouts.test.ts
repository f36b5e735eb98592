import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'vitest'
import type { AttemptState } from '#shared/payout.ts'
import { createSiteLog } from '../operator/operations/recovery-log.ts'
import { RECOVERY_LOG, readEntries } from '../platform/signed-logs/signed-log.ts'
import { test } from '../testing/test-support/app-test.ts'
import { anApproval, balancesOf } from '../testing/test-support/payouts.ts'
import { attemptsIn, listOf, recoveryLogOf } from '../testing/test-support/recovery-log.ts'
import { tempFolder } from '../testing/test-support/temp-folder.ts'
import { createTestApp, customerPassword, type TestApp } from '../testing/test-support/test-app.ts'
import { type LoggedAttempt, loggedAttempts } from './payout-log.ts'
import { replayPayouts } from './replay-payouts.ts'

/** What the log has of an attempt of $92.00 by PayPal for an order that the restored data does not have. */
function anAttempt(number: number, states: readonly AttemptState[], feeCents = 0): LoggedAttempt[] {
  const submission = `GCE-LOST${number}`
  const about = { attempt: `${submission}-1-a1`, payout: `PO-LOST${number}`, submission, amountCents: 9200 }
  const how = { provider: 'paypal', batch: 'B1', reference: '', by: 'gone', at: '2026-11-20T12:00:00.000Z' } as const
  return states.map((state) => ({
    ...{ ...about, ...how, state, id: `-` },
    feeCents: state === 'settled' ? feeCents : 0,
  }))
}

async function* logOf(...attempts: LoggedAttempt[][]): AsyncGenerator<LoggedAttempt> {
  for (const attempt of attempts) yield* attempt
}

test.each<AttemptState[][]>([
  [['calling', 'refused']],
  [['calling', 'unknown', 'accepted', 'failed']],
  [['calling', 'accepted', 'settled', 'returned']],
])('an attempt for a lost order that ended without payment (%j) lost nothing', async (states) => {
  await using app = await createTestApp()
  expect(await replayPayouts(app.ctx, logOf(anAttempt(1, states)))).toEqual({ applied: 0, lost: [] })
  expect(await balancesOf(app)).toEqual({})
})

test('what was paid for lost orders is lost with its fee; what may have been paid is named', async ({ app }) => {
  const [paid, sent] = [anAttempt(1, ['calling', 'accepted', 'settled'], 184), anAttempt(2, ['calling', 'accepted'])]
  const asked = anAttempt(3, ['calling', 'unknown'])
  const { lost } = await replayPayouts(app.ctx, logOf(paid, sent, asked))
  expect(lost.map(({ attempt, state }) => [attempt, state])).toEqual([
    ['GCE-LOST1-1-a1', 'settled'],
    ['GCE-LOST2-1-a1', 'accepted'],
    ['GCE-LOST3-1-a1', 'unknown'],
  ])
  expect(await balancesOf(app)).toEqual({ losses: 18_584, 'cash:unassigned': -18_584 })
})

/** A site with a payout that was paid by hand as 'CA-1' and corrected to 'CA-2'; its recovery log has both. */
async function open(folder: string) {
  const app = await createTestApp({ DATA_DIR: folder })
  const [dana, boss] = [await app.customer(), await app.staff()]
  const { payoutId: id } = await anApproval(app, dana, boss)
  const { payouts } = boss.api
  const { payout } = await payouts.begin({ id, version: 1 })
  const paid = await payouts.markSent({ id, version: payout.version, reference: 'CA-1' })
  await app.ctx.recoveryLog.write()
  await payouts.correctReference({ id, version: paid.version, reference: 'CA-2' })
  await app.ctx.recoveryLog.write()
  const read = () => attemptsIn(app)
  const replay = () => replayPayouts(app.ctx, read())
  const stored = () =>
    app.ctx.db.selectFrom('payouts').select(['reference', 'version']).where('id', '=', id).executeTakeFirstOrThrow()
  /** Makes the payout as a backup from before the correction has it. */
  const setBack = (reference: string | null) =>
    app.ctx.db.updateTable('payouts').set({ reference }).where('id', '=', id).execute()
  return { app, dana, read, replay, stored, setBack }
}

test('a restore repeats the correction of a reference, and repeating it again changes nothing', async () => {
  using folder = tempFolder()
  const { app, read, replay, stored, setBack } = await open(folder.path)
  await using _ = app
  const references: string[] = []
  for await (const { state, reference } of read()) if (state === 'settled') references.push(reference)
  expect(references).toEqual(['CA-1', 'CA-2'])
  const { version } = await stored()
  await replay()
  expect(await stored()).toEqual({ reference: 'CA-2', version })
  for (const former of ['CA-1', null]) {
    await setBack(former)
    expect(await replay()).toMatchObject({ applied: 1, lost: [] })
    expect((await stored()).reference).toBe('CA-2')
    expect((await replay()).applied).toBe(0)
  }
})

test('the logs of two nodes are repeated one after the other, the newest last', async () => {
  using folder = tempFolder()
  const { app, replay, stored, setBack } = await open(folder.path)
  await using _ = app
  const text = readFileSync(recoveryLogOf(app), 'utf8')
  const older = path.join(folder.path, 'older')
  mkdirSync(older)
  writeFileSync(path.join(older, RECOVERY_LOG), text.slice(0, text.lastIndexOf('{"log":"payout"')))
  await setBack(null)
  expect(await replayPayouts(app.ctx, readEntries(app.ctx.keyring, loggedAttempts, older))).toMatchObject({
    applied: 1,
    lost: [],
  })
  expect((await stored()).reference).toBe('CA-1')
  expect(await replay()).toMatchObject({ applied: 1, lost: [] })
  expect((await stored()).reference).toBe('CA-2')
})

test('a restore does not bring back the reference of a deleted account', async () => {
  using folder = tempFolder()
  const { app, dana, replay, stored } = await open(folder.path)
  await using _ = app
  await dana.api.account.deleteAccount({ password: customerPassword })
  await replay()
  expect((await stored()).reference).toBeNull()
})

async function statesIn(app: TestApp): Promise<string[][]> {
  return (await listOf(attemptsIn(app))).map(({ attempt, state }) => [attempt, state])
}

test('the log has each state of an attempt once, when it is written after every change or twice', async ({ app }) => {
  const { payouts } = (await app.staff()).api
  const { submissionId, payoutId: id } = await anApproval(app, await app.customer(), await app.staff())
  const write = async () => {
    await app.ctx.recoveryLog.write()
    await app.ctx.recoveryLog.write()
  }
  const first = await payouts.begin({ id, version: 1 })
  await write()
  const ready = await payouts.releaseLock({ id, version: first.payout.version })
  await write()
  const second = await payouts.begin({ id, version: ready.version })
  await write()
  await payouts.markSent({ id, version: second.payout.version, reference: 'CA-1' })
  await write()
  expect(await statesIn(app)).toEqual([
    [`${submissionId}-1-a1`, 'calling'],
    [`${submissionId}-1-a1`, 'refused'],
    [`${submissionId}-1-a2`, 'calling'],
    [`${submissionId}-1-a2`, 'settled'],
  ])
})

test('a process appends after lines of another process', async ({ app }) => {
  const { payouts } = (await app.staff()).api
  const { submissionId, payoutId: id } = await anApproval(app, await app.customer(), await app.staff())
  const [one, other] = [1, 2].map(() => createSiteLog(app.ctx, app.ctx.config.backupDir))
  const first = await payouts.begin({ id, version: 1 })
  await one?.write()
  const ready = await payouts.releaseLock({ id, version: first.payout.version })
  await other?.write()
  await payouts.begin({ id, version: ready.version })
  await one?.write()
  expect(await statesIn(app)).toEqual([
    [`${submissionId}-1-a1`, 'calling'],
    [`${submissionId}-1-a1`, 'refused'],
    [`${submissionId}-1-a2`, 'calling'],
  ])
})

test('a line that was changed after it was written is set aside with its log, which is written again', async () => {
  await using app = await createTestApp()
  const { payouts } = (await app.staff()).api
  const { submissionId, payoutId: id } = await anApproval(app, await app.customer(), await app.staff())
  await payouts.begin({ id, version: 1 })
  await app.ctx.recoveryLog.write()
  const written = readFileSync(recoveryLogOf(app), 'utf8')
  const changed = written.replace('"calling"', '"settled"')
  writeFileSync(recoveryLogOf(app), changed)
  await app.ctx.recoveryLog.write()
  expect(await statesIn(app)).toEqual([[`${submissionId}-1-a1`, 'calling']])
  const aside = readdirSync(app.ctx.config.backupDir).find((name) => name.includes('damaged'))
  expect(readFileSync(`${app.ctx.config.backupDir}/${aside}`, 'utf8')).toBe(changed)
})
