import { expect } from '@playwright/test'
import { test } from './closing-test.ts'
import { goToUpload, heading } from './wizard-actions.ts'

test('the button stays in place while the value is typed', async ({ page }) => {
  const button = page.getByRole('button', { name: 'Get My Quote' })
  await page.goto('/exchange')
  await page.getByRole('radio', { name: /^Apple/ }).check()
  await expect(page.getByRole('button', { name: 'Change the card' })).toBeVisible()
  await page.evaluate(() => scrollTo(0, 0))
  const empty = await button.boundingBox()
  await page.getByLabel('Gift Card Value').fill('100')
  await expect(page.getByText('$92.00').first()).toBeVisible()
  await page.evaluate(() => scrollTo(0, 0))
  expect(await button.boundingBox()).toEqual(empty)
})

test('on a phone, the end of the price is announced once five minutes before it, and once at it', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.clock.install()
  await goToUpload(page)
  await expect(heading(page, 'Upload & Submit')).toBeFocused()
  const term = page.getByText(/^This price holds until ([A-Z][a-z]+ \d+, )?\d+:\d\d [AP]M \(\d+ min\)\.$/)
  await expect(term).toHaveCount(2)
  await expect(term.first()).toBeInViewport()
  await page.evaluate(() => {
    const heard: string[] = []
    Object.assign(window, { heard })
    const live = '[role=status], [role=alert], output'
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const place = (target instanceof Element ? target : target.parentElement)?.closest(live)
        if (place?.textContent) heard.push(place.textContent)
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
  const heard = () => page.evaluate(() => (window as unknown as { heard: string[] }).heard)
  await page.clock.fastForward('24:00')
  expect(await heard()).toEqual([])
  await page.clock.fastForward('02:00')
  await expect(term.first()).toHaveClass(/warn/)
  for (let minute = 0; minute < 3; minute++) await page.clock.fastForward('01:00')
  expect(await heard()).toEqual(['Less than 5 minutes left.'])
  await page.clock.fastForward('02:00')
  const ended = 'This price has ended. We ask for a new one when you go on.'
  await expect(page.getByText(ended)).toHaveCount(2)
  expect(await heard()).toEqual(['Less than 5 minutes left.', ended])
})
