import { expect, type Page } from '@playwright/test'
import { test } from './fixtures.ts'
import { askSupport, openMenu } from './page-actions.ts'
import { enter, findScreen, narrow, settle } from './pages.ts'
import { choose, decision } from './review-actions.ts'

type Row = {
  screen: string
  /** More steps after those of the screen. */
  does?: (page: Page) => Promise<unknown>
  /** Selectors of an element with the state and of one without it, or with another one. */
  pairs: readonly (readonly [withState: string, other: string])[]
}

const tabs = ['[role="tab"][aria-selected="true"]', '[role="tab"][aria-selected="false"]'] as const
const pressed = ['[aria-pressed="true"]', '[aria-pressed="false"]'] as const
const checked = ['label:has(> input:checked)', 'label:has(> input:not(:checked))'] as const
const within = (place: string, [withState, other]: readonly [string, string]) =>
  [`${place} ${withState}`, `${place} ${other}`] as const
const link = ['header nav a[aria-current="page"]', 'header nav a:not([aria-current])'] as const
const theme = within('footer fieldset', checked)
const step = (at: number) => `main ol > li:nth-child(${at})`

async function openOneOfTwoConversations(page: Page): Promise<void> {
  await askSupport(page)
  await page.goto('/admin?tab=chat')
  await page.getByRole('region', { name: 'Conversations' }).getByRole('listitem').first().getByRole('button').click()
}

async function listTwoSavedAnswers(page: Page): Promise<void> {
  const data = { shortcut: `soon-${Date.now()}`, text: 'It takes an hour.' }
  expect((await page.request.post('/trpc/admin.chat.saveCannedResponse', { data })).ok()).toBe(true)
  await page.reload()
  await page.getByPlaceholder('Type your reply...').fill('/')
  await expect(page.getByRole('listbox').getByRole('option').nth(1)).toBeVisible()
}

async function rejectForFirstReason(page: Page): Promise<void> {
  await choose(page, 'Rejected')
  await decision(page).getByRole('option').first().click()
}

const rows: readonly Row[] = [
  { screen: 'home', pairs: [theme] },
  { screen: 'supported cards sorted', pairs: [link, pressed] },
  {
    screen: 'exchange with a card',
    pairs: [
      link,
      within('main li', checked),
      ['label:has(> input[name="condition"]:checked)', 'label:has(> input[name="condition"]:not(:checked))'],
      [step(1), step(2)],
    ],
  },
  {
    screen: 'quote paid by bank',
    pairs: [within('main li', checked), [step(1), step(2)], [step(2), step(3)], [step(1), step(3)]],
  },
  { screen: 'order requested by another person', pairs: [within('main', pressed), [step(3), step(2)]] },
  { screen: 'sign-up', pairs: [tabs] },
  { screen: 'account profile', pairs: [tabs] },
  { screen: 'transactions', pairs: [link, pressed] },
  { screen: 'order processing', pairs: [['main li[aria-current]', 'main li[aria-current] ~ li']] },
  { screen: 'contact', pairs: [link] },
  {
    screen: 'supported cards',
    does: async (page) => {
      await page.setViewportSize(narrow)
      await openMenu(page)
    },
    pairs: [['[role="dialog"] a[aria-current]', '[role="dialog"] a:not([aria-current])']],
  },
  { screen: 'queue of rows', pairs: [link, within('[aria-label="View"]', pressed), within('main', pressed)] },
  { screen: 'queue of many pages', pairs: [['button[aria-current="page"]', '[aria-label="Page 2"]']] },
  {
    screen: 'review',
    does: rejectForFirstReason,
    pairs: [
      ['li:has(> a[aria-current])', 'li:has(> a:not([aria-current]))'],
      within('form fieldset', checked),
      ['[role="option"][aria-selected="true"]', '[role="option"][aria-selected="false"]'],
    ],
  },
  { screen: 'analytics as tables', pairs: [link, within('main', pressed)] },
  {
    screen: 'support inbox thread',
    does: openOneOfTwoConversations,
    pairs: [
      ['li > button[aria-current]', 'li > button:not([aria-current])'],
      within('[aria-label="Filter conversations"]', pressed),
    ],
  },
  {
    screen: 'support inbox saved answers',
    does: listTwoSavedAnswers,
    pairs: [['[role="option"][aria-selected="true"]', '[role="option"][aria-selected="false"]']],
  },
  { screen: 'settings', pairs: [tabs] },
  { screen: 'rates', pairs: [within('main', pressed)] },
  { screen: 'payouts', pairs: [within('[aria-label="Show"]', pressed)] },
  { screen: 'rules', pairs: [tabs] },
  {
    screen: 'insider report list',
    does: (page) => page.getByRole('heading', { name: 'Views, owner' }).focus(),
    pairs: [['td button[aria-expanded="true"]', 'td button[aria-expanded="false"]']],
  },
]

