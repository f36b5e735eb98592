import { expect } from '@playwright/test'
import { laterUrls, sourceOf } from './built-files.ts'
import { expectPage, failFirstRequests, markPage, retryUntilShown } from './failed-files.ts'
import { test } from './fixtures.ts'
import { lazyCustomerPages } from './lazy-customer-pages.ts'
import { lazyStaffPages } from './lazy-staff-pages.ts'
import { resolveFor, screens } from './pages.ts'
import { heading } from './wizard-actions.ts'

/** The files that failed in some test of this worker. */
const failedUrls = new Set<string>()

// Serial in one worker: the last test counts the files that failed.
test.describe('each file is lost once on each page', () => {
  test.describe.configure({ mode: 'serial' })

  for (const { name, who, ready, path, title, narrow, steps } of [...lazyCustomerPages, ...lazyStaffPages])
    test.describe(() => {
      test.use({ who })

      test(`${name}: failed files load by 'Try again' and the page is not replaced`, async ({ page, shared }) => {
        if (narrow) await page.setViewportSize({ width: 360, height: 740 })
        await ready?.(page, shared)
        const lost = await failFirstRequests(page)
        await page.goto(typeof path === 'string' ? path : path(shared))
        // The chunk of the page itself may have failed.
        await retryUntilShown(page, page.getByRole('heading', { level: 1, name: title, includeHidden: true }))
        const isSamePage = await markPage(page)
        for (const { does, shows } of steps) {
          await does?.(page)
          await retryUntilShown(page, shows(page))
          await expectPage(page, title)
        }
        await expect(page.getByRole('alert')).toHaveCount(0)
        await isSamePage()
        expect(lost.size, 'something was lost').toBeGreaterThan(0)
        for (const each of lost) failedUrls.add(each)
      })
    })

  for (const screen of screens.filter(({ narrow, open, path }) => !narrow && !open && path !== '/api/docs'))
    test.describe(() => {
      test.use({ who: screen.who })

      test(`the page '${screen.name}' loads after its files failed`, async ({ page, shared }) => {
        const lost = await failFirstRequests(page)
        await page.goto(resolveFor(screen.path, shared))
        await retryUntilShown(page, heading(page, screen.shows).first())
        // Some parts load once the page is idle.
        await page.waitForLoadState('networkidle')
        await expect(async () => {
          await retryUntilShown(page, heading(page, screen.shows).first())
          await expect(page.getByRole('alert')).toHaveCount(0, { timeout: 1_000 })
        }).toPass()
        expect(lost.size, 'something was lost').toBeGreaterThan(0)
        for (const each of lost) failedUrls.add(each)
      })
    })

  test('every file of the build was covered', () => {
    expect(
      laterUrls()
        .filter((url) => !failedUrls.has(url))
        .map(sourceOf),
    ).toEqual([])
  })
})
