import path from 'node:path'
import { expect, test } from 'vitest'
import { anApproval } from '../testing/test-support/payouts.ts'
import { createTestApp } from '../testing/test-support/test-app.ts'
import { PAYOUT_LOG, readPayoutLog } from './payout-log.ts'

test('the log has each state of an attempt once, when it is written after every change or twice', async () => {
  await using app = await createTestApp()
  const { keyring, config } = app.ctx
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
  const states: string[][] = []
  for await (const { attempt, state } of readPayoutLog(keyring, path.join(config.backupDir, PAYOUT_LOG)))
    states.push([attempt, state])
  expect(states).toEqual([
    [`${submissionId}-1-a1`, 'calling'],
    [`${submissionId}-1-a1`, 'refused'],
    [`${submissionId}-1-a2`, 'calling'],
    [`${submissionId}-1-a2`, 'settled'],
  ])
})
