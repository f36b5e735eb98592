import { expect } from 'vitest'
import { postTransfers } from '../../payouts/ledger/post-transfers.ts'
import { updateAttempt } from '../../payouts/payout-queries.ts'
import { inServerTransaction, inTransaction, type Tx } from '../../platform/db/database.ts'
import { notePurge } from '../../platform/encryption/purge-queries.ts'
import { test } from '../../testing/test-support/app-test.ts'
import { createBarrier } from '../../testing/test-support/barrier.ts'
import { aTransfer } from '../../testing/test-support/ledger.ts'
import { anApproval } from '../../testing/test-support/payouts.ts'
import { attemptsIn, listOf, purgesIn } from '../../testing/test-support/recovery-log.ts'
import { createTestApp, type TestApp } from '../../testing/test-support/test-app.ts'

const at = '2026-11-20T12:00:00.000Z'
const note = (tx: Tx, subjectId: string) => notePurge(tx, { what: 'code', subjectId, at })

/** Two payouts of Dana that are being paid by hand; returns their attempts. */
async function twoAttempts(app: TestApp): Promise<[string, string]> {
  const [boss, dana] = [await app.staff(), await app.customer()]
  const keys: string[] = []
  for (let count = 0; count < 2; count++) {
    const { submissionId, payoutId: id } = await anApproval(app, dana, boss)
    await boss.api.payouts.begin({ id, version: 1 })
    keys.push(`${submissionId}-1-a1`)
  }
  return [keys[0] ?? '', keys[1] ?? '']
}

test('a transaction that began first and commits last is in both logs', async ({ app }) => {
  const { ctx } = app
  const [early, late] = await twoAttempts(app)
  const hasWritten = createBarrier(2)
  const mayCommit = createBarrier(2)
  const slow = inServerTransaction(ctx.db, async (tx) => {
    await note(tx, 'slow')
    await updateAttempt(tx, early, { state: 'unknown' })
    await hasWritten()
    await mayCommit()
  })
  await hasWritten()
  await inServerTransaction(ctx.db, async (tx) => {
    await note(tx, 'fast')
    await updateAttempt(tx, late, { state: 'refused' })
  })
  await ctx.recoveryLog.write()
  await mayCommit()
  await slow
  await ctx.recoveryLog.write()
  expect((await listOf(purgesIn(app))).map(({ subject_id }) => subject_id)).toEqual(['fast', 'slow'])
  expect((await listOf(attemptsIn(app))).map(({ state }) => state)).toEqual(['calling', 'refused', 'unknown'])
})

test('numbers follow each other without a gap when many transactions commit at once, with transfers posted before or after', async () => {
  await using app = await createTestApp()
  const [key] = await twoAttempts(app)
  const one = (index: number) =>
    inTransaction(app.call, async (tx) => {
      if (index % 2 === 0) await postTransfers(app.ctx, tx, [aTransfer(index)])
      await note(tx, `${index}`)
      if (index % 5 === 0) await updateAttempt(tx, key, { state: index % 10 === 0 ? 'unknown' : 'calling' })
      if (index % 2 === 1) await postTransfers(app.ctx, tx, [aTransfer(index)])
    })
  await Promise.all(Array.from({ length: 40 }, (_, index) => one(index)))
  const rows = await app.ctx.db.selectFrom('purges').select('sequence').orderBy('sequence').execute()
  expect(rows.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1))
})