test.use({ contextOptions: { reducedMotion: 'reduce', forcedColors: 'active' } })

for (const { screen: name, does, pairs } of rows)
  test.describe(() => {
    const screen = findScreen(name)
    test.use({ who: screen.who })

    test(`${name} shows what is current under forced colours`, async ({ page, shared }) => {
      await enter(page, screen, shared)
      await does?.(page)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await page.evaluate(settle)
        for (const [withState, other] of pairs) {
          await expect(page.locator(withState).first()).toBeVisible()
          await expect(page.locator(other).first()).toBeAttached()
          const marks = await Promise.all([withState, other].map((each) => page.evaluate(marksOf, each)))
          expect.soft(marks[0], `${withState}, ${colorScheme}`).not.toEqual(marks[1])
        }
      }
    })
  })

test.describe(() => {
  test.use({ who: 'staff' })

  test('the charts of the analytics are visible under forced colours', async ({ page, shared }) => {
    await enter(page, findScreen('analytics'), shared)
    const ink = await page.evaluate(() => getComputedStyle(document.body).color)
    await expect(page.locator('polyline').first()).toHaveCSS('stroke', ink)
    const [bar] = await page.evaluate(marksOf, '[style*="--share"]')
    expect(bar).toContain(`3px solid ${ink}`)
  })
})

test('payout bar, tags and dialogs have edges under forced colours', async ({ page, shared }) => {
  await enter(page, findScreen('home'), shared)
  const bar = page.locator('[aria-hidden="true"]:has(> [style*="width"])').first()
  await expect(bar).toHaveCSS('border-top-style', 'solid')
  const [bars, fill] = await Promise.all(
    [bar, bar.locator('> *')].map((each) => each.evaluate((element) => getComputedStyle(element).backgroundColor)),
  )
  expect(fill).not.toBe(bars)
  await enter(page, findScreen('sign-in dialog'), shared)
  const ink = await page.evaluate(() => getComputedStyle(document.body).color)
  await expect(page.getByRole('dialog')).toHaveCSS('outline', `${ink} solid 1px`)
})

/** Runs in the page: borders, outline and background of an element and of what it draws before itself. */
function marksOf(selector: string): string[] {
  const element = document.querySelector(selector)
  if (!element) throw new Error(`There is no ${selector}.`)
  const canvas = getComputedStyle(document.documentElement).backgroundColor
  // Colours without alpha show the page behind.
  const seen = (colour: string) => (/^rgba.*, 0\)$/.test(colour) ? canvas : colour)
  return ['::before', ''].map((pseudo) => {
    const style = getComputedStyle(element, pseudo)
    const edge = (name: string) => {
      const line = style.getPropertyValue(`${name}-style`)
      if (line === 'none') return 'none'
      return `${style.getPropertyValue(`${name}-width`)} ${line} ${style.getPropertyValue(`${name}-color`)}`
    }
    const edges = ['border-top', 'border-right', 'border-bottom', 'border-left', 'outline'].map(edge)
    return [...edges, seen(style.backgroundColor)].join(', ')
  })
}
