import { expect, test } from 'vitest'
import { payoutMessages } from '#shared/payout.ts'
import { inServerTransaction } from '../platform/db/database.ts'
import { anApproval, livePayoutOf } from '../testing/test-support/payouts.ts'
import { createTestApp } from '../testing/test-support/test-app.ts'
import { changePayout, changeState } from './change-payout.ts'

test('a change of a row that has changed since it was read is a conflict', async () => {
  await using app = await createTestApp()
  const { ctx } = app
  const { submissionId } = await anApproval(app, await app.customer(), await app.staff())
  const former = await livePayoutOf(app, submissionId)
  await inServerTransaction(ctx.db, (tx) => changePayout(ctx, tx, former, {}))
  const change = inServerTransaction(ctx.db, (tx) => changePayout(ctx, tx, former, { failure_message: 'late' }))
  await expect(change).rejects.toThrow(payoutMessages.changed)
  await expect(inServerTransaction(ctx.db, (tx) => changeState(ctx, tx, former, 'canceled'))).rejects.toThrow(
    payoutMessages.changed,
  )
  expect(await livePayoutOf(app, submissionId)).toEqual({ ...former, version: former.version + 1 })
})
