import { expect } from 'vitest'
import { type AuditMessages, auditActions, auditMessages } from '#shared/audit.ts'
import { HOUR_MS } from '../platform/clock.ts'
import { asServer } from '../platform/db/database.ts'
import { test } from '../testing/test-support/app-test.ts'
import { aChat, aSubmission } from '../testing/test-support/factories.ts'
import { aPage, taking } from '../testing/test-support/socket-page.ts'
import type { Person, TestApp } from '../testing/test-support/test-app.ts'
import { type AuditAction, auditNow } from './audit-queries.ts'

const note = ({ ctx }: TestApp, actorId: string | null, objectId: string) =>
  auditNow(
    asServer(ctx),
    { id: actorId, ip: '127.0.0.1', apiToken: undefined },
    'submission.revealed',
    objectId,
    'cardNumber',
  )
const objects = async (owner: Person, filter: Parameters<Person['api']['admin']['audit']['list']>[0]) =>
  (await owner.api.admin.audit.list(filter)).entries.map(({ objectId }) => objectId)

test('lists entries newest first, with the names of actors and objects', async ({ app, customer, staff: owner }) => {
  const [reviewer, support] = [await app.colleague('reviewer'), await app.colleague('support')]
  const submissionId = await aSubmission(app, customer)
  await reviewer.api.admin.submissions.reveal({ submissionId, field: 'cardNumber' })
  const sessionId = await aChat(customer)
  await support.api.admin.chat.reply({ sessionId, message: 'Soon.' })
  const { entries, older } = await owner.api.admin.audit.list({ limit: 3 })
  expect(entries).toMatchObject([
    { action: 'chat.assigned', actor: { id: support.id }, objectId: sessionId, detail: support.id },
    { action: 'chat.replied', actor: { id: support.id, name: expect.stringMatching(/^support/) }, objectId: sessionId },
    {
      action: 'submission.revealed',
      actor: { id: reviewer.id },
      objectId: submissionId,
      detail: 'cardNumber',
      token: null,
    },
  ])
  expect(older).toBe(entries[2]?.sequence)
  const { entries: added } = await owner.api.admin.audit.list({ action: 'staff.added', limit: 1 })
  expect(added).toMatchObject([
    { objectId: support.id, objectName: expect.stringMatching(/^support/), actor: { id: owner.id } },
  ])
})

test('returns pages without gaps while entries are added', async ({ app, staff: owner }) => {
  for (let at = 1; at <= 7; at++) await note(app, owner.id, `GCE-${at}`)
  const action = 'submission.revealed'
  const first = await owner.api.admin.audit.list({ action, limit: 3 })
  await note(app, owner.id, 'GCE-8')
  const second = await owner.api.admin.audit.list({ action, limit: 3, before: first.older ?? 0 })
  const third = await owner.api.admin.audit.list({ action, limit: 3, before: second.older ?? 0 })
  const seen = [first, second, third].flatMap(({ entries }) => entries.map(({ objectId }) => objectId))
  expect(seen).toEqual(['GCE-7', 'GCE-6', 'GCE-5', 'GCE-4', 'GCE-3', 'GCE-2', 'GCE-1'])
  expect(third.older).toBeNull()
})

test('filters by person, action, object and time', async ({ app }) => {
  const [owner, dana, marcus] = [await app.staff(), await app.customer(), await app.customer('Marcus Bell')]
  await note(app, dana.id, 'GCE-1')
  app.clock.advance(HOUR_MS)
  const from = app.clock.now().toISOString()
  await note(app, marcus.id, 'GCE-2')
  app.clock.advance(HOUR_MS)
  await note(app, owner.id, 'GCE-1')
  const action = 'submission.revealed'
  expect(await objects(owner, { action, person: 'marcus' })).toEqual(['GCE-2'])
  for (const person of [dana.id, dana.email.toUpperCase(), dana.email.replace('@', '＠'), 'Dana R'])
    expect(await objects(owner, { action, person })).toEqual(['GCE-1'])
  expect(await objects(owner, { action, person: 'owner' })).toEqual(['GCE-1'])
  expect(await objects(owner, { person: 'nobody at all' })).toEqual([])
  expect(await objects(owner, { objectId: 'GCE-1' })).toEqual(['GCE-1', 'GCE-1'])
  expect(await objects(owner, { action, from })).toEqual(['GCE-1', 'GCE-2'])
  expect(await objects(owner, { action, until: from })).toEqual(['GCE-1'])
  expect(await objects(owner, { action: 'no.such' })).toEqual([])
})

