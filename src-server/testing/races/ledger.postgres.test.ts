import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { audit, operator } from '../../audit/audit-queries.ts'
import { verifyLog } from '../../audit/verify-log.ts'
import { postTransfers } from '../../payouts/ledger/post-transfers.ts'
import { newHolds, whySecondPerson } from '../../payouts/payout-holds.ts'
import { inServerTransaction, type Tx } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import { createBarrier } from '../test-support/barrier.ts'
import { setControls } from '../test-support/controls.ts'
import { aSubmission } from '../test-support/factories.ts'
import { aTransfer } from '../test-support/ledger.ts'
import { livePayoutOf } from '../test-support/payouts.ts'
import type { Person } from '../test-support/test-app.ts'
import { countWaiting, rounds, twoNodesOfFile } from '../test-support/two-nodes.ts'

/** Numbers of the ledger and of the audit log, and the sums of payees, on two nodes. */

const ROUNDS = 4

const site = await twoNodesOfFile()
const owner = await site.one.staff()
// Two people, because calls of one wait for each other.
const owners: [Person, Person] = [
  (await site.onBoth(owner))[0],
  (await site.onBoth(await site.one.colleague('owner')))[1],
]
await setControls(site.one, { secondPersonFrom: 18_400 })
await site.other.ctx.policies.refresh()

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

test('a node of the previous release, which locks a row by its name, has the same lock', async () => {
  const names = await inServerTransaction(site.one.ctx.db, async (tx) => {
    await sql`select name from named_locks where name = ${'audit-chain'} for update`.execute(tx)
    return namedLocksOf(tx)
  })
  expect(names).toEqual(['audit-chain'])
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
      await tx.updateTable('ledger_transfers').set(change).where('key', '=', 'move:9000').execute()
      if ('sequence' in change) await tx.updateTable('ledger_transfers').set(change).execute()
    })
  await expect(changed({ amount_cents: 1 })).rejects.toThrow('The ledger is append-only.')
  await expect(changed({ sequence: 5_000 })).rejects.toThrow('The ledger is append-only.')
})

const account = (details: string) => ({ type: 'cashapp', details }) as const

/** Two customers of one account, and one customer of two. */
const sharing = [
  ['payout account', ['$same', '$same'], [0, 1]],
  ['customer', ['$first', '$second'], [0, 0]],
] as const

test.each(sharing)('approvals with one %s add up their sums one after the other', async (_, accounts, people) => {
  const customers = [await site.one.customer(), await site.one.customer()]
  const order: string[] = []
  const [summed, mayCommit] = [createBarrier(2), createBarrier(2)]
  const sum = async (at: 0 | 1, tx: Tx) => {
    const userId = customers[people[at]]?.id ?? ''
    const planned = { orderId: 'GCE-1', userId, amountCents: 100, details: account(accounts[at]) }
    await whySecondPerson(site.one.ctx, tx, planned)
    order.push(`approval ${at}`)
  }
  const first = inServerTransaction(site.one.ctx.db, async (tx) => {
    await sum(0, tx)
    await summed()
    await mayCommit()
    order.push('commit 0')
  })
  await summed()
  const second = inServerTransaction(site.other.ctx.db, (tx) => sum(1, tx))
  await expect.poll(async () => order.length > 1 || (await countWaiting(site.one)) > 0, { timeout: 10_000 }).toBe(true)
  void mayCommit()
  await Promise.all([first, second])
  expect(order).toEqual(['approval 0', 'commit 0', 'approval 1'])
})

test('of two approvals for customers with one payout account, one reaches the amount of the second person', () =>
  rounds(ROUNDS, async (first, second) => {
    const paymentDetails = `$shared_${newId()}`
    const orders = await Promise.all(
      [0, 1].map(async () => aSubmission(site.one, await site.one.customer(), { paymentDetails })),
    )
    const approve = (at: 0 | 1) => owners[at].api.admin.review.approve({ submissionId: orders[at] as string })
    await Promise.all([approve(first), approve(second)])
    const states = await Promise.all(orders.map(async (id) => (await livePayoutOf(site.one, id)).state))
    expect(states.sort()).toEqual(['held', 'ready'])
  }))
