import { once } from 'node:events'
import { expect } from 'vitest'
import { test } from '../../testing/test-support/app-test.ts'
import { emitEvents } from '../../testing/test-support/emit-events.ts'
import { aSubmission } from '../../testing/test-support/factories.ts'
import { aPage, listening, watching } from '../../testing/test-support/socket-page.ts'
import { ownerPassword, type TestApp } from '../../testing/test-support/test-app.ts'

/** The abort signals of all event subscriptions, in the order of their creation. */
function noteSubscribers({ ctx }: TestApp): AbortSignal[] {
  const signals: AbortSignal[] = []
  const { subscribe } = ctx.events
  ctx.events.subscribe = (names, signal, concerns) => {
    signals.push(signal)
    return subscribe(names, signal, concerns)
  }
  return signals
}

test('a customer gets signals for their own submissions only', async ({ app, url }) => {
  const [dana, marcus, staff] = [await app.customer(), await app.customer(), await app.staff()]
  const [hers, his] = [await aSubmission(app, dana), await aSubmission(app, marcus)]
  await using page = aPage(url, dana)
  await using other = aPage(url, marcus)
  const danas = await watching(page.trpc.transactions.watch)
  const marcuses = await watching(other.trpc.transactions.watch)

  await staff.api.admin.submissions.setStatus({ submissionId: hers, status: 'processing' })
  expect(await danas.next()).toEqual({ submissionId: hers })
  await staff.api.admin.submissions.setStatus({ submissionId: his, status: 'processing' })
  // A signal for her submission would have arrived first.
  expect(await marcuses.next()).toEqual({ submissionId: his })
})

test('staff get signals for new submissions, registrations and decisions', async ({ app, url, customer, staff }) => {
  await using page = aPage(url, staff)
  const queue = await watching(page.trpc.admin.submissions.watch)
  const submissionId = await aSubmission(app, customer)
  expect(await queue.next()).toEqual({ submissionId })
  await staff.api.admin.submissions.setStatus({ submissionId, status: 'processing' })
  expect(await queue.next()).toEqual({ submissionId })
  await app.customer()
  expect((await queue.next()).submissionId).not.toBe(submissionId)
})

test('rejects a customer who subscribes to the review queue', async ({ app, url }) => {
  await using page = aPage(url, await app.customer())
  await expect(watching(page.trpc.admin.submissions.watch)).rejects.toMatchObject({
    message: 'Access Denied',
    data: { code: 'forbidden', httpStatus: 403 },
  })
})

test('sends a resync signal when events were missed', async ({ app, url, customer }) => {
  await using page = aPage(url, customer)
  const submissions = await watching(page.trpc.transactions.watch)
  const created = { name: 'submission.created', customerId: customer.id } as const
  await emitEvents(app.ctx, ...Array.from({ length: 300 }, (_, at) => ({ ...created, submissionId: `s${at}` })))
  const seen: (string | null)[] = []
  while (!seen.includes(null)) seen.push((await submissions.next()).submissionId)
  expect(seen.at(-1)).toBeNull()
})

test('unsubscribing removes the event listener', async ({ app }) => {
  const signals = noteSubscribers(app)
  const { url } = await listening(app)
  await using page = aPage(url, await app.customer())
  const submissions = await watching(page.trpc.transactions.watch)
  expect(signals.map(({ aborted }) => aborted)).toEqual([false])
  const stopped = once(signals[0] as AbortSignal, 'abort')
  submissions.unsubscribe()
  await stopped
  expect(signals).toHaveLength(1)
})

test('disconnecting removes the event listener', async ({ app }) => {
  const signals = noteSubscribers(app)
  const { url } = await listening(app)
  const page = aPage(url, await app.customer())
  await watching(page.trpc.transactions.watch)
  const stopped = once(signals[0] as AbortSignal, 'abort')
  await page[Symbol.asyncDispose]()
  await stopped
})

test('rejects a sign-in over a socket without creating a session', async ({ app, url, customer }) => {
  await using page = aPage(url, customer)
  const before = await app.ctx.db.selectFrom('sessions').selectAll().execute()
  const password = 'a-customer-password'
  await expect(page.trpc.account.signIn.mutate({ email: customer.email, password })).rejects.toThrow()
  await expect(page.trpc.admin.session.signIn.mutate({ username: 'owner', password: ownerPassword })).rejects.toThrow()
  expect(await app.ctx.db.selectFrom('sessions').selectAll().execute()).toEqual(before)
})

test('rejects subscriptions over HTTP in any spelling or batch', async ({ app, customer }) => {
  const headers = { accept: 'text/event-stream' }
  for (const path of ['chat.watchUnseen', 'chat%2EwatchUnseen', 'chat.mySession,chat.watchUnseen?batch=1']) {
    const refused = await app.request('GET', `/trpc/${path}`, { as: customer, headers })
    expect([path, refused.statusCode, refused.headers['cache-control']]).toEqual([path, 400, 'no-store'])
  }
})
