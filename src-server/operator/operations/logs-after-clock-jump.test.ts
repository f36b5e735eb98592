import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { noRequest } from '../../audit/audit-queries.ts'
import type { LoggedAttempt } from '../../payouts/payout-log.ts'
import { DAY_MS, HOUR_MS } from '../../platform/clock.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { notePurge } from '../../platform/encryption/purge-queries.ts'
import { anApproval } from '../../testing/test-support/payouts.ts'
import { attemptsIn, listOf, purgesIn } from '../../testing/test-support/recovery-log.ts'
import { createTestApp, customerPassword, type Person } from '../../testing/test-support/test-app.ts'
import { deleteAccount } from './delete-account.ts'
import { finishRestore } from './finish-restore.ts'
import { createSiteLog, type LoggedPurge } from './recovery-log.ts'

async function openSite(keys = `k1:${randomBytes(32).toString('base64')}`) {
  const app = await createTestApp({ DATA_KEYS: keys })
  const boss = await app.alwaysAllowed(await app.staff())
  const dana = await app.alwaysAllowed(await app.customer())
  return { app, boss, dana, keys, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() }
}
type Site = Awaited<ReturnType<typeof openSite>>

/** Pays an order of Dana by hand; returns the attempt. */
async function payByHand({ app, boss, dana }: Site): Promise<string> {
  const { submissionId, payoutId: id } = await anApproval(app, dana, boss)
  const { version } = await boss.api.payouts.get({ id })
  const { payout } = await boss.api.payouts.begin({ id, version })
  await boss.api.payouts.markSent({ id, version: payout.version, reference: 'CA-1' })
  return `${submissionId}-1-a1`
}

/** Begins to pay an order of Dana by hand; returns the attempt. */
async function beginByHand({ app, boss, dana }: Site): Promise<string> {
  const { submissionId, payoutId: id } = await anApproval(app, dana, boss)
  await boss.api.payouts.begin({ id, version: (await boss.api.payouts.get({ id })).version })
  return `${submissionId}-1-a1`
}

async function deletedPerson({ app }: Site): Promise<string> {
  const person: Person = await app.customer('Tom Okafor')
  await deleteAccount(app.call, { id: person.id, ...noRequest }, customerPassword)
  return person.id
}

const paid = (entries: readonly LoggedAttempt[]) =>
  entries.filter(({ state }) => state === 'settled').map(({ attempt }) => attempt)
const people = (purges: readonly LoggedPurge[]) =>
  purges.filter(({ what }) => what === 'account').map(({ subject_id }) => subject_id)

/** What happens before, while and after the clock is ahead by a day. Each is logged at once. */
async function sufferClockJump(site: Site): Promise<{ attempts: string[]; persons: string[] }> {
  const { clock } = site.app
  const start = clock.now().getTime()
  const attempts: string[] = []
  const persons: string[] = []
  for (const time of [start, start + DAY_MS, start + HOUR_MS, start + 2 * HOUR_MS]) {
    clock.set(time)
    attempts.push(await payByHand(site))
    persons.push(await deletedPerson(site))
    await site.app.ctx.recoveryLog.write()
  }
  return { attempts, persons }
}

test('what happens after the clock was ahead for a moment is in both logs, once and in its order', async () => {
  await using site = await openSite()
  const { attempts, persons } = await sufferClockJump(site)
  expect(paid(await listOf(attemptsIn(site.app)))).toEqual(attempts)
  expect(people(await listOf(purgesIn(site.app)))).toEqual(persons)
})

test('a payment that ends after the clock was set back is in the log with its end', async () => {
  await using site = await openSite()
  const start = site.app.clock.now().getTime()
  site.app.clock.set(start + DAY_MS)
  const attempt = await beginByHand(site)
  await payByHand(site)
  await site.app.ctx.recoveryLog.write()
  site.app.clock.set(start)
  const { data } = await site.boss.api.payouts.list()
  const begun = data.find(({ state }) => state === 'sending')
  await site.boss.api.payouts.markSent({ id: begun?.id ?? '', version: begun?.version ?? 0, reference: 'CA-2' })
  await site.app.ctx.recoveryLog.write()
  const states = (await listOf(attemptsIn(site.app))).filter((entry) => entry.attempt === attempt)
  expect(states.map(({ state }) => state)).toEqual(['calling', 'settled'])
})

test('a restore repeats every payment and purge of a site whose clock was ahead', async () => {
  await using site = await openSite()
  const { attempts, persons } = await sufferClockJump(site)
  // Restored from before the first order: the payments are those of lost orders.
  await using again = await openSite(site.keys)
  const from = { source: 'A test', head: '', payouts: attemptsIn(site.app) }
  const done = await finishRestore(again.app.ctx, from, purgesIn(site.app), undefined)
  expect(done.paid?.lost.map(({ attempt, state }) => [attempt, state])).toEqual(attempts.map((key) => [key, 'settled']))
  const purges = await again.app.ctx.db.selectFrom('purges').selectAll().execute()
  expect(people(purges).sort()).toEqual([...persons].sort())
})

test('a restored site continues the logs that it was restored with', async () => {
  await using site = await openSite()
  const { persons } = await sufferClockJump(site)
  await using again = await openSite(site.keys)
  await finishRestore(again.app.ctx, { source: 'A test', head: '' }, purgesIn(site.app), undefined)
  // The clock of the new machine is behind.
  again.app.clock.set(site.app.clock.now().getTime() - DAY_MS)
  const later = [await deletedPerson(again), await deletedPerson(again)]
  const attempt = await payByHand(again)
  const { backupDir } = site.app.ctx.config
  await createSiteLog(again.app.ctx, backupDir).write()
  expect(people(await listOf(purgesIn(site.app)))).toEqual([...persons, ...later])
  expect(paid(await listOf(attemptsIn(site.app))).at(-1)).toBe(attempt)
})

test('a purge that a log has twice is replayed once', async () => {
  await using site = await openSite()
  const at = site.app.clock.now().toISOString()
  await inTransaction(site.app.call, (tx) => notePurge(tx, { what: 'code', subjectId: 'GCE-1', at }))
  await site.app.ctx.recoveryLog.write()
  const purges = await listOf(purgesIn(site.app))
  async function* twice() {
    yield* purges
    yield* purges
  }
  await using again = await openSite(site.keys)
  expect(await finishRestore(again.app.ctx, { source: 'A test', head: '' }, twice(), undefined)).toMatchObject({
    replayed: 1,
  })
})
