import { screen, waitFor } from '@testing-library/dom'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openSite } from '#client/test-support/component/open-site.tsx'
import { aSubmission } from '#server/testing/test-support/factories.ts'
import { changeReviews } from '#server/testing/test-support/reviews-policy.ts'
import { markDueOrders } from '#server/tracking/mark-overdue.ts'
import { measureTimes } from '#server/tracking/measure-times.ts'

const MINUTE_MS = 60_000

/** What the page does every 30 seconds. Fake timers would also stop the signs of life of its socket. */
function everyHalfMinute(): (() => void)[] {
  const actions: (() => void)[] = []
  const { setInterval } = globalThis
  vi.stubGlobal('setInterval', (action: () => void, ms: number) => {
    if (ms === 30_000) actions.push(action)
    return setInterval(action, ms)
  })
  onTestFinished(() => {
    vi.unstubAllGlobals()
  })
  return actions
}

test('the place in line moves up within half a minute of a decision on the order of another customer', async () => {
  const actions = everyHalfMinute()
  await using site = await openSite()
  const { app } = site
  const [other, dana, boss] = [await app.customer(), await app.customer(), await app.staff()]
  const ids: string[] = []
  for (const customer of [other, other, dana]) {
    ids.push(await aSubmission(app, customer))
    app.clock.advance(1000)
  }
  const [first = '', , own = ''] = ids
  await site.visit(`/transactions/${own}`, { as: dana })
  expect(await screen.findByText('You are number 3 in line.')).toBeVisible()
  await waitFor(() => expect(actions).not.toEqual([]))
  await boss.api.admin.submissions.setStatus({ submissionId: first, status: 'completed' })
  await waitFor(() => {
    // A read that began before the decision takes the place of one that begins during it.
    for (const action of [...actions]) action()
    expect(screen.getByText('You are number 2 in line.')).toBeVisible()
  })
})

test('an order shows what was measured of its brand, and that a reviewer is checking it', async () => {
  await using site = await openSite()
  const { app } = site
  const [dana, boss] = [await app.customer(), await app.staff()]
  await changeReviews(app, boss, { leastSamples: 1 })
  const decided = await aSubmission(app, dana)
  app.clock.advance(12 * MINUTE_MS)
  await boss.api.admin.submissions.setStatus({ submissionId: decided, status: 'completed' })
  await measureTimes(app.ctx)
  const id = await aSubmission(app, dana)
  await boss.api.admin.review.takeOver({ submissionId: id })
  await site.visit(`/transactions/${id}`, { as: dana })
  expect(await screen.findByText('A reviewer is checking it now.')).toBeVisible()
  expect(
    screen.getByText(/^Apple cards are usually decided within 12 minutes, 9 of 10 within 12 minutes \(the last 1\)\./),
  ).toBeVisible()
  expect(screen.getByRole('region', { name: 'Next step' })).not.toHaveTextContent('5 to 15 minutes')
})

test('an overdue order says so at once, and can be withdrawn while it is processing', async () => {
  await using site = await openSite()
  const { app } = site
  const [dana, boss] = [await app.customer(), await app.staff()]
  const id = await aSubmission(app, dana)
  await boss.api.admin.submissions.setStatus({ submissionId: id, status: 'processing' })
  await site.visit(`/transactions/${id}`, { as: dana })
  expect(await screen.findByText('You are next in line.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Withdraw this order' })).toBeNull()
  app.clock.advance(61 * MINUTE_MS)
  await markDueOrders(app.ctx)
  expect(await screen.findByText(/This takes longer than we promise\. Our team has been notified\./)).toBeVisible()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Withdraw this order' })).toBeVisible())
})

test('an approved order says how long payouts of its method take', async () => {
  await using site = await openSite()
  const { app } = site
  const [dana, boss] = [await app.customer(), await app.staff()]
  await changeReviews(app, boss, { leastSamples: 1 })
  const { payout } = await boss.api.admin.review.approve({ submissionId: await aSubmission(app, dana) })
  app.clock.advance(6 * MINUTE_MS)
  const id = payout?.id ?? ''
  const begun = await boss.api.payouts.begin({ id, version: (await boss.api.payouts.get({ id })).version })
  await boss.api.payouts.markSent({ id, version: begun.payout.version, reference: 'CA-1' })
  await measureTimes(app.ctx)
  const order = await aSubmission(app, dana)
  await boss.api.admin.review.approve({ submissionId: order })
  await site.visit(`/transactions/${order}`, { as: dana })
  expect(await screen.findByText('Cash App payouts usually leave within 6 minutes (the last 1).')).toBeVisible()
})
