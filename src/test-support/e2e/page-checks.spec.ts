import { expect, type Page } from '@playwright/test'
import { test } from './closing-test.ts'
import { nextTabStop } from './page-checks.ts'

const bar = '<p id="bar" style="position: fixed; bottom: 0; width: 100%; height: 80px; background: white">Bar</p>'
const end = '<p style="height: 3000px">End</p>'

/** Moves the button down, as a new row above it would. */
async function moveDown(page: Page): Promise<void> {
  await page.getByRole('button').evaluate((button) => {
    document.body.style.overflowAnchor = 'none'
    button.style.marginTop = '2000px'
  })
}

test('a focused element that has moved out of the window since Tab is not covered', async ({ page }) => {
  await page.setContent(`${bar}<button>Approve</button>${end}`)
  await page.keyboard.press('Tab')
  await moveDown(page)
  expect(await page.evaluate(nextTabStop)).toEqual({})
})

test('a focused element below a fixed bar is covered', async ({ page }) => {
  await page.setContent(`${bar}<button>Approve</button>${end}`)
  await moveDown(page)
  await page.getByRole('button').evaluate((button) => {
    scrollTo(0, button.getBoundingClientRect().bottom - innerHeight + 10)
    button.focus({ preventScroll: true })
  })
  expect((await page.evaluate(nextTabStop))?.coveredBy).toContain('id="bar"')
})
