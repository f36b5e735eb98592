import { MutationObserver, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { createQueryClient } from './query-client.ts'
import { type CallName, keyOf } from './read-again.ts'
import { setStaffChanges } from './staff-changes.ts'

const leaves: (() => void)[] = []
afterEach(() => {
  for (const leave of leaves.splice(0)) leave()
})

/** Shows a query, makes a call, and returns how often the query was read. */
async function readsAfter(call: CallName, shown: CallName, mutationFn: () => Promise<unknown>): Promise<number> {
  const client = createQueryClient()
  setStaffChanges(client)
  let reads = 0
  const queryFn = async () => ++reads
  leaves.push(new QueryObserver(client, { queryKey: keyOf(shown), queryFn }).subscribe(() => undefined))
  await client.fetchQuery({ queryKey: keyOf(shown), queryFn })
  await new MutationObserver(client, { mutationKey: keyOf(call), mutationFn }).mutate().catch(() => undefined)
  await new Promise(setImmediate)
  return reads
}
const succeeds = async () => null
const fails = () => Promise.reject(new Error('no answer'))

test.each<[CallName, CallName]>([
  ['payouts.lift', 'statements.lines'],
  ['waitingActs.release', 'lots.list'],
  ['admin.problems.decide', 'payouts.list'],
  ['admin.staff.add', 'admin.staff.list'],
  ['admin.tokens.revoke', 'admin.tokens.list'],
])('reads again what %s changed: %s', async (call, shown) => {
  expect(await readsAfter(call, shown, succeeds)).toBe(2)
})

test('reads again after a call without an answer, which may have changed something', async () => {
  expect(await readsAfter('payouts.lift', 'payouts.list', fails)).toBe(2)
})

test.each<[CallName, CallName]>([
  ['payouts.lift', 'admin.staff.list'],
  ['statements.columns', 'statements.lines'],
  ['admin.rates.import', 'admin.rates.list'],
  ['admin.staff.add', 'admin.tokens.list'],
])('after %s it does not read %s, which it did not change', async (call, shown) => {
  expect(await readsAfter(call, shown, succeeds)).toBe(1)
})
