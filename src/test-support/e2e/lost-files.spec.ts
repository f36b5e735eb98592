import { expect } from '@playwright/test'
import { laterUrls, sourceOf } from './built-files.ts'
import { test } from './fixtures.ts'
import { scenes } from './lazy-parts.ts'
import { getsBack, loseEach, markPage, stands } from './lose-files.ts'
import { screens } from './pages.ts'
import { heading } from './wizard-actions.ts'

/** The files that some test of this worker lost. */
const everLost = new Set<string>()

// One worker runs them all: the last one counts what they lost.
test.describe('each file is lost once on each page', () => {
  test.describe.configure({ mode: 'serial' })

  for (const { name, who, ready, path, title, narrow, steps } of scenes)
    test.describe(() => {
      test.use({ who })

      test(`${name} come back by 'Try again' after their files were lost, and the page around them stays`, async ({
        page,
        stage,
      }) => {
        if (narrow) await page.setViewportSize({ width: 360, height: 740 })
        await ready?.(page)
        const lost = await loseEach(page)
        await page.goto(typeof path === 'string' ? path : path(stage))
        // The page itself may be a part that was lost.
        await getsBack(page, page.getByRole('heading', { level: 1, name: title, includeHidden: true }))
        const isSamePage = await markPage(page)
        for (const { does, shows } of steps) {
          await does?.(page)
          await getsBack(page, shows(page))
          await stands(page, title)
        }
        await expect(page.getByRole('alert')).toHaveCount(0)
        await isSamePage()
        expect(lost.size, 'something was lost').toBeGreaterThan(0)
        for (const each of lost) everLost.add(each)
      })
    })

  for (const screen of screens.filter(({ narrow, open, path }) => !narrow && !open && path !== '/api/docs'))
    test.describe(() => {
      test.use({ who: screen.who })

      test(`the screen '${screen.name}' comes back after its files were lost`, async ({ page, stage }) => {
        const lost = await loseEach(page)
        await page.goto(typeof screen.path === 'string' ? screen.path : screen.path(stage))
        await getsBack(page, heading(page, screen.shows).first())
        // Some parts are loaded once the page is idle.
        await page.waitForLoadState('networkidle')
        await expect(async () => {
          await getsBack(page, heading(page, screen.shows).first())
          await expect(page.getByRole('alert')).toHaveCount(0, { timeout: 1_000 })
        }).toPass()
        expect(lost.size, 'something was lost').toBeGreaterThan(0)
        for (const each of lost) everLost.add(each)
      })
    })

  test('no file of the build was left out', () => {
    expect([...laterUrls].filter((url) => !everLost.has(url)).map(sourceOf)).toEqual([])
  })
})
