import { screen, waitFor, within } from '@testing-library/dom'
import { expect, onTestFinished, vi } from 'vitest'
import { openSite } from '#client/test-support/component/open-site.tsx'
import { press, someSubmissions } from '#client/test-support/component/review-screen.ts'
import { test } from '#client/test-support/component/site-test.ts'
import { aSubmission } from '#server/testing/test-support/factories.ts'
import { markDueOrders } from '#server/tracking/mark-overdue.ts'

test('a list with its count shows the orders for which evidence is owed', async ({ site }) => {
  const { ids } = await someSubmissions(site, 2)
  const [owed = '', other = ''] = ids
  const staff = await site.app.staff()
  const rejected = { status: 'rejected', reasonCode: 'linked' } as const
  await staff.api.admin.submissions.setStatus({ submissionId: owed, ...rejected })
  const user = await site.visit('/admin?status=pending', { as: staff })
  await screen.findByText(other)
  const lists = within(await screen.findByRole('navigation', { name: 'Lists' }))
  await user.click(lists.getByRole('button', { name: 'Evidence owed 1' }))
  await screen.findByText(owed)
  expect(new URLSearchParams(location.search).get('list')).toBe('evidence-owed')
  expect(screen.queryByText(other)).toBeNull()
  await user.click(lists.getByRole('button', { name: 'Evidence owed 1' }))
  expect(new URLSearchParams(location.search).get('list')).toBeNull()
})

test('without such orders there are no lists', async ({ site }) => {
  const { ids } = await someSubmissions(site, 1)
  await site.visit('/admin', { as: await site.app.staff() })
  await screen.findByText(ids[0] ?? '')
  expect(screen.queryByRole('navigation', { name: 'Lists' })).toBeNull()
})

test('a site that never had an order says what comes here, and leads to the shop', async ({ site }) => {
  const user = await site.visit('/admin', { as: await site.app.colleague('reviewer') })
  await screen.findByRole('heading', { name: 'No orders yet.' })
  expect(screen.getByText('Your first order appears here the moment it is submitted.')).toBeVisible()
  expect(screen.getByRole('link', { name: /^Open the shop/ })).toHaveAttribute('href', '/')
  await press(user, 'Copy link')
  await screen.findByRole('button', { name: 'Link copied' })
  expect(await navigator.clipboard.readText()).toBe(`${location.origin}/`)
})

test('a registration is no order, and a decided order is one', async ({ site }) => {
  await site.app.customer()
  const owner = await site.app.staff()
  await site.visit('/admin', { as: owner })
  await screen.findByRole('heading', { name: 'No orders yet.' })
  const { ids } = await someSubmissions(site, 1)
  await owner.api.admin.submissions.setStatus({ submissionId: ids[0] ?? '', status: 'rejected', reason: 'No.' })
  await screen.findByText('No order needs a decision right now.')
})

test('the bar names how many orders are overdue, announces it once and opens the oldest', async ({ site, app }) => {
  const dana = await app.customer()
  const first = await aSubmission(app, dana)
  app.clock.advance(1000)
  await aSubmission(app, dana)
  const boss = await app.staff()
  const user = await site.visit('/admin', { as: boss })
  await screen.findByRole('feed', { name: 'Submissions' })
  expect(screen.queryByRole('button', { name: 'Open the oldest' })).toBeNull()
  app.clock.advance(60 * 60_000 - 1000)
  await markDueOrders(app.ctx)
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('1 order is overdue.'))
  app.clock.advance(1000)
  await markDueOrders(app.ctx)
  await waitFor(() => expect(screen.getAllByText(/2 orders are overdue\./)[0]).toBeVisible())
  expect(screen.getByRole('alert')).toHaveTextContent('1 order is overdue.')
  await user.click(screen.getByRole('button', { name: 'Open the oldest' }))
  await waitFor(() => expect(screen.getAllByText(first)[0]).toBeVisible())
})

/** Lets a test decide whether the tab is visible. */
function controlVisibility(): (next: DocumentVisibilityState) => void {
  let visibility: DocumentVisibilityState = 'visible'
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => visibility })
  onTestFinished(() => {
    Reflect.deleteProperty(document, 'visibilityState')
  })
  return (next) => {
    visibility = next
    document.dispatchEvent(new Event('visibilitychange'))
  }
}

/** The audio output, which jsdom lacks; returns the tones that were played. */
function listenToAudio(): { tones: number } {
  const heard = { tones: 0 }
  class Audio {
    currentTime = 0
    destination = {}
    resume = async () => undefined
    createGain = () => ({ gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} }, connect: () => this })
    createOscillator = () => ({
      frequency: {},
      connect: () => ({ connect: () => undefined }),
      start: () => heard.tones++,
      stop: () => undefined,
    })
  }
  vi.stubGlobal('AudioContext', Audio)
  onTestFinished(() => {
    vi.unstubAllGlobals()
  })
  return heard
}

test('the title counts the orders that came while the tab was hidden', async () => {
  const setVisibility = controlVisibility()
  await using site = await openSite()
  await someSubmissions(site, 1)
  await site.visit('/admin', { as: await site.app.staff() })
  await screen.findByRole('article', { name: /^Apple/ })
  await waitFor(() => expect(document.title).toBe('Admin Dashboard | Gift Card Exchange'))
  setVisibility('hidden')
  await someSubmissions(site, 2)
  await waitFor(() => expect(document.title).toBe('(2) Admin Dashboard | Gift Card Exchange'))
  setVisibility('visible')
  await waitFor(() => expect(document.title).toBe('Admin Dashboard | Gift Card Exchange'))
})

test('a new order is heard while the tab is hidden, once the sound is switched on', async () => {
  const setVisibility = controlVisibility()
  const heard = listenToAudio()
  await using site = await openSite()
  const user = await site.visit('/admin', { as: await site.app.staff() })
  await screen.findByRole('heading', { name: 'No orders yet.' })
  setVisibility('hidden')
  await someSubmissions(site, 1)
  await waitFor(() => expect(document.title).toMatch(/^\(1\)/))
  expect(heard.tones).toBe(0)
  setVisibility('visible')
  await press(user, 'Alerts')
  await user.click(screen.getByRole('checkbox', { name: /^Play a sound/ }))
  expect(heard.tones).toBe(2)
  await user.keyboard('{Escape}')
  setVisibility('hidden')
  await someSubmissions(site, 1)
  await waitFor(() => expect(heard.tones).toBe(4))
})
