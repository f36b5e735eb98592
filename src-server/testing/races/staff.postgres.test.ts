import { expect, test } from 'vitest'
import { updateRights } from '../../accounts/account-queries.ts'
import { prepareOwner } from '../../accounts/first-owner.ts'
import { lockRights } from '../../accounts/rights-queries.ts'
import { updateStaff } from '../../accounts/staff-accounts.ts'
import { noRequest } from '../../audit/audit-queries.ts'
import type { ServerContext } from '../../context.ts'
import { asServer } from '../../platform/db/database.ts'
import { openKeyring } from '../../platform/encryption/open-keyring.ts'
import { aSubmission } from '../test-support/factories.ts'
import type { Person } from '../test-support/test-app.ts'
import {
  onlyOne,
  openTwoNodes,
  outcomeBeside,
  outcomes,
  race,
  rounds,
  twoNodesOfFile,
} from '../test-support/two-nodes.ts'

/** Owners, roles and staff accounts on two nodes. */

const ROUNDS = 4

const site = await twoNodesOfFile()
const owner = await site.onBoth(await site.one.staff())

const nodes = () => [site.one, site.other] as const
const db = () => site.one.ctx.db
const activeOwners = async () =>
  (
    await db().selectFrom('users').select('id').where('role', '=', 'owner').where('disabled_at', 'is', null).execute()
  ).map(({ id }) => id)
const withoutConfiguredOwner = (ctx: ServerContext) => ({ ...ctx, config: { ...ctx.config, owner: undefined } })

/** Two further owners, the first signed in on the first node and the second on the other. */
async function twoOwners(): Promise<[Person, Person]> {
  const people = [await site.one.colleague('owner'), await site.one.colleague('owner')] as const
  return [(await site.onBoth(people[0]))[0], (await site.onBoth(people[1]))[1]]
}

race('of two owners who disable each other, one succeeds', ROUNDS, async (first, second) => {
  const people = await twoOwners()
  const disable = (by: Person, { id }: Person) => by.api.admin.staff.setActive({ id, isActive: false })
  await onlyOne(
    [() => disable(people[first], people[second]), () => disable(people[second], people[first])],
    'unauthorized',
  )
})

race('of two owners who demote each other, one succeeds', ROUNDS, async (first, second) => {
  const people = await twoOwners()
  const demote = (by: Person, { id }: Person) => by.api.admin.staff.update({ id, name: 'Ana', role: 'reviewer' })
  await onlyOne(
    [() => demote(people[first], people[second]), () => demote(people[second], people[first])],
    'unauthorized',
  )
})

test('the last two owners cannot both be demoted by calls that were permitted before', () =>
  rounds(ROUNDS, async (first, second) => {
    await db().updateTable('users').set({ role: 'support' }).where('role', '=', 'owner').execute()
    const people = await twoOwners().catch(() => undefined)
    expect(people).toBeUndefined()
    await db().updateTable('users').set({ role: 'owner' }).where('id', '=', owner[0].id).execute()
    const [ana, ben] = await twoOwners()
    await db().updateTable('users').set({ role: 'support' }).where('id', '=', owner[0].id).execute()
    const actor = { id: owner[0].id, ...noRequest }
    const demote = (at: 0 | 1, { id }: Person) =>
      updateStaff(asServer(withoutConfiguredOwner(nodes()[at].ctx)), actor, {
        id,
        name: 'Ana',
        role: 'reviewer',
      })
    await onlyOne([() => demote(first, ana), () => demote(second, ben)])
    expect(await activeOwners()).toHaveLength(1)
    await db().updateTable('users').set({ role: 'owner' }).where('id', '=', owner[0].id).execute()
  }))

