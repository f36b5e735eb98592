import { expect, type Page } from '@playwright/test'
import type { Stage } from './fixtures.ts'
import { accountsScreens } from './pages/accounts-pages.ts'
import { analyticsScreens } from './pages/analytics-pages.ts'
import { auditScreens } from './pages/audit-pages.ts'
import { contactScreens } from './pages/contact-pages.ts'
import { exchangeScreens } from './pages/exchange-pages.ts'
import { inboxPages } from './pages/inbox-pages.ts'
import type { Screen } from './pages/page-entry.ts'
import { recoveryScreens } from './pages/recovery-pages.ts'
import { reviewScreens } from './pages/review-pages.ts'
import { settingsScreens } from './pages/settings-pages.ts'
import { siteScreens } from './pages/site-pages.ts'
import { staffScreens } from './pages/staff-pages.ts'
import { transactionsScreens } from './pages/transactions-pages.ts'
import { peopleScreens } from './pages/users-pages.ts'
import { heading } from './wizard-actions.ts'

/**
 * Every screen and state of the product. The checks of accessibility, layout and words and the pictures all read
 * this table: a new screen is a new row.
 */
export const screens: readonly Screen[] = [
  ...siteScreens,
  ...accountsScreens,
  ...recoveryScreens,
  ...exchangeScreens,
  ...transactionsScreens,
  ...contactScreens,
  ...staffScreens,
  ...settingsScreens,
  ...auditScreens,
  ...analyticsScreens,
  ...peopleScreens,
  ...inboxPages,
  ...reviewScreens,
]

/** Also the size of wide pictures: a dialog that is moved after it was drawn may lie half a pixel off. */
export const wide = { width: 1280, height: 800 }
export const narrow = { width: 320, height: 640 }

/** The screen of this name. */
export function findScreen(name: string): Screen {
  const found = screens.find((screen) => screen.name === name)
  if (!found) throw new Error(`There is no screen '${name}'.`)
  return found
}

/** Runs in the page before anything else: messages, and the way to undo, stay for as long as a test looks at them. */
function keepToasts(): void {
  const stays = [5000, 8000]
  const setTimer = window.setTimeout
  const patient = (act: TimerHandler, ms?: number, ...rest: unknown[]) =>
    stays.includes(ms ?? 0) ? 0 : setTimer(act, ms, ...rest)
  Object.assign(window, { setTimeout: patient })
}

/** Goes to a screen and waits until it is there. The page has to belong to `screen.who`. */
export async function enter(page: Page, screen: Screen, stage: Stage): Promise<void> {
  await page.addInitScript(keepToasts)
  await page.setViewportSize(screen.narrow ? narrow : wide)
  await page.goto(typeof screen.path === 'string' ? screen.path : screen.path(stage))
  await screen.open?.(page, stage)
  await expect(heading(page, screen.shows).first()).toBeVisible()
  await page.evaluate(settle)
}

/** Colours change over a moment; half way they are nobody's. What turns for ever is left alone. */
export async function settle(): Promise<void> {
  await document.fonts.ready
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
  await Promise.allSettled(ending.map(({ finished }) => finished))
}
