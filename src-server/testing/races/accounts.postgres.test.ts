import { expect, test } from 'vitest'
import { updateRights } from '../../accounts/account-queries.ts'
import { createPasswords } from '../../accounts/passwords.ts'
import { lockRights } from '../../accounts/rights-queries.ts'
import { deleteSessionsOf } from '../../accounts/session-queries.ts'
import { rememberDevice } from '../../accounts/trusted-devices.ts'
import { asServer, type Tx } from '../../platform/db/database.ts'
import { anUpload, aSubmitInput, aToken } from '../test-support/factories.ts'
import { customerPassword, type Person, type TestApp } from '../test-support/test-app.ts'
import { onlyOne, outcomeBeside, outcomes, race, rounds, twoNodesOfFile } from '../test-support/two-nodes.ts'

/** Sign-in, passwords, sessions and permissions of customers on two nodes. */

const ROUNDS = 5
const FEW_ROUNDS = 3
const nextPassword = 'another-password'
const next = { password: nextPassword, confirmPassword: nextPassword }

// How sign-ins and changes interleave depends on the time of a hash.
const site = await twoNodesOfFile({}, { passwords: createPasswords() })
const owner = await site.onBoth(await site.one.staff())

const nodes = () => [site.one, site.other] as const
const signIn = (at: 0 | 1, { email }: Person, password = customerPassword) =>
  nodes()[at].request('POST', '/api/auth/sign-in', { body: { email, password } })
const sessionsOf = ({ id }: Person) =>
  site.one.ctx.db.selectFrom('sessions').select('id').where('user_id', '=', id).execute()
const auditOf = async ({ id }: Person) =>
  (await site.one.ctx.db.selectFrom('audit_log').select('action').where('object_id', '=', id).execute()).map(
    ({ action }) => action,
  )
const submit = async (by: Person) => {
  const fileIds = [await anUpload(site.one, by)]
  return () => by.api.exchange.submit(aSubmitInput({ fileIds }))
}

race('no session survives that a former password opened during its change', ROUNDS, async (first, second) => {
  const dana = await site.onBoth(await site.one.customer())
  const [signedIn, changed] = await Promise.all([
    signIn(first, dana[0]),
    dana[second].api.account.changePassword({ currentPassword: customerPassword, ...next }),
  ])
  expect(changed).toBeDefined()
  expect([200, 401]).toContain(signedIn.statusCode)
  expect(await sessionsOf(dana[0])).toHaveLength(1)
  expect((await signIn(first, dana[0], nextPassword)).statusCode).toBe(200)
})

test('a sign-in whose password is replaced after its verification opens no session', async () => {
  const dana = await site.one.customer()
  const hash = await site.one.ctx.passwords.hash(nextPassword)
  let response: Awaited<ReturnType<typeof signIn>> | undefined
  await outcomeBeside(
    site,
    async (tx) => updateRights(await lockRights(tx, [dana.id]), dana.id, { password_hash: hash }),
    async () => {
      response = await signIn(1, dana)
    },
  )
  expect(response?.statusCode).toBe(401)
  expect(await sessionsOf(dana)).toHaveLength(1)
})

race('of two password changes with the same current password, one is made', FEW_ROUNDS, async (first, second) => {
  const dana = await site.onBoth(await site.one.customer())
  const again = await site.onBoth(await site.one.signInAgain(dana[0]))
  const made = await outcomes(
    () => dana[first].api.account.changePassword({ currentPassword: customerPassword, ...next }),
    () => again[second].api.account.changePassword({ currentPassword: customerPassword, ...next }),
  )
  expect(made.filter((outcome) => outcome === 'ok')).toHaveLength(1)
  expect(await sessionsOf(dana[0])).toHaveLength(1)
})

