import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { policyDefaults } from '#shared/policy.ts'
import { audit, operator } from '../../audit/audit-queries.ts'
import { verifyLog } from '../../audit/verify-log.ts'
import { postTransfers } from '../../payouts/ledger/post-transfers.ts'
import { newHolds } from '../../payouts/new-holds.ts'
import { inServerTransaction, type Tx } from '../../platform/db/database.ts'
import { createBarrier } from '../test-support/barrier.ts'
import { aSubmission } from '../test-support/factories.ts'
import { aTransfer } from '../test-support/ledger.ts'
import { livePayoutOf } from '../test-support/payouts.ts'
import type { Person } from '../test-support/test-app.ts'
import { openTwoNodes, rounds, type TwoNodes } from '../test-support/two-nodes.ts'

/** Numbers of the ledger and of the audit log, and the sums of payees, on two nodes. */

let site: TwoNodes
let owners: [Person, Person]
let owner: Person
beforeAll(async () => {
  site = await openTwoNodes()
  owner = await site.one.staff()
  owners = await site.onBoth(owner)
  const values = { ...policyDefaults.payouts, secondPersonFromCents: 18_400 }
  await owner.api.admin.policies.change({ name: 'payouts', base: 0, values })
  await site.other.ctx.policies.refresh()
})
afterAll(() => site[Symbol.asyncDispose]())

/** The keys of the named locks that the session of a transaction has. */
async function namedLocksOf(tx: Tx): Promise<string[]> {
  const names = sql`unnest(array['ledger', 'audit-chain', 'log-sequence']) as name`
  const { rows } = await sql<{ name: string }>`select name from pg_locks join ${names}
    on objid::bigint = hashtext(name)::bigint & 4294967295
    where locktype = 'advisory' and classid = 17 and pid = pg_backend_pid()`.execute(tx)
  return rows.map(({ name }) => name)
}

test('approvals of different customers post their transfers side by side, without a lock of the ledger', async () => {
  const { ctx } = site.one
  const bothPosted = createBarrier(2)
  const approve = async (number: number) => {
    const customer = await site.one.customer()
    return inServerTransaction(ctx.db, async (tx) => {
      const details = { type: 'cashapp', details: `$other_${number}` } as const
      const planned = { orderId: 'GCE-1', userId: customer.id, amountCents: 100, details }
      await newHolds(ctx, tx, planned, owner.id)
      await postTransfers(ctx, tx, [aTransfer(number)])
      await audit(ctx, tx, operator, 'submission.approved', `${number}`)
      // Neither arrives when one waits for the other.
      await bothPosted()
      return namedLocksOf(tx)
    })
  }
  expect(await Promise.all([approve(1), approve(2)])).toEqual([[], []])
})

test('numbers of transfers and audit entries have no gaps after rollbacks and commits at once', async () => {
  const nodes = [site.one.ctx, site.other.ctx] as const
  const before = await numbers()
  const post = (number: number) =>
    inServerTransaction(nodes[number % 2 === 0 ? 0 : 1].db, async (tx) => {
      const app = nodes[number % 2 === 0 ? 0 : 1]
      await audit(app, tx, operator, 'submission.noted', `first ${number}`)
      await postTransfers(app, tx, [aTransfer(number), aTransfer(number + 1_000)])
      await audit(app, tx, operator, 'submission.noted', `second ${number}`)
      if (number % 3 === 0) throw new Error('rolled back')
    })
  const made = await Promise.allSettled(Array.from({ length: 45 }, (_, index) => post(100 + index)))
  expect(made.filter(({ status }) => status === 'rejected')).toHaveLength(15)
  const after = await numbers()
  expect(after).toHaveLength(before.length + 60)
  expect(after.map(({ sequence }) => sequence)).toEqual(after.map((_, index) => index + 1))
  // Two transfers of one transaction follow each other.
  const keys = after.slice(before.length).map(({ key }) => Number(key.replace('adjustment:', '')))
  for (let at = 0; at < keys.length; at += 2) expect(keys[at + 1]).toBe((keys[at] as number) + 1_000)
  expect((await verifyLog(nodes[0].db, nodes[0].keyring)).problem).toBeUndefined()
})

const numbers = () =>
  site.one.ctx.db.selectFrom('ledger_transfers').select(['sequence', 'key']).orderBy('sequence').execute()

test('a number is set once, and nothing else of a transfer before', async () => {
  const { ctx } = site.one
  const changed = (change: Partial<{ sequence: number; amount_cents: number }>) =>
    inServerTransaction(ctx.db, async (tx) => {
      await postTransfers(ctx, tx, [aTransfer(9_000)])
      await tx.updateTable('ledger_transfers').set(change).where('key', '=', 'adjustment:9000').execute()
      if ('sequence' in change) await tx.updateTable('ledger_transfers').set(change).execute()
    })
  await expect(changed({ amount_cents: 1 })).rejects.toThrow('The ledger is append-only.')
  await expect(changed({ sequence: 5_000 })).rejects.toThrow('The ledger is append-only.')
})

test('of two approvals for customers with one payout account, one reaches the amount of the second person', () =>
  rounds(6, async (first, second) => {
    const paymentDetails = `$shared_${Math.random().toString(36).slice(2)}`
    const orders = await Promise.all(
      [0, 1].map(async () => aSubmission(site.one, await site.one.customer(), { paymentDetails })),
    )
    await Promise.all([first, second].map((at) => approve(owners[at] as Person, orders[at] as string)))
    const states = await Promise.all(orders.map(async (id) => (await livePayoutOf(site.one, id)).state))
    expect(states.sort()).toEqual(['held', 'ready'])
  }))

test('of two approvals for one customer with two payout accounts, one reaches the amount of the second person', () =>
  rounds(6, async (first, second) => {
    const customer = await site.one.customer()
    const orders = await Promise.all(
      [0, 1].map((at) => aSubmission(site.one, customer, { paymentDetails: `$${customer.id.slice(0, 8)}_${at}` })),
    )
    await Promise.all([first, second].map((at) => approve(owners[at] as Person, orders[at] as string)))
    const states = await Promise.all(orders.map(async (id) => (await livePayoutOf(site.one, id)).state))
    expect(states.sort()).toEqual(['held', 'ready'])
  }))

const approve = (by: Person, submissionId: string) => by.api.admin.review.approve({ submissionId })
