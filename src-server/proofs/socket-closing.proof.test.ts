import { once } from 'node:events'
import { expect, test } from 'vitest'
import WebSocket from 'ws'
import { hashPassword } from '../accounts/passwords.ts'
import { endSession } from '../accounts/sessions.ts'
import type { Role } from '../db/account-tables.ts'
import { listening } from '../testing/socket-page.ts'
import { createTestApp, customerPassword, type Person, type TestApp } from '../testing/test-app.ts'
import { atScale, noteFigure } from './proof.ts'
import { type SeededPerson, seedPeople } from './seeded-people.ts'

const SOCKETS = atScale(24, 204)
const CLOSED_WITHIN_MS = 1_000
const HOUR_MS = 60 * 60 * 1000
/** How much younger the session is that stays. */
const YOUNGER_MS = 60_000

type Scene = { app: TestApp; owner: Person; victim: SeededPerson }
/** One way a session ends. */
type Ending = { name: string; role: Role; end(scene: Scene): Promise<unknown> }

const signOut =
  (url: string) =>
  ({ app, victim }: Scene) =>
    app.request('POST', url, { as: victim as never })
const expire =
  (afterMs: number) =>
  async ({ app, victim }: Scene) => {
    const left = victim.signedInAt + afterMs - app.clock.now().getTime()
    if (left > 0) app.clock.advance(left)
  }
/** The same person in another browser. */
const elsewhere = async ({ app, victim }: Scene) => (await app.signInAgain(victim as never)).api.account
const password = 'another-password-of-mine'
const change = { currentPassword: customerPassword, password, confirmPassword: password }

const endings: Ending[] = [
  { name: 'sign-out', role: 'customer', end: signOut('/api/auth/sign-out') },
  { name: 'sign-out of staff', role: 'reviewer', end: signOut('/api/admin/logout') },
  {
    name: 'disabling a customer',
    role: 'customer',
    end: ({ owner, victim }) => owner.api.admin.setUserActive({ userId: victim.id, isActive: false }),
  },
  {
    name: 'disabling staff',
    role: 'support',
    end: ({ owner, victim }) => owner.api.admin.setStaffActive({ id: victim.id, isActive: false }),
  },
  {
    name: 'another role',
    role: 'reviewer',
    end: ({ owner, victim: { id, name } }) => owner.api.admin.updateStaff({ id, name, role: 'support' }),
  },
  {
    name: 'a new password for staff by an owner',
    role: 'support',
    end: ({ owner, victim }) => owner.api.admin.resetStaff({ id: victim.id }),
  },
  {
    name: 'a new password, set elsewhere',
    role: 'customer',
    end: async (scene) => (await elsewhere(scene)).changePassword(change),
  },
  {
    name: 'revoking one session',
    role: 'customer',
    end: async (scene) => (await elsewhere(scene)).endSession({ id: scene.victim.sessionId }),
  },
  {
    name: 'revoking all other sessions',
    role: 'customer',
    end: async (scene) => (await elsewhere(scene)).endOtherSessions(),
  },
  {
    name: 'deleting the account',
    role: 'customer',
    end: async (scene) => (await elsewhere(scene)).deleteAccount({ password: customerPassword }),
  },
  { name: 'expiry', role: 'customer', end: expire(7 * 24 * HOUR_MS) },
  { name: 'expiry of staff', role: 'support', end: expire(8 * HOUR_MS) },
]

type Watcher = {
  heard: string[]
  closed: Promise<{ code: number; at: number }>
  socket: WebSocket
  person: SeededPerson
}

/** An open socket of this person that hears of submissions. */
async function watch(url: string, person: SeededPerson, role: Role): Promise<Watcher> {
  const socket = new WebSocket(url, { headers: { cookie: person.cookie } })
  const heard: string[] = []
  const closed = once(socket, 'close').then(([code]) => ({ code: code as number, at: performance.now() }))
  const started = new Promise<void>((resolve) => {
    socket.on('message', (text) => {
      const { result } = JSON.parse(String(text))
      if (result.type === 'started') resolve()
      if (result.type === 'data') heard.push(result.data.submissionId)
    })
  })
  await once(socket, 'open')
  const path = role === 'customer' ? 'transactions.watch' : 'admin.watchSubmissions'
  socket.send(JSON.stringify({ id: 1, method: 'subscription', params: { path } }))
  await started
  return { heard, closed, socket, person }
}

test('sockets are closed at once when their session ends, whichever way, and hear nothing more', async () => {
  await using app = await createTestApp()
  const passwordHash = await hashPassword(customerPassword)
  const { url } = await listening(app)
  const perEnding = Math.ceil(SOCKETS / endings.length)
  let closed = 0
  let slowestMs = 0
  let heardAfter = 0
  for (const { name, role, end } of endings) {
    const owner = await app.staff()
    const victims = await seedPeople(app.ctx, role, perEnding, passwordHash)
    const watchers = await Promise.all(victims.map((person) => watch(url, person, role)))
    app.clock.advance(YOUNGER_MS)
    const others = await seedPeople(app.ctx, role, 1, passwordHash)
    const [stays] = await Promise.all(others.map((person) => watch(url, person, role)))

    const ended = await Promise.all(
      victims.map(async (victim) => {
        await end({ app, owner, victim })
        return performance.now()
      }),
    )
    // All are acknowledged: from here on nothing may reach them.
    for (const { id } of victims)
      app.ctx.events.publish({ name: 'submission.created', submissionId: `after ${name}`, customerId: id })
    if (stays) await heardOf(stays, role === 'customer' ? app : undefined)
    const ends = await Promise.all(watchers.map((watcher) => watcher.closed))

    expect([name, ends.filter(({ code }) => code !== 4401)]).toEqual([name, []])
    closed += ends.length
    slowestMs = Math.max(slowestMs, ...ends.map(({ at }, index) => at - (ended[index] ?? 0)))
    heardAfter += watchers.flatMap(({ heard }) => heard).length
    if (stays) await endSession(app.ctx, stays.person.sessionId)
  }
  noteFigure({
    claim: `${closed} sockets closed after ${endings.length} kinds of end of their session`,
    figure: `slowest ${Math.round(slowestMs)} ms after the answer to what ended it, ${heardAfter} events heard after`,
    goal: `within ${CLOSED_WITHIN_MS} ms, 0`,
    isMet: slowestMs <= CLOSED_WITHIN_MS && heardAfter === 0,
  })
  expect(heardAfter).toBe(0)
  expect(closed).toBeGreaterThanOrEqual(SOCKETS)
  expect(slowestMs).toBeLessThanOrEqual(atScale(Number.POSITIVE_INFINITY, CLOSED_WITHIN_MS))
})

/** Resolves once this watcher, whose session stays, has heard something; a customer hears only of their own. */
async function heardOf({ heard, socket, person }: Watcher, app: TestApp | undefined): Promise<void> {
  app?.ctx.events.publish({ name: 'submission.created', submissionId: 'theirs', customerId: person.id })
  while (heard.length === 0) await once(socket, 'message')
}
