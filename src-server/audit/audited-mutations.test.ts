import { afterAll, beforeAll, expect, test } from 'vitest'
import { policyDefaults } from '#shared/policy.ts'
import { entriesOf, unaudited } from '../testing/test-support/audit-entries.ts'
import { aChat, aSubmission } from '../testing/test-support/factories.ts'
import { aBoughtCardOfDana } from '../testing/test-support/inventory-calls.ts'
import { anApproval } from '../testing/test-support/payouts.ts'
import { anOfferToDana, aProblem } from '../testing/test-support/problems.ts'
import { procedureCalls } from '../testing/test-support/procedure-calls.ts'
import { anOpenLineThatPays } from '../testing/test-support/statement-calls.ts'
import { customerPassword } from '../testing/test-support/test-app.ts'
import { createWorld, inNewSession, type World } from '../testing/test-support/world.ts'
import { procedures } from '../web/trpc/procedures.ts'

type MakeCall = (world: World) => ReturnType<(typeof procedureCalls)[string]>
/** Calls in place of valid ones that change nothing. */
const changes: Readonly<Record<string, MakeCall>> = {
  'account.saveProfile': async ({ app }) => ({
    input: { email: 'other@mail.example', phone: '555-010-0101', address: '', currentPassword: customerPassword },
    by: await app.customer(),
  }),
  async 'admin.chat.setStatus'({ app, owner }) {
    const sessionId = await aChat(await app.customer())
    await owner.api.admin.chat.reply({ sessionId, message: 'Soon.' })
    return { input: { sessionId, status: 'closed' } }
  },
  'admin.policies.change': async () => ({
    input: { name: 'appeals', base: 0, values: { ...policyDefaults.appeals, windowDays: 15 } },
  }),
  'inventory.importDispositions': async (world) => ({
    input: {
      csv: `order,kind,amount,buyer,reference\n${await aBoughtCardOfDana(world)},sold,96.00,Card Resale Inc.,INV-7`,
      dryRun: false,
    },
  }),
  'statements.rematch': async (world) => ({ input: { id: await anOpenLineThatPays(world) } }),
}

/** Calls with another outcome than the valid one: their name, entries and input. */
const outcomes: [path: string, outcome: string, entries: string, make: MakeCall][] = [
  [
    'transactions.answerOffer',
    'is accepted',
    'problem.set-off-accepted',
    async (world) => ({ input: { id: await anOfferToDana(world), accepts: true } }),
  ],
  [
    'admin.chat.setStatus',
    'opens it again',
    'chat.reopened',
    async ({ app, owner }) => {
      const sessionId = await aChat(await app.customer())
      await owner.api.admin.chat.reply({ sessionId, message: 'Soon.' })
      await owner.api.admin.chat.setStatus({ sessionId, status: 'closed' })
      return { input: { sessionId, status: 'open' } }
    },
  ],
  [
    'admin.submissions.setStatus',
    'pays by hand without a payout',
    'payout.sent, submission.decided',
    async ({ app, dana }) => ({ input: { submissionId: await aSubmission(app, dana), status: 'completed' } }),
  ],
  [
    'admin.submissions.setStatus',
    'pays the payout by hand',
    'payout.sent, submission.decided',
    async ({ app, owner }) => {
      const { submissionId } = await anApproval(app, await app.customer(), owner)
      return { input: { submissionId, status: 'completed', payoutReference: 'CA-1' } }
    },
  ],
  [
    'admin.problems.decide',
    'rejects the order and releases what was held',
    'item.disposed, problem.decided, submission.decided, payout.lifted',
    async (world) => {
      const { app, owner } = world
      const seller = await app.customer()
      await anApproval(app, seller, owner)
      const { id, version } = await aProblem(app, seller, owner)
      return { input: { id, version, decision: 'write-off', reason: 'It was empty.', rejects: true } }
    },
  ],
]

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

/** Clear All Data is last: nothing is left after it. */
const last = (path: string) => Number(path === 'admin.data.clearAll')
const mutations = Object.keys(procedures)
  .filter((path) => procedures[path]?.type === 'mutation')
  .sort((a, b) => last(a) - last(b))

/** What people type about customers, which the chain would keep after the deletion of an account. */
const typed = new Set(['note', 'reason', 'reference', 'text', 'words', 'message', 'description', 'payoutReference'])

function typedTexts(input: unknown): string[] {
  return Object.entries(Object(input)).flatMap(([name, value]) => {
    if (typeof value === 'string') return typed.has(name) && value !== '' ? [value] : []
    return typeof value === 'object' ? typedTexts(value) : []
  })
}

/** Makes this call; returns the actions of the entries that it leaves. No detail has a text of the call. */
async function actionsOf(path: string, make = changes[path] ?? procedureCalls[path]): Promise<string> {
  const { app, owner, dana } = world
  const who = path.startsWith('admin.') || procedures[path]?.access === 'finance' ? owner : dana
  const { input = {}, by } = (await make?.(world, who)) ?? {}
  const as = by ?? (await inNewSession(world, who, who === owner ? 'staff' : 'customer'))
  const entries = app.ctx.db.selectFrom('audit_log').select(['sequence', 'action', 'detail']).orderBy('sequence')
  const before = (await entries.execute()).length
  const { statusCode, body } = await app.request('POST', `/trpc/${path}`, { as, body: input })
  expect(statusCode, body).toBe(200)
  const added = (await entries.execute()).slice(before)
  for (const text of typedTexts(input)) expect(added.filter(({ detail }) => detail.includes(text))).toEqual([])
  return added.map(({ action }) => action).join(', ')
}

// Before Clear All Data.
test.each(outcomes)('%s that %s leaves its audit entries', async (path, _, entries, make) => {
  expect(await actionsOf(path, make)).toBe(entries)
})

test.each(mutations)('%s leaves its audit entries, or none for the reason that is listed', async (path) => {
  expect(await actionsOf(path)).toBe(unaudited[path] === undefined ? entriesOf[path] : '')
})

test('lists each changing call once', () => {
  expect([...Object.keys(unaudited), ...Object.keys(entriesOf)].sort()).toEqual([...mutations].sort())
})
