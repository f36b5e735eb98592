import { expect, test } from 'vitest'
import { changePassword } from '../../accounts/change-password.ts'
import { removeSecondFactor } from '../../accounts/second-factor.ts'
import { endActiveSession, endOtherSessions, endSession } from '../../accounts/sessions.ts'
import { signOut } from '../../accounts/sign-in.ts'
import { noRequest } from '../../audit/audit-queries.ts'
import { aSubmission, aToken } from '../test-support/factories.ts'
import { openTransaction, untilWaiting } from '../test-support/lock-waits.ts'
import { enrol } from '../test-support/second-factor.ts'
import { ownerPassword, type Person } from '../test-support/test-app.ts'
import { openTwoNodes, outcomes, type TwoNodes, twoNodesOfFile } from '../test-support/two-nodes.ts'
import { withPassword } from '../test-support/world.ts'

/** Parallel calls of one account, and changes of its rights beside them. */

const CALLS = 12
const processing = { status: 'processing', reason: 'Checking.' } as const

const site = await twoNodesOfFile({}, { poolSize: CALLS + 3 })
const owner = (await site.onBoth(await site.one.staff()))[1]
/** The customer to whom a member of staff is linked. */
const dana = await site.one.customer()

type Decide = (submissionId: string) => Promise<unknown>
const byPerson =
  ({ api }: Person): Decide =>
  (submissionId) =>
    api.admin.submissions.setStatus({ submissionId, ...processing })

/** By a new token of this person. */
async function byToken(maker: Person): Promise<{ id: string; decide: Decide }> {
  const { id, headers } = await aToken(maker, ['submissions:write'])
  const codes: Readonly<Record<number, string>> = { 401: 'unauthorized', 403: 'forbidden' }
  return {
    id,
    async decide(submissionId) {
      const url = `/api/submissions/${submissionId}/status`
      const { statusCode } = await site.other.request('PATCH', url, { headers, body: processing })
      if (statusCode !== 200) throw Object.assign(new Error(), { name: 'AppError', code: codes[statusCode] })
    },
  }
}

const aReviewer = async () => (await site.onBoth(await site.one.colleague('reviewer')))[1]
/** Of a new customer, because decisions about one customer wait for each other. */
const anOrder = async ({ one } = site) => aSubmission(one, await one.customer())
const lockOrders = (ids: readonly string[], { one } = site) =>
  openTransaction(one, (tx) => tx.selectFrom('submissions').select('id').where('id', 'in', ids).forUpdate().execute())

/** Starts decisions about orders that a transaction has locked; each waits for its order alone. */
async function expectParallel(decisions: readonly Decide[]): Promise<void> {
  const orders: string[] = []
  for (const _ of decisions) orders.push(await anOrder())
  const locked = await lockOrders(orders)
  const made = outcomes(...decisions.map((decide, at) => () => decide(orders[at] ?? '')))
  const waits = await untilWaiting(site.one, decisions.length)
  expect(waits.map(({ blockers }) => blockers)).toEqual(decisions.map(() => [locked.pid]))
  await locked.commit()
  expect(new Set(await made)).toEqual(new Set(['ok']))
}

test('twelve calls of one account are in their transactions together', async () => {
  const decide = byPerson(await aReviewer())
  await expectParallel(Array.from({ length: CALLS }, () => decide))
})

test('calls with tokens of one owner are in their transactions together', async () => {
  const tokens = [await byToken(owner), await byToken(owner)]
  await expectParallel([byPerson(owner), ...tokens, ...tokens].map((by) => ('decide' in by ? by.decide : by)))
})

/**
 * Changes rights while a call is between its check and its commit: the change waits for it. A further call waits for
 * the change, although the first call shares its lock, and is refused.
 */
async function expectInTurn(
  decide: Decide,
  change: () => Promise<unknown>,
  refusal: string,
  { at = site, last }: { at?: TwoNodes; last?: string } = {},
): Promise<void> {
  const [first, second] = [await anOrder(at), last ?? (await anOrder(at))]
  const locked = await lockOrders([first], at)
  const calls = [outcomes(() => decide(first))]
  await untilWaiting(at.one, 1)
  calls.push(outcomes(change))
  await untilWaiting(at.one, 2)
  calls.push(outcomes(() => decide(second)))
  await untilWaiting(at.one, 3)
  await locked.commit()
  expect((await Promise.all(calls)).flat()).toEqual(['ok', 'ok', refusal])
}

const sessionOf = async ({ id }: Person) => {
  const sessions = site.one.ctx.db.selectFrom('sessions').select('id').where('user_id', '=', id)
  return { id, sessionId: (await sessions.executeTakeFirstOrThrow()).id }
}
const elsewhere = ({ id }: Person) => ({ id, sessionId: 'of another browser', ...noRequest })

type Change = (of: Person) => Promise<unknown>
const changes: Readonly<Record<string, Change>> = {
  'its disabling': ({ id }) => owner.api.admin.staff.setActive({ id, isActive: false }),
  'another role': ({ id }) => owner.api.admin.staff.update({ id, name: 'Ana', role: 'support' }),
  'a one-time password': ({ id }) => owner.api.admin.staff.reset({ id }),
  'a sign-out': async (of) => signOut(site.other.call, 'staff', { ...(await sessionOf(of)), ...noRequest }),
  'another sign-in in its browser': async (of) => endSession(site.other.call, await sessionOf(of)),
  'the end of its session': async (of) =>
    endActiveSession(site.other.call, 'staff', elsewhere(of), (await sessionOf(of)).sessionId),
  'the end of all other sessions': (of) => endOtherSessions(site.other.call, 'staff', elsewhere(of)),
  async 'another password'(of) {
    await withPassword({ app: site.one }, of, 'the-present-password')
    const next = { password: 'the-next-password', confirmPassword: 'the-next-password' }
    return changePassword(site.other.call, elsewhere(of), { currentPassword: 'the-present-password', ...next })
  },
}

test.each(Object.entries(changes))(
  '%s waits for calls of an account, and later ones wait for it',
  async (_, change) => {
    const reviewer = await aReviewer()
    await expectInTurn(byPerson(reviewer), () => change(reviewer), 'unauthorized')
  },
)

test('a link to a customer waits for decisions of an account, and later ones wait for it', async () => {
  const reviewer = await aReviewer()
  const link = () => owner.api.admin.staff.link({ id: reviewer.id, email: dana.email })
  await expectInTurn(byPerson(reviewer), link, 'forbidden', { last: await aSubmission(site.one, dana) })
})

test('the end of a token waits for its calls, and later ones wait for it', async () => {
  const { id, decide } = await byToken(owner)
  await expectInTurn(decide, () => owner.api.admin.tokens.revoke({ id }), 'unauthorized')
})

test.each(['its disabling', 'another role'])('%s of a maker waits for calls with a token', async (name) => {
  const maker = (await site.onBoth(await site.one.colleague('owner')))[1]
  const { decide } = await byToken(maker)
  await expectInTurn(decide, () => (changes[name] as Change)(maker), 'unauthorized')
})

test('the removal of a required second factor waits for calls, and later ones wait for it', async () => {
  await using strict = await openTwoNodes({ STAFF_MFA: 'required' })
  const staff = await strict.one.staff()
  const { code } = await enrol(strict.one, staff)
  const self = (await strict.onBoth(staff))[1]
  const remove = () =>
    removeSecondFactor(
      strict.one.call,
      { ...elsewhere(self), username: 'owner' },
      { currentPassword: ownerPassword, code: code() },
    )
  await expectInTurn(byPerson(self), remove, 'forbidden', { at: strict })
})
