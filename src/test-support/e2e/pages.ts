import { expect, type Page } from '@playwright/test'
import type { SharedAccounts } from './fixtures.ts'
import { keepToasts } from './keep-toasts.ts'
import { accountsScreens } from './pages/accounts-pages.ts'
import { analyticsScreens } from './pages/analytics-pages.ts'
import { appealScreens, orderAppealScreens } from './pages/appeal-pages.ts'
import { apiReferenceScreens, auditScreens } from './pages/audit-pages.ts'
import { contactScreens } from './pages/contact-pages.ts'
import { dutiesScreens } from './pages/duties-pages.ts'
import { evidenceScreens, shownEvidenceScreens } from './pages/evidence-pages.ts'
import { exchangeScreens } from './pages/exchange-pages.ts'
import { inboxPages } from './pages/inbox-pages.ts'
import { inventoryScreens } from './pages/inventory-pages.ts'
import { lotScreens } from './pages/lot-pages.ts'
import { openShopScreens } from './pages/open-shop-pages.ts'
import type { Screen } from './pages/page-entry.ts'
import { payoutsScreens } from './pages/payouts-pages.ts'
import { debtScreens, problemScreens } from './pages/problem-pages.ts'
import { ratesScreens } from './pages/rates-pages.ts'
import { recoveryScreens } from './pages/recovery-pages.ts'
import { reportsScreens } from './pages/reports-pages.ts'
import { requestScreens } from './pages/request-pages.ts'
import { reviewScreens } from './pages/review-pages.ts'
import { rulesScreens } from './pages/rules-pages.ts'
import { sellAgainScreens } from './pages/sell-again-pages.ts'
import { secondFactorScreens, settingsScreens } from './pages/settings-pages.ts'
import { siteScreens } from './pages/site-pages.ts'
import { queueScreens, staffLoginScreens } from './pages/staff-pages.ts'
import { transactionsScreens } from './pages/transactions-pages.ts'
import { usersScreens } from './pages/users-pages.ts'
import { withdrawalScreens } from './pages/withdrawal-pages.ts'
import { heading } from './wizard-actions.ts'

/**
 * Every page and state of the product. The accessibility, layout and text tests read this table: add a row
 * for each new page.
 */
export const screens: readonly Screen[] = [
  ...siteScreens,
  ...accountsScreens,
  ...recoveryScreens,
  ...exchangeScreens,
  ...transactionsScreens,
  ...withdrawalScreens,
  ...sellAgainScreens,
  ...contactScreens,
  ...staffLoginScreens,
  ...queueScreens,
  ...settingsScreens,
  ...secondFactorScreens,
  ...rulesScreens,
  ...openShopScreens,
  ...auditScreens,
  ...apiReferenceScreens,
  ...ratesScreens,
  ...payoutsScreens,
  ...lotScreens,
  ...problemScreens,
  ...appealScreens,
  ...orderAppealScreens,
  ...debtScreens,
  ...requestScreens,
  ...reportsScreens,
  ...inventoryScreens,
  ...dutiesScreens,
  ...analyticsScreens,
  ...usersScreens,
  ...inboxPages,
  ...reviewScreens,
  ...evidenceScreens,
  ...shownEvidenceScreens,
]

export const wide = { width: 1280, height: 800 }
export const narrow = { width: 320, height: 640 }
export const phones = [
  { width: 390, height: 844 },
  { width: 360, height: 640 },
]
/** A window of 1280 x 1024 pixels at 400% zoom. */
export const zoomed = { width: 320, height: 256 }

/** The row of this name. @throws for an unknown name */
export function findScreen(name: string): Screen {
  const found = screens.find((screen) => screen.name === name)
  if (!found) throw new Error(`There is no screen '${name}'.`)
  return found
}

/** A value of the table that may depend on the accounts. */
export function resolveFor(value: NonNullable<Screen['path' | 'title']>, shared: SharedAccounts): string {
  return typeof value === 'string' ? value : value(shared)
}

/** Opens a page and waits for its heading. The page has to belong to `screen.who`. */
export async function enter(page: Page, screen: Screen, shared: SharedAccounts): Promise<void> {
  await page.addInitScript(keepToasts)
  await page.setViewportSize(screen.narrow ? narrow : wide)
  await page.goto(resolveFor(screen.path, shared))
  await screen.open?.(page, shared)
  await expect(heading(page, screen.shows).first()).toBeVisible()
  await page.evaluate(settle)
}

/** Waits for finite transitions, because colours in between would fail the checks. */
export async function settle(): Promise<void> {
  await document.fonts.ready
  // A clock that the test installs replaces `requestAnimationFrame`, but no observer.
  const frame = () => new Promise((painted) => new IntersectionObserver(painted).observe(document.body))
  await frame().then(frame)
  const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
  await Promise.allSettled(ending.map(({ finished }) => finished))
}
