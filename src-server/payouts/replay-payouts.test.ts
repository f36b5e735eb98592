import { expect, test } from 'vitest'
import type { AttemptState } from '#shared/payout.ts'
import { balancesOf } from '../testing/test-support/payouts.ts'
import { createTestApp } from '../testing/test-support/test-app.ts'
import type { LoggedAttempt } from './payout-log.ts'
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

test('what was paid for lost orders is lost with its fee; what may have been paid is named', async () => {
  await using app = await createTestApp()
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