test('finds file views of a submission by its id', async ({ app, customer, staff: owner }) => {
  const submissionId = await aSubmission(app, customer)
  const { data } = await owner.api.admin.submissions.list({ search: submissionId })
  const fileId = data[0]?.uploadedFiles[0]?.id ?? ''
  await app.request('GET', `/api/files/${fileId}`, { as: owner })
  expect(await objects(owner, { objectId: submissionId })).toEqual([fileId])
})

test('notifies watching owners of each entry and forbids other roles', async ({ app, url, staff: owner, reviewer }) => {
  await using page = aPage(url, owner)
  const signals = await taking<{ sequence: number | null }>((on) =>
    page.trpc.admin.audit.watch.subscribe(undefined, on),
  )
  await note(app, owner.id, 'GCE-1')
  const { sequence } = await signals.next()
  expect((await owner.api.admin.audit.list({ limit: 1 })).entries).toMatchObject([{ sequence, objectId: 'GCE-1' }])
  await expect(reviewer.api.admin.audit.watch()).rejects.toMatchObject({ cause: { code: 'forbidden' } })
})

test('excludes customer sign-ins and sign-outs on request', async ({ app, customer, staff: owner }) => {
  await app.signInAgain(customer)
  await app.request('POST', '/api/auth/sign-out', { as: customer })
  await note(app, customer.id, 'GCE-1')
  const actions = async (withoutSignIns: boolean) =>
    (await owner.api.admin.audit.list({ withoutSignIns })).entries.map(({ action }) => action)
  expect(await actions(true)).toEqual(['submission.revealed', 'staff.signed-in'])
  expect(await actions(false)).toEqual([
    'submission.revealed',
    'account.signed-out',
    'account.signed-in',
    'staff.signed-in',
  ])
})

test('lists every entry of a time range once after the clock was ahead and was set back', async ({ app }) => {
  const owner = await app.staff()
  const start = app.clock.now().getTime()
  const at = (hours: number) => new Date(start + hours * HOUR_MS).toISOString()
  for (const hours of [0, 5, 1, 2, 6, 3]) {
    app.clock.set(start + hours * HOUR_MS)
    await note(app, owner.id, `GCE-${hours}`)
  }
  const action = 'submission.revealed'
  const paged = async (filter: { from?: string; until?: string }) => {
    const seen: (string | null)[] = []
    let before: number | undefined
    do {
      const page = await owner.api.admin.audit.list({ action, ...filter, limit: 2, before })
      seen.push(...page.entries.map(({ objectId }) => objectId))
      before = page.older ?? undefined
    } while (before !== undefined)
    return seen.map((objectId) => Number(objectId?.slice('GCE-'.length)))
  }
  expect(await paged({})).toEqual([3, 6, 2, 1, 5, 0])
  expect(await paged({ from: at(0.5) })).toEqual([3, 6, 2, 1, 5])
  expect(await paged({ from: at(3) })).toEqual([3, 6, 5])
  expect(await paged({ until: at(5.5) })).toEqual([3, 2, 1, 5, 0])
  expect(await paged({ until: at(2) })).toEqual([1, 0])
  expect(await paged({ from: at(1), until: at(5.5) })).toEqual([3, 2, 1, 5])
  expect(await paged({ from: at(4), until: at(7) })).toEqual([6, 5])
  expect(await paged({ from: at(3.5), until: at(4) })).toEqual([])
})

test('has a message for every action, and only for known actions', () => {
  // The type checker reports what is missing, in either direction.
  const messages: Readonly<Record<AuditAction, AuditMessages>> = auditActions
  const known: readonly AuditAction[] = Object.keys(auditActions) as (keyof typeof auditActions)[]
  expect(known.map((action) => messages[action].does)).not.toContain('')
})

test('shows an unknown action by its name', () => {
  expect(auditMessages('something.new')).toEqual({ does: 'something.new', about: 'none' })
  expect(auditMessages('toString')).toEqual({ does: 'toString', about: 'none' })
})
