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
