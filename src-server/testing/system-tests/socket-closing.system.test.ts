import { once } from 'node:events'
import { expect } from 'vitest'
import WebSocket from 'ws'
import { updateRights } from '../../accounts/account-queries.ts'
import { inRightsChange } from '../../accounts/rights-queries.ts'
import { endSession, type SessionKind } from '../../accounts/sessions.ts'
import { HOUR_MS } from '../../platform/clock.ts'
import { test } from '../test-support/app-test.ts'
import { emitEvents } from '../test-support/emit-events.ts'
import { listening } from '../test-support/socket-page.ts'
import { customerPassword, type Person, type TestApp } from '../test-support/test-app.ts'
import { aResetToken, firstFactorCode, inNewSession, secondFactorOf } from '../test-support/world.ts'
import { type SeededPerson, seedPeople } from './seeded-accounts.ts'
import { atScale, recordMetric } from './system-test.ts'

const PER_PAIR = atScale(1, 3)
const CLOSED_WITHIN_MS = 1_000
/** How much later the session begins that stays valid. */
const LATER_MS = 60_000

/** The people whose sessions one browser's cookies carry. */
type Browser = { customer?: SeededPerson; staff?: SeededPerson; cookie: string }
type Site = { app: TestApp; owner: Person; passwordHash: string }
/** One way to open a socket, with the steps before and after it. */
type Start = {
  name: string
  customer?: true
  staff?: 'owner' | 'reviewer' | 'support'
  /** Restricts the staff before the socket opens; the returned function lifts the restriction. */
  restrict?(app: TestApp, staff: SeededPerson): Promise<() => Promise<unknown>>
}
/** One way to end a session of this person; `endsAll` states whether it ends all similar sessions as well. */
type Ending = {
  name: string
  end(site: Site, victim: SeededPerson): Promise<unknown>
  endsAll?(start: Start): boolean
}

const changed = (app: TestApp, { id }: SeededPerson, must_change_password: number) =>
  inRightsChange(app.call, [id], (tx) => updateRights(tx, id, { must_change_password }))
const starts: readonly Start[] = [
  { name: 'a customer', customer: true },
  { name: 'an owner', staff: 'owner' },
  { name: 'a reviewer', staff: 'reviewer' },
  { name: 'support', staff: 'support' },
  { name: 'a customer who is a reviewer as well', customer: true, staff: 'reviewer' },
  {
    name: 'a customer who is a reviewer with a one-time password',
    customer: true,
    staff: 'reviewer',
    restrict: async (app, staff) => {
      await changed(app, staff, 1)
      return () => changed(app, staff, 0)
    },
  },
  {
    name: 'a customer who is a reviewer without the second factor that is required',
    customer: true,
    staff: 'reviewer',
    restrict: async (app, staff) => {
      app.ctx.config.staffMfa = 'required'
      return async () => {
        await secondFactorOf({ app }, staff.id)
        app.ctx.config.staffMfa = 'optional'
      }
    },
  },
]

const signOut =
  (url: string) =>
  ({ app }: Site, victim: SeededPerson) =>
    app.request('POST', url, { as: victim as never })
const expire =
  (afterMs: number) =>
  async ({ app }: Site, victim: SeededPerson) => {
    const left = victim.signedInAt + afterMs - app.clock.now().getTime()
    if (left > 0) app.clock.advance(left)
  }
/** The API of the same person in another browser. */
const elsewhere = async ({ app }: Site, victim: SeededPerson, kind: SessionKind) =>
  (await app.authorized(await inNewSession({ app } as never, { ...victim, api: app.visitor }, kind))).api
const password = 'another-password-of-mine'
const replaced = { password, confirmPassword: password }
const change = { ...replaced, currentPassword: customerPassword }

