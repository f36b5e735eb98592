import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TokenScope } from '#shared/api-token.ts'
import { aClawbackAppeal, anAppeal } from '../../testing/test-support/appeals.ts'
import { everything } from '../../testing/test-support/dump-database.ts'
import { aSubmission, aToken } from '../../testing/test-support/factories.ts'
import { aBoughtCard, setInventoryPolicy } from '../../testing/test-support/inventory.ts'
import { aLot } from '../../testing/test-support/lot-calls.ts'
import { anOpenProblem } from '../../testing/test-support/problems.ts'
import { customerPassword } from '../../testing/test-support/test-app.ts'
import { createWorld, type World, withPassword } from '../../testing/test-support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  await setInventoryPolicy(world.owner, { custody: 'hold' })
  await withPassword(world, world.owner, customerPassword)
})
afterAll(() => world[Symbol.asyncDispose]())

type Call = { method?: string; url: string; body: object }
/** What a call does, the scopes that it needs, and a token that can send it but has not all of them. */
type Act = { does: string; needs: readonly TokenScope[]; with: TokenScope; call(): Promise<Call> }

const answer = (id: string): Call => ({
  url: `/api/admin/appeals/${id}/decide`,
  body: { outcome: 'right', words: 'We look again.' },
})
const decision = async (body: object): Promise<Call> => {
  const { id, version } = await anOpenProblem(world)
  return { url: `/api/admin/problems/${id}/decide`, body: { version, reason: 'It was empty.', ...body } }
}

const acts: Act[] = [
  {
    does: 'reverses a claw back',
    needs: ['payouts:write'],
    with: 'submissions:write',
    call: async () =>
      answer((await aClawbackAppeal(world.app, await world.app.customer(), await world.app.colleague('owner'))).id),
  },
  {
    does: 'opens a rejected order again',
    needs: ['submissions:write'],
    with: 'payouts:write',
    call: async () => answer((await anAppeal(world.app, await world.app.customer(), world.reviewer)).id),
  },
  {
    does: 'claws back',
    needs: ['payouts:write'],
    with: 'inventory:write',
    call: () => decision({ decision: 'claw-back' }),
  },
  {
    does: 'releases payouts that a problem holds',
    needs: ['payouts:write'],
    with: 'inventory:write',
    call: () => decision({ decision: 'dismiss' }),
  },
  {
    does: 'rejects a paid order',
    needs: ['payouts:write', 'submissions:write'],
    with: 'payouts:write',
    call: () => decision({ decision: 'claw-back', rejects: true }),
  },
  {
    does: 'records what a brand has refunded',
    needs: ['payouts:write', 'inventory:write'],
    with: 'payouts:write',
    call: () => decision({ decision: 'recovered', amount: 50 }),
  },
  {
    does: 'says that an order was paid, where only finance may',
    needs: ['submissions:write', 'payouts:write'],
    with: 'submissions:write',
    call: async () => ({
      method: 'PATCH',
      url: `/api/submissions/${await aSubmission(world.app, world.dana)}/status`,
      body: { status: 'completed' },
    }),
  },
  ...(['returned', 'never-sent'] as const).map((payout) => ({
    does: `books that the money of a paid order is ${payout}`,
    needs: ['submissions:write', 'payouts:write'] as const,
    with: 'submissions:write' as const,
    call: async () => ({
      method: 'PATCH',
      url: `/api/submissions/${await aBoughtCard(world.app, world.dana, world.owner)}/status`,
      body: { status: 'failed', payout },
    }),
  })),
  {
    does: 'reads numbers and codes',
    needs: ['inventory:write', 'submissions:reveal'],
    with: 'inventory:write',
    call: async () => ({
      url: `/api/admin/lots/${await aLot(world)}/download`,
      body: { currentPassword: customerPassword },
    }),
  },
]

describe.each(acts)('a call that $does', ({ needs, with: scope, call }) => {
  const send = async (scopes: readonly TokenScope[], { method = 'POST', url, body }: Call) =>
    world.app.request(method, url, { body, headers: (await aToken(world.owner, scopes)).headers })
  const rows = async () => ({ ...(await everything(world.app)), api_tokens: [], audit_log: [], events: [] })

  test(`changes nothing with the scope ${scope} alone, and says what is missing`, async () => {
    const asked = await call()
    const before = await rows()
    const { statusCode, body } = await send([scope], asked)
    const missing = needs.find((each) => each !== scope)
    expect([statusCode, JSON.parse(body).message]).toEqual([403, `The API token does not have the scope ${missing}.`])
    expect(await rows()).toEqual(before)
  })

  test(`does it with ${needs.join(' and ')}`, async () => {
    expect((await send(needs, await call())).statusCode).toBe(200)
  })
})
