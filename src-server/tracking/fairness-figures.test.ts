import { expect } from 'vitest'
import { DAY_MS } from '../platform/clock.ts'
import { test } from '../testing/test-support/app-test.ts'
import { anAppeal } from '../testing/test-support/appeals.ts'
import { aSubmission } from '../testing/test-support/factories.ts'
import { percentilesOf } from './percentile.ts'
import { readFigures } from './read-figures.ts'
import { differingFigures, recountFigures } from './recount-figures.ts'

test('appeals count once they are answered, and offers once they have ended, as a recount says', async ({ app }) => {
  const { db } = app.ctx
  const least = 8
  const figures = async () => readFigures(db, app.clock.now(), least)
  const [dana, boss] = [await app.customer(), await app.staff()]
  const open: string[] = []
  for (let number = 0; number < least; number++) open.push((await anAppeal(app, dana, boss)).id)
  expect((await figures()).appeals).toEqual({ cases: 0, inTime: null, right: null })
  const answer = { outcome: 'stands', words: 'It is empty.' } as const
  for (const appealId of open.slice(2)) await boss.api.admin.decideAppeal({ appealId, ...answer })
  expect((await figures()).appeals).toEqual({ cases: least - 2, inTime: null, right: null })
  app.clock.advance(2 * DAY_MS)
  const later = await app.staff()
  for (const appealId of open.slice(0, 2))
    await later.api.admin.decideAppeal({ appealId, outcome: 'right', words: 'Sorry.' })
  const submissionId = await aSubmission(app, await app.customer())
  const at = app.clock.now().toISOString()
  const none = { remind_at: null, reminded_at: null, closed_by: null, closed_version: null, wants: null }
  const offered = { card_brand: 'apple', value_cents: 100, rate_bps: 9200, payout_cents: 92, catalogue_version: null }
  const former = { former_brand: null, former_value_cents: null, former_rate_bps: null, former_payout_cents: null }
  const offer = { submission_id: submissionId, kind: 'offer', made_by: boss.id, made_at: at, due_at: at } as const
  for (let number = 0; number < least; number++)
    await db
      .insertInto('information_requests')
      .values({
        ...{ ...none, ...offered, ...former, ...offer, id: `offer-${number}`, note_encrypted: null, check_id: null },
        ...{ state: number % 4 === 0 ? 'accepted' : 'expired', closed_at: at },
      })
      .execute()
  const shown = await figures()
  expect(shown).toMatchObject({
    appeals: { cases: least, inTime: least - 2, right: 2 },
    offers: { cases: least, accepted: least / 4 },
  })
  expect(differingFigures(shown, await recountFigures(db, shown))).toEqual([])
  app.clock.advance(30 * DAY_MS + 1)
  expect(await figures()).toMatchObject({ appeals: { cases: 0 }, offers: { cases: 0 } })
})

const p50AndP90 = (...times: number[]) => [50, 90].map(percentilesOf(times.map((took) => ({ took }))))

test('is value number ceil(p / 100 * n), counted from 1', () => {
  expect(p50AndP90(...Array.from({ length: 20 }, (_, index) => 20 - index))).toEqual([10, 18])
  expect(p50AndP90(7)).toEqual([7, 7])
  expect(p50AndP90(3, 1, 2)).toEqual([2, 3])
  expect(p50AndP90()).toEqual([0, 0])
})