const endings: Readonly<Record<SessionKind, readonly Ending[]>> = {
  customer: [
    { name: 'sign-out', end: signOut('/api/auth/sign-out') },
    {
      name: 'disabling',
      end: ({ owner }, { id }) => owner.api.admin.users.setActive({ userId: id, isActive: false }),
    },
    {
      name: 'a new password, set elsewhere',
      end: async (site, victim) => (await elsewhere(site, victim, 'customer')).account.changePassword(change),
    },
    {
      name: 'a new password by a link',
      end: async ({ app }, { id }) =>
        app.visitor.account.resetPassword({ ...replaced, token: await aResetToken({ app } as never, id) }),
    },
    {
      name: 'revoking one session',
      end: async (site, victim) =>
        (await elsewhere(site, victim, 'customer')).account.endSession({ id: victim.sessionId }),
    },
    {
      name: 'revoking all other sessions',
      end: async (site, victim) => (await elsewhere(site, victim, 'customer')).account.endOtherSessions(),
    },
    {
      name: 'deleting the account',
      end: async (site, victim) =>
        (await elsewhere(site, victim, 'customer')).account.deleteAccount({ password: customerPassword }),
    },
    // A week is longer than staff sessions, which last 8 hours.
    { name: 'expiry', end: expire(7 * 24 * HOUR_MS), endsAll: ({ staff }) => staff !== undefined },
    { name: 'clearing all data', end: ({ owner }) => owner.api.admin.data.clearAll(), endsAll: () => true },
  ],
  staff: [
    { name: 'sign-out of staff', end: signOut('/api/admin/logout') },
    { name: 'disabling staff', end: ({ owner }, { id }) => owner.api.admin.staff.setActive({ id, isActive: false }) },
    {
      name: 'another role',
      // Whatever role they have, they get another one.
      end: async ({ owner }, { id, name }) => {
        for (const role of ['support', 'reviewer'] as const) await owner.api.admin.staff.update({ id, name, role })
      },
    },
    { name: 'a new password for staff by an owner', end: ({ owner }, { id }) => owner.api.admin.staff.reset({ id }) },
    {
      name: 'a new password of staff, set elsewhere',
      end: async (site, victim) => (await elsewhere(site, victim, 'staff')).admin.me.changePassword(change),
    },
    {
      name: 'a second factor, added elsewhere',
      end: async (site, victim) => {
        const code = await firstFactorCode(site, victim.id)
        await (await elsewhere(site, victim, 'staff')).admin.me.confirmSecondFactor({ code })
      },
    },
    {
      name: 'revoking one session of staff',
      end: async (site, victim) =>
        (await elsewhere(site, victim, 'staff')).admin.me.endSession({ id: victim.sessionId }),
    },
    {
      name: 'revoking all other sessions of staff',
      end: async (site, victim) => (await elsewhere(site, victim, 'staff')).admin.me.endOtherSessions(),
    },
    { name: 'expiry of staff', end: expire(8 * HOUR_MS) },
  ],
}

async function aBrowser({ app, passwordHash }: Site, { customer, staff }: Start): Promise<Browser> {
  const one = async (role: Parameters<typeof seedPeople>[1]) => (await seedPeople(app.ctx, role, 1, passwordHash))[0]
  const browser = { customer: customer && (await one('customer')), staff: staff && (await one(staff)) }
  const cookies = [browser.customer, browser.staff].flatMap((person) => person?.cookie ?? [])
  return { ...browser, cookie: cookies.join('; ') }
}

type Watcher = { events: string[]; closed: Promise<{ code: number; at: number }>; socket: WebSocket; browser: Browser }

