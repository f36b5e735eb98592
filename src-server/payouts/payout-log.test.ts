import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createSiteLog } from '../operator/operations/recovery-log.ts'
import { anApproval } from '../testing/test-support/payouts.ts'
import { attemptsIn, listOf, recoveryLogOf } from '../testing/test-support/recovery-log.ts'
import { createTestApp, type TestApp } from '../testing/test-support/test-app.ts'

async function statesIn(app: TestApp): Promise<string[][]> {
  return (await listOf(attemptsIn(app))).map(({ attempt, state }) => [attempt, state])
}

test('the log has each state of an attempt once, when it is written after every change or twice', async () => {
  await using app = await createTestApp()
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

test('a process appends after lines of another process', async () => {
  await using app = await createTestApp()
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
