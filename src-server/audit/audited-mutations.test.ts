import { afterAll, expect, test } from 'vitest'
import { policyDefaults } from '#shared/policy.ts'
import { changeOf, mutations } from '../testing/test-support/change-calls.ts'
import { aChat, aSubmission } from '../testing/test-support/factories.ts'
import { aBoughtCardOfDana } from '../testing/test-support/inventory-calls.ts'
import { anApproval } from '../testing/test-support/payouts.ts'
import { anOfferToDana, aProblem } from '../testing/test-support/problems.ts'
import { procedureCalls } from '../testing/test-support/procedure-calls.ts'
import { anOpenLineThatPays } from '../testing/test-support/statement-calls.ts'
import { customerPassword } from '../testing/test-support/test-app.ts'
import { createWorld, type World } from '../testing/test-support/world.ts'

/** Calls without an audit entry, and why: the chain of entries has one head, for which all of them wait. */
const unaudited: Readonly<Record<string, string>> = {
  'account.signUp': 'the row of the account says when',
  'account.removePaymentMethod': 'no money goes where it was saved',
  'account.requestPasswordReset': 'anyone may ask; the mail and the row of the link say when',
  'account.checkResetLink': 'reads',
  'exchange.quote': 'a quote',
  'exchange.quoteAgain': 'a quote',
  'exchange.submit': 'the order, its history and the key of its retries say the same',
  'exchange.removeUpload': 'an upload that no order has',
  'chat.send': 'a message',
  'chat.seen': 'says what was read',
  'chat.typing': 'is not stored',
  'admin.chat.seen': 'says what was read',
  'admin.chat.typing': 'is not stored',
  'admin.me.startSecondFactor': 'a draft until it is confirmed',
  'admin.rates.import': 'reads a file; the publish is in the log',
  'statements.columns': 'reads a file',
}

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

const world = await createWorld()
afterAll(() => world[Symbol.asyncDispose]())

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
  const { input, send } = await changeOf(world, path, make)
  const entries = world.app.ctx.db.selectFrom('audit_log').select(['sequence', 'action', 'detail']).orderBy('sequence')
  const before = (await entries.execute()).length
  await send()
  const added = (await entries.execute()).slice(before)
  for (const text of typedTexts(input)) expect(added.filter(({ detail }) => detail.includes(text))).toEqual([])
  return added.map(({ action }) => action).join(', ')
}

// Before Clear All Data.
test.each(outcomes)('%s that %s leaves its audit entries', async (path, _, entries, make) => {
  expect(await actionsOf(path, make)).toBe(entries)
})

test.each(mutations)('%s leaves its audit entries, or none for the reason that is listed', async (path) => {
  expect(await actionsOf(path)).toBe(unaudited[path] === undefined ? procedureCalls[path]?.entries : '')
})

test('lists each changing call once', () => {
  const audited = Object.keys(procedureCalls).filter((path) => procedureCalls[path]?.entries !== undefined)
  expect([...Object.keys(unaudited), ...audited].sort()).toEqual([...mutations].sort())
})
