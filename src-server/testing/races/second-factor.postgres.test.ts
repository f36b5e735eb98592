import { expect, test } from 'vitest'
import { RECOVERY_CODE_COUNT } from '#shared/second-factor.ts'
import { enrol, phoneApp } from '../test-support/second-factor.ts'
import { ownerPassword, type Person } from '../test-support/test-app.ts'
import { onlyOne, outcomes, race, rounds, twoNodesOfFile } from '../test-support/two-nodes.ts'

/** The second factor of one person on two nodes. */

const ROUNDS = 5
const FEW_ROUNDS = 3
const STEP_MS = 30_000

const site = await twoNodesOfFile()
const owner = await site.onBoth(await site.one.staff())
/** People without a second factor. */
const colleagues: [Person, Person][] = []
for (let count = 0; count < 2 * FEW_ROUNDS; count++)
  colleagues.push(await site.onBoth(await site.one.colleague('reviewer')))
const phone = await enrol(site.one, owner[0])
site.other.clock.advance(STEP_MS)

const nodes = () => [site.one, site.other] as const
const login = (at: 0 | 1, code?: string) =>
  nodes()[at].request('POST', '/api/admin/login', {
    body: { username: 'owner', password: ownerPassword, ...(code !== undefined && { code }) },
  })
const withTicket = (at: 0 | 1, ticket: string, code: string) =>
  nodes()[at].request('POST', '/trpc/admin.session.signInWithCode', { body: { ticket, code } })
const factor = (id = owner[0].id) =>
  site.one.ctx.db.selectFrom('second_factors').selectAll().where('user_id', '=', id).executeTakeFirstOrThrow()
const statuses = (responses: { statusCode: number }[]) => responses.map(({ statusCode }) => statusCode).sort()
const codesRefused = async () =>
  (await site.one.ctx.db.selectFrom('audit_log').select('id').where('action', '=', 'staff.code-refused').execute())
    .length
/** A code that is none of the accepted ones. */
const wrongCode = () => {
  const right = [-1, 0, 1].map((step) => phone.code(step))
  return ['000000', '111111', '222222', '333333'].find((code) => !right.includes(code)) ?? ''
}

race('a code of the app signs in once', ROUNDS, async (first, second) => {
  site.advance(STEP_MS)
  const code = phone.code()
  expect(statuses(await Promise.all([login(first, code), login(second, code)]))).toEqual([200, 401])
})

race('a code of the app with two tickets signs in once', ROUNDS, async (first, second) => {
  site.advance(STEP_MS)
  const tickets = [(await login(0)).json().ticket, (await login(1)).json().ticket]
  const code = phone.code()
  const made = await Promise.all([withTicket(first, tickets[first], code), withTicket(second, tickets[second], code)])
  expect(statuses(made)).toEqual([200, 401])
})

race('a ticket with a right code signs in once', ROUNDS, async (first, second) => {
  site.advance(STEP_MS)
  const { ticket } = (await login(0)).json()
  const code = phone.code()
  expect(statuses(await Promise.all([withTicket(first, ticket, code), withTicket(second, ticket, code)]))).toEqual([
    200, 401,
  ])
})

race('a recovery code signs in once', ROUNDS, async (first, second) => {
  const code = phone.recoveryCodes.pop() ?? ''
  expect(statuses(await Promise.all([login(first, code), login(second, code)]))).toEqual([200, 401])
})

race('no wrong code on two nodes is lost', FEW_ROUNDS, async (first, second) => {
  site.advance(STEP_MS)
  await login(0, phone.code())
  const before = await codesRefused()
  const wrong = wrongCode()
  await Promise.all([first, second, first, second, first, second].map((at) => login(at, wrong)))
  expect(await factor()).toMatchObject({ wrong_codes: 6 })
  expect((await codesRefused()) - before).toBe(6)
})

race('a ticket has five attempts over both nodes', FEW_ROUNDS, async (first, second) => {
  site.advance(STEP_MS)
  await login(0, phone.code())
  const { ticket } = (await login(1)).json()
  const before = await codesRefused()
  const wrong = wrongCode()
  await Promise.all(
    [first, second, first, second, first, second, first, second].map((at) => withTicket(at, ticket, wrong)),
  )
  expect((await codesRefused()) - before).toBe(5)
  site.advance(STEP_MS)
  expect((await withTicket(first, ticket, phone.code())).statusCode).toBe(401)
})

test('a new second factor is confirmed once, and its recovery codes are those of that call', () =>
  rounds(FEW_ROUNDS, async (first, second) => {
    const ana = colleagues.pop() as [Person, Person]
    const { key } = await ana[0].api.admin.me.startSecondFactor()
    const code = phoneApp(site.one, key).code()
    await onlyOne([
      () => ana[first].api.admin.me.confirmSecondFactor({ code }),
      () => ana[second].api.admin.me.confirmSecondFactor({ code }),
    ])
    const codes = await site.one.ctx.db
      .selectFrom('recovery_codes')
      .select('code_hash')
      .where('user_id', '=', ana[0].id)
      .execute()
    expect(codes).toHaveLength(RECOVERY_CODE_COUNT)
  }))

race('a second factor that two pages start has one of their keys', FEW_ROUNDS, async (first, second) => {
  const ana = colleagues.pop() as [Person, Person]
  const keys = await Promise.all([first, second].map((at) => ana[at].api.admin.me.startSecondFactor()))
  const made: string[] = []
  for (const { key } of keys)
    made.push(
      ...(await outcomes(() => ana[0].api.admin.me.confirmSecondFactor({ code: phoneApp(site.one, key).code() }))),
    )
  expect(made.filter((outcome) => outcome === 'ok')).toHaveLength(1)
})