race('a decision beside a change of role is made before it, or refused', ROUNDS, async (first, second) => {
  const reviewer = await site.onBoth(await site.one.colleague('reviewer'))
  const submissionId = await aSubmission(site.one, await customer())
  const decide = (at: 0 | 1) =>
    reviewer[at].api.admin.submissions.setStatus({ submissionId, status: 'processing', reason: 'Checking.' })
  const [decided, changed] = await outcomes(
    () => decide(first),
    () => owner[second].api.admin.staff.update({ id: reviewer[0].id, name: 'Ana', role: 'support' }),
  )
  expect(changed).toBe('ok')
  expect(['ok', 'unauthorized', 'forbidden']).toContain(decided)
  expect(await outcomes(() => decide(second))).not.toEqual(['ok'])
})

test('a decision that waits for a change of role is refused', async () => {
  const reviewer = (await site.onBoth(await site.one.colleague('reviewer')))[1]
  const submissionId = await aSubmission(site.one, await customer())
  const outcome = await outcomeBeside(
    site,
    async (tx) => updateRights(await lockRights(tx, [reviewer.id]), reviewer.id, { role: 'support' }),
    () => reviewer.api.admin.submissions.setStatus({ submissionId, status: 'completed' }),
  )
  expect(outcome).toBe('forbidden')
  const rows = await db().selectFrom('submissions').select('status').where('id', '=', submissionId).execute()
  expect(rows).toEqual([{ status: 'pending' }])
})

test('of two new accounts with one username, one is created', async () => {
  const other = (await twoOwners())[1]
  await rounds(ROUNDS, async () => {
    const username = `ana${Math.random()}`
    const add = (by: Person) => by.api.admin.staff.add({ name: 'Ana', username, role: 'support' })
    await onlyOne([() => add(owner[0]), () => add(other)])
  })
})

const start = async (ctx: ServerContext) => (await prepareOwner(ctx))()

test('two nodes that start create one owner, and one of them prints the password while it runs', async () => {
  await using empty = await openTwoNodes({}, { hasControls: true })
  const contexts = [empty.one.ctx, empty.other.ctx].map(withoutConfiguredOwner)
  await rounds(ROUNDS, async () => {
    await empty.one.ctx.db.deleteFrom('users').execute()
    const made = await Promise.all(contexts.map(start))
    const [printed, ...more] = made.filter((owner) => owner?.password !== undefined)
    expect(more).toEqual([])
    const users = await empty.one.ctx.db.selectFrom('users').select(['username', 'role']).execute()
    expect(users).toEqual([{ username: 'admin', role: 'owner' }])
    // A third start makes none, until the node that made it stops.
    expect(await start(contexts[0] as ServerContext)).toMatchObject({ username: 'admin', password: undefined })
    await printed?.release()
    const next = await start(contexts[0] as ServerContext)
    expect(next?.password).toEqual(expect.any(String))
    await next?.release()
  })
  await empty.one.ctx.db.deleteFrom('users').execute()
  await Promise.all([empty.one.ctx, empty.other.ctx].map(start))
  const users = await empty.one.ctx.db.selectFrom('users').select(['username', 'role']).execute()
  expect(users).toEqual([{ username: 'owner', role: 'owner' }])
})

test('two nodes that start record one data key', async () => {
  await using empty = await openTwoNodes({}, { hasControls: true })
  const source = { dataKeys: empty.one.ctx.config.dataKeys, keyFile: '' }
  await rounds(ROUNDS, async () => {
    await empty.one.ctx.db.deleteFrom('users').execute()
    await empty.one.ctx.db.deleteFrom('data_keys').execute()
    const made = await outcomes(
      ...[empty.one, empty.other].map(
        ({ ctx }) =>
          () =>
            openKeyring(ctx.db, ctx.clock, source),
      ),
    )
    expect(made).toEqual(['ok', 'ok'])
    expect(await empty.one.ctx.db.selectFrom('data_keys').select('key_id').execute()).toEqual([{ key_id: 'k1' }])
  })
})

let dana: Promise<Person> | undefined
function customer(): Promise<Person> {
  dana ??= site.one.customer()
  return dana
}
