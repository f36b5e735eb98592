import { expect, test } from 'vitest'
import type { PayoutListInput } from '#shared/payout-list-schema.ts'
import { anApproval } from '../testing/test-support/payouts.ts'
import { type PlanStep, planSteps } from '../testing/test-support/query-plans.ts'
import { createTestApp } from '../testing/test-support/test-app.ts'
import { sumFiles } from './files/file-queries.ts'
import { listPayouts, sumPayouts } from './list-payouts.ts'

/**
 * Matches steps whose time grows with the tables. Reading an index in its order up to a limit is fine, and so are
 * the indexes of the few lines, attempts and holds that need attention or are open, which may be sorted.
 */
function isSlow({ step, query }: PlanStep): boolean {
  if (/payout_lines_contradicted|payout_attempts_(unknown|open)|payout_holds_review|payouts_owed/.test(step))
    return false
  return /^SCAN (payouts|payout_lines|payout_file_rows|payout_attempts|payout_holds|submissions|users)\b/.test(step)
    ? !(step.includes('USING') && /\blimit\b/.test(query))
    : step.includes('USE TEMP B-TREE FOR ORDER BY') &&
        !/"id" in \(select|"payout_id" in \(|"state" in \('calling'|union/.test(query)
}

const lists: Record<string, Partial<PayoutListInput>> = {
  'all payouts': {},
  'a page far back': { page: 400 },
  'what is ready': { state: 'ready' },
  'what was paid': { state: 'paid' },
  'what is done': { state: 'done' },
  'what is being sent': { state: 'being-sent' },
  'what needs attention': { state: 'attention' },
  'a search': { search: 'dana.reyes@mail.example' },
  'a search for a reference': { search: 'CA-7K3' },
  'a search for a name': { search: 'Dana Reyes' },
  'a search for an amount': { search: '$92' },
  'a search for a day': { search: '2026-11-20' },
  'a search in what is ready': { search: 'Nov 20', state: 'ready' },
  'a search in what was paid by hand': { search: '92', state: 'paid', provider: 'hand' },
  'a search in what needs attention': { search: 'dana', state: 'attention' },
}

test.each(Object.keys(lists))('reads no whole table of payouts for %s', async (name) => {
  await using app = await createTestApp()
  await anApproval(app, await app.customer(), await app.staff())
  const steps = await planSteps(app, () => listPayouts(app.ctx, { page: 1, limit: 25, ...lists[name] }))
  expect(steps.filter(isSlow)).toEqual([])
})

test('reads no whole table of payouts for their sums, also those of payment files', async () => {
  await using app = await createTestApp()
  for (const read of [() => sumPayouts(app.ctx), () => sumFiles(app.ctx.db, ['PF-1', 'PF-2'])])
    expect((await planSteps(app, read)).filter(isSlow)).toEqual([])
})

test('reads no whole table of attempts for the recovery log', async () => {
  await using app = await createTestApp()
  await anApproval(app, await app.customer(), await app.staff())
  const steps = await planSteps(app, () => app.ctx.recoveryLog.write())
  expect(steps.filter(isSlow)).toEqual([])
})

test('detects a query without an index', async () => {
  await using app = await createTestApp()
  const { db } = app.ctx
  const counted = await planSteps(app, () =>
    db.selectFrom('payouts').select('id').where('currency', '=', 'x').execute(),
  )
  expect(counted.some(isSlow)).toBe(true)
})
