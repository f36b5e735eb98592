import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { anApproval } from '../testing/test-support/payouts.ts'
import { createTestApp, type TestApp } from '../testing/test-support/test-app.ts'
import { createPayoutLog, PAYOUT_LOG, readPayoutLog } from './payout-log.ts'

const fileOf = (app: TestApp) => path.join(app.ctx.config.backupDir, PAYOUT_LOG)

async function statesIn(app: TestApp): Promise<string[][]> {
  const states: string[][] = []
  for await (const { attempt, state } of readPayoutLog(app.ctx.keyring, fileOf(app))) states.push([attempt, state])
  return states
}

test('the log has each state of an attempt once, when it is written after every change or twice', async () => {
  await using app = await createTestApp()
  const { payouts } = (await app.staff()).api
  const { submissionId, payoutId: id } = await anApproval(app, await app.customer(), await app.staff())
  const write = async () => {
    await app.ctx.payouts.log.write()
    await app.ctx.payouts.log.write()
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
  const [one, other] = [1, 2].map(() => createPayoutLog(app.ctx, app.ctx.config.backupDir))
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
  await app.ctx.payouts.log.write()
  const written = readFileSync(fileOf(app), 'utf8')
  const changed = written.replace('calling', 'settled')
  writeFileSync(fileOf(app), changed)
  await app.ctx.payouts.log.write()
  expect(await statesIn(app)).toEqual([[`${submissionId}-1-a1`, 'calling']])
  const aside = readdirSync(app.ctx.config.backupDir).find((name) => name.includes('damaged'))
  expect(readFileSync(path.join(app.ctx.config.backupDir, String(aside)), 'utf8')).toBe(changed)
})
