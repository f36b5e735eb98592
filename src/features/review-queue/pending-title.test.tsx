import { screen, waitFor } from '@testing-library/dom'
import { expect, onTestFinished, test } from 'vitest'
import { openSite } from '#client/test-support/component/open-site.tsx'
import { someSubmissions } from '#client/test-support/component/review-screen.ts'

let visibility: DocumentVisibilityState = 'visible'

function setVisibility(next: DocumentVisibilityState): void {
  visibility = next
  document.dispatchEvent(new Event('visibilitychange'))
}

test('the title counts the orders that came while the tab was hidden', async () => {
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => visibility })
  onTestFinished(() => {
    Reflect.deleteProperty(document, 'visibilityState')
  })
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