race('a reset link works once', FEW_ROUNDS, async (first, second) => {
  const dana = await site.one.customer()
  await site.one.visitor.account.requestPasswordReset({ email: dana.email })
  // Either node can deliver a mail, and those that are due together arrive in any order.
  const tokensOf = async ({ mails }: TestApp) =>
    (await mails()).flatMap(({ to, text }) => (to === dana.email ? (/#token=([\w-]+)/.exec(text)?.[1] ?? []) : []))
  const tokens = async () => (await Promise.all(nodes().map(tokensOf))).flat()
  await expect.poll(tokens).toHaveLength(1)
  const [token = ''] = await tokens()
  const reset = (at: 0 | 1) => nodes()[at].visitor.account.resetPassword({ token, ...next })
  await onlyOne([() => reset(first), () => reset(second)], 'unprocessable')
  expect((await auditOf(dana)).filter((action) => action === 'account.password-reset')).toHaveLength(1)
})

test('requests from both nodes get three reset links, of which the last is valid', () =>
  rounds(FEW_ROUNDS, async (first, second) => {
    const dana = await site.one.customer()
    await Promise.all(
      [first, second, first, second, first].map((at) =>
        nodes()[at].visitor.account.requestPasswordReset({ email: dana.email }),
      ),
    )
    const resets = site.one.ctx.db.selectFrom('password_resets').select('ended_at').where('user_id', '=', dana.id)
    const links = await resets.execute()
    expect(links).toHaveLength(3)
    expect(links.filter(({ ended_at }) => ended_at === null)).toHaveLength(1)
    const mails = site.one.ctx.db.selectFrom('mail_outbox').select('id').where('user_id', '=', dana.id)
    expect(await mails.where('kind', '=', 'password-reset').execute()).toHaveLength(3)
  }))

race('of two sign-ups with one address, one creates an account', FEW_ROUNDS, async (first, second) => {
  const email = `together${first}${Math.random()}@mail.example`
  const passwords = { password: customerPassword, confirmPassword: customerPassword }
  const form = { name: 'Dana Reyes', phone: '555-010-0100', ...passwords }
  const signUp = (at: 0 | 1) => nodes()[at].request('POST', '/api/auth/sign-up', { body: { ...form, email } })
  const made = await Promise.all([signUp(first), signUp(second)])
  expect(made.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
  const db = site.one.ctx.db
  expect(await db.selectFrom('submissions').select('id').where('email', '=', email).execute()).toHaveLength(1)
  expect(await db.selectFrom('mail_outbox').select('id').where('recipient', '=', email).execute()).toHaveLength(1)
})

race('of two customers who change to one address, one gets it', FEW_ROUNDS, async (first, second) => {
  const people = [await site.one.customer(), await site.one.customer()] as const
  const email = `wanted${Math.random()}@mail.example`
  const change = async (at: 0 | 1) =>
    (await site.onBoth(people[at]))[at].api.account.saveProfile({
      ...{ email, phone: '555-010-0100', address: '' },
      currentPassword: customerPassword,
    })
  await onlyOne([() => change(first), () => change(second)])
})

race('an order beside the end of its session is placed before it, or refused', ROUNDS, async (first, second) => {
  const dana = await site.onBoth(await site.one.customer())
  const again = await site.onBoth(await site.one.signInAgain(dana[0]))
  const [submitted, ended] = await outcomes(await submit(again[first]), () =>
    dana[second].api.account.endOtherSessions(),
  )
  expect(ended).toBe('ok')
  expect(['ok', 'unauthorized']).toContain(submitted)
  expect(await sessionsOf(dana[0])).toHaveLength(1)
  expect(await outcomes(await submit(again[second]))).toEqual(['unauthorized'])
})

test('an order that waits for the end of its session is refused', async () => {
  const dana = (await site.onBoth(await site.one.customer()))[1]
  const call = await submit(dana)
  const end = async (tx: Tx) => deleteSessionsOf(await lockRights(tx, [dana.id]), dana.id)
  expect(await outcomeBeside(site, end, call)).toBe('unauthorized')
})

race('an order beside the disabling of its account is placed before it, or refused', ROUNDS, async (first, second) => {
  const dana = await site.onBoth(await site.one.customer())
  const [submitted, disabled] = await outcomes(await submit(dana[first]), () =>
    owner[second].api.admin.users.setActive({ userId: dana[0].id, isActive: false }),
  )
  expect(disabled).toBe('ok')
  expect(['ok', 'unauthorized']).toContain(submitted)
  expect(await sessionsOf(dana[0])).toEqual([])
  expect(await outcomes(await submit(dana[second]))).toEqual(['unauthorized'])
})

test('an account that support and an owner disable at once is disabled and audited once', async () => {
  const support = (await site.onBoth(await site.one.colleague('support')))[1]
  await rounds(ROUNDS, async () => {
    const dana = await site.one.customer()
    const disable = (by: Person) => by.api.admin.users.setActive({ userId: dana.id, isActive: false })
    expect(
      await outcomes(
        () => disable(owner[0]),
        () => disable(support),
      ),
    ).toEqual(['ok', 'ok'])
    expect(await auditOf(dana)).toEqual(['user.disabled'])
  })
})

test('a token acts for no customer whose disabling its call waited for', async () => {
  const dana = await site.one.customer()
  const { headers } = await aToken(owner[0], ['orders'], { customerEmail: dana.email })
  const body = { subject: 'My payout', message: 'When?' }
  let status = 0
  await outcomeBeside(
    site,
    async (tx) =>
      updateRights(await lockRights(tx, [dana.id]), dana.id, { disabled_at: site.one.clock.now().toISOString() }),
    async () => {
      status = (await site.other.request('POST', '/api/chat/send', { headers, body })).statusCode
    },
  )
  expect(status).toBe(401)
  const opened = site.one.ctx.db.selectFrom('chat_sessions').select('id').where('customer_id', '=', dana.id)
  expect(await opened.execute()).toEqual([])
})

race('a token that is revoked while it is used acts before it, or is refused', ROUNDS, async (first, second) => {
  const dana = await site.one.customer()
  const { id, headers } = await aToken(owner[0], ['orders'], { customerEmail: dana.email })
  const body = { subject: 'My payout', message: 'When?' }
  const send = (at: 0 | 1) => nodes()[at].request('POST', '/api/chat/send', { headers, body })
  const [sent] = await Promise.all([send(first), owner[second].api.admin.tokens.revoke({ id })])
  expect([200, 401]).toContain(sent.statusCode)
  const chats = site.one.ctx.db.selectFrom('chat_sessions').select('id').where('customer_id', '=', dana.id)
  expect(await chats.execute()).toHaveLength(sent.statusCode === 200 ? 1 : 0)
  expect((await send(second)).statusCode).toBe(401)
})

test('a person has at most 20 trusted devices', async () => {
  const dana = await site.one.customer()
  await Promise.all(
    Array.from({ length: 30 }, (_, at) =>
      rememberDevice(asServer(nodes()[at % 2 === 0 ? 0 : 1].ctx), dana.id, undefined),
    ),
  )
  const devices = site.one.ctx.db.selectFrom('trusted_devices').select('user_id').where('user_id', '=', dana.id)
  expect(await devices.execute()).toHaveLength(20)
})
