import { screen, waitFor } from '@testing-library/dom'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openSite } from '#client/test-support/component/open-site.tsx'
import { press, someSubmissions } from '#client/test-support/component/review-screen.ts'

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

/** The browser's notifications, which jsdom lacks; returns those that were shown. */
function allowNotifications(): { text: string; click: () => void }[] {
  const shown: { text: string; click: () => void }[] = []
  class ShownNotification {
    static permission = 'granted'
    onclick?: () => void
    constructor(text: string) {
      shown.push({ text, click: () => this.onclick?.() })
    }
    close() {}
  }
  vi.stubGlobal('Notification', ShownNotification)
  onTestFinished(() => {
    vi.unstubAllGlobals()
  })
  return shown
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

test('a new order is announced by card and value while the tab is hidden, once that is switched on', async () => {
  const setVisibility = controlVisibility()
  const shown = allowNotifications()
  await using site = await openSite()
  const user = await site.visit('/admin', { as: await site.app.staff() })
  await screen.findByRole('heading', { name: 'No orders yet.' })
  setVisibility('hidden')
  await someSubmissions(site, 1)
  await waitFor(() => expect(document.title).toMatch(/^\(1\)/))
  expect(shown).toEqual([])
  setVisibility('visible')
  await press(user, 'Alerts')
  await user.click(screen.getByRole('checkbox', { name: /^Show a desktop notification \(card and value/ }))
  await user.keyboard('{Escape}')
  setVisibility('hidden')
  const { ids } = await someSubmissions(site, 1)
  await waitFor(() => expect(shown.map(({ text }) => text)).toEqual(['New order: Apple, $100.00']))
  shown[0]?.click()
  await waitFor(() => expect(location.search).toContain(ids[0] ?? ''))
  expect(location.search).toContain('view=review')
})