/** Opens a socket of this browser with all the subscriptions it may have. */
async function watch({ app }: Site, url: string, browser: Browser, restrict: Start['restrict']): Promise<Watcher> {
  const lift = browser.staff && (await restrict?.(app, browser.staff))
  const socket = new WebSocket(url, { headers: { cookie: browser.cookie } })
  const events: string[] = []
  const closed = once(socket, 'close').then(([code]) => ({ code: code as number, at: performance.now() }))
  const paths = [
    ...(browser.customer ? ['transactions.watch'] : []),
    ...(browser.staff ? ['admin.submissions.watch'] : []),
  ]
  let starting = paths.length
  const started = new Promise<void>((resolve) => {
    socket.on('message', (text) => {
      if (String(text) === 'PING') return
      const { result } = JSON.parse(String(text))
      if (result.type === 'started' && --starting === 0) resolve()
      if (result.type === 'data') events.push(result.data.submissionId)
    })
  })
  await once(socket, 'open')
  await lift?.()
  for (const [id, path] of paths.entries())
    socket.send(JSON.stringify({ id, method: 'subscription', params: { path } }))
  await started
  return { events, closed, socket, browser }
}

/** Every way to open a socket with every way to end one of its sessions. */
const pairs = starts.flatMap((start) =>
  (['customer', 'staff'] as const).flatMap((kind) =>
    start[kind] ? endings[kind].map((ending) => ({ start, kind, ending })) : [],
  ),
)

test('closes a socket at once when any of its sessions ends and sends it nothing more', async ({ app }) => {
  const owner = await app.alwaysAllowed(await app.colleague('owner'))
  const site = { app, owner, passwordHash: await app.ctx.passwords.hash(customerPassword) }
  const { url } = await listening(app)
  let closed = 0
  let slowestMs = 0
  let receivedAfter = 0
  for (const { start, kind, ending } of pairs) {
    const what = `${start.name}, ${ending.name}`
    const watchers: Watcher[] = []
    for (let made = 0; made < PER_PAIR; made++)
      watchers.push(await watch(site, url, await aBrowser(site, start), start.restrict))
    app.clock.advance(LATER_MS)
    const stays = ending.endsAll?.(start)
      ? undefined
      : await watch(site, url, await aBrowser(site, start), start.restrict)

    const ended: number[] = []
    for (const { browser } of watchers) {
      const victim = browser[kind]
      if (victim) await ending.end(site, victim)
      ended.push(performance.now())
    }
    // All ends are acknowledged: from here on nothing may reach these sockets.
    const receivedBefore = watchers.map(({ events }) => events.length)
    for (const { browser } of watchers)
      await emitEvents(app.ctx, {
        name: 'submission.created',
        submissionId: `after ${what}`,
        customerId: browser.customer?.id ?? '',
      })
    if (stays) await receiveEvent(app, stays)
    const ends = await Promise.all(watchers.map((watcher) => watcher.closed))

    expect([what, ends.filter(({ code }) => code !== 4401)]).toEqual([what, []])
    closed += ends.length
    slowestMs = Math.max(slowestMs, ...ends.map(({ at }, index) => at - (ended[index] ?? 0)))
    receivedAfter += watchers.filter(({ events }, index) => events.length > (receivedBefore[index] ?? 0)).length
    for (const person of [stays?.browser.customer, stays?.browser.staff]) if (person) await endSession(app.call, person)
  }
  recordMetric({
    claim: `${closed} sockets closed: ${starts.length} kinds of cookies, ${endings.customer.length + endings.staff.length} kinds of end of a session`,
    figure: `slowest ${Math.round(slowestMs)} ms after the answer to what ended it, ${receivedAfter} events received after`,
    goal: `within ${CLOSED_WITHIN_MS} ms, 0`,
    isMet: slowestMs <= CLOSED_WITHIN_MS && receivedAfter === 0,
  })
  expect(receivedAfter).toBe(0)
  expect(closed).toBe(pairs.length * PER_PAIR)
  expect(slowestMs).toBeLessThanOrEqual(atScale(Number.POSITIVE_INFINITY, CLOSED_WITHIN_MS))
})

/** Resolves once this watcher, whose sessions stay valid, has received an event. */
async function receiveEvent(app: TestApp, { events, socket, browser }: Watcher): Promise<void> {
  const customerId = browser.customer?.id ?? ''
  await emitEvents(app.ctx, { name: 'submission.created', submissionId: 'theirs', customerId })
  while (events.length === 0) await once(socket, 'message')
}
