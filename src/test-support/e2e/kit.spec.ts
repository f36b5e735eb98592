import { expect, type Locator, type Page } from '@playwright/test'
import sharp from 'sharp'
import { test } from './fixtures.ts'
import { enter, findScreen } from './pages.ts'

/** What the parts of `src/ui` do in a browser only, on the pages that have them. */

async function closesWithEscape(page: Page, name: string, opener: Locator): Promise<void> {
  await expect(page.getByRole('dialog', { name })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(opener).toBeFocused()
}

test.describe('of a customer', () => {
  test.use({ who: 'customer' })

  test('a dialog closes with Escape and restores the focus', async ({ page, shared }) => {
    await enter(page, findScreen('account profile'), shared)
    await closesWithEscape(page, 'Account Settings', page.getByRole('button', { name: 'Dana Reyes' }))
  })

  test('a disabled button stays in the tab order and states the reason', async ({ page, shared }) => {
    await enter(page, findScreen('upload of a Visa card'), shared)
    const disabled = page.getByRole('button', { name: 'Upload Files to Continue' })
    await disabled.focus()
    await expect(disabled).toBeFocused()
    await expect(disabled).toHaveAccessibleDescription(/\S/)
  })

  test('a progress bar has an edge under forced colours', async ({ page, shared }) => {
    await page.emulateMedia({ forcedColors: 'active' })
    await enter(page, findScreen('upload in progress'), shared)
    await expect(page.getByRole('progressbar').first()).toHaveCSS('border-top-style', 'solid')
  })
})

test('a sheet closes with Escape and restores the focus', async ({ page, shared }) => {
  await enter(page, findScreen('menu'), shared)
  await closesWithEscape(page, 'Menu', page.getByRole('button', { name: 'Menu' }))
})

test.describe('of staff', () => {
  test.use({ who: 'staff' })

  test('a locked dialog stays open until its button is pressed', async ({ page, shared }) => {
    await enter(page, findScreen('staff added'), shared)
    const dialog = page.getByRole('dialog', { name: 'Staff added' })
    await page.keyboard.press('Escape')
    await expect(dialog).toBeVisible()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(dialog).toHaveCount(0)
  })
})

test('gift cards are engraved with rings, not with specks', { tag: '@firefox' }, async ({ page, shared }) => {
  await enter(page, findScreen('supported cards'), shared)
  const card = page.locator('span[style*="--card"] > span').first()
  const { data, info } = await sharp(await card.screenshot())
    .extractChannel('green')
    .raw()
    .toBuffer({ resolveWithObject: true })
  // Between the logo at the top and the name at the bottom, a row crosses many rings.
  const row = data.subarray(Math.round(info.height * 0.55) * info.width).subarray(0, info.width)
  const edges = row.filter((value, at) => at > 0 && Math.abs(value - (row[at - 1] ?? value)) >= 3).length
  expect(edges).toBeGreaterThan(info.width / 10)
})

test.describe('of a seller', () => {
  test.use({ who: 'seller' })

  test('a small gift card has its logo in the middle', async ({ page, shared }) => {
    await enter(page, findScreen('transactions'), shared)
    const offsets = await page.locator('span[aria-hidden="true"][style*="--card"] svg').evaluateAll((marks) =>
      marks.map((mark) => {
        const [inner, outer] = [mark, mark.parentElement ?? mark].map((each) => each.getBoundingClientRect())
        return inner && outer ? Math.abs(inner.left + inner.right - outer.left - outer.right) / 2 : Number.NaN
      }),
    )
    expect(offsets.length).toBeGreaterThan(0)
    expect(Math.max(...offsets)).toBeLessThan(1)
  })
})
