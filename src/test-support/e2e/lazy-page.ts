import type { Locator, Page } from '@playwright/test'
import type { SharedAccounts, Who } from './fixtures.ts'
import { banner } from './page-actions.ts'

/** An action, and what it loads. */
export type Step = { does?: (page: Page) => Promise<unknown>; shows: (page: Page) => Locator }

/** A page with the steps that load more of it. Each lazily loaded part is a step. */
export type LazyPage = {
  name: string
  who?: Who
  /** Signs in a new customer, for cases that change their data. */
  ready?: (page: Page, shared: SharedAccounts) => Promise<unknown>
  path: string | ((shared: SharedAccounts) => string)
  title: string | RegExp
  narrow?: true
  steps: readonly Step[]
}

export const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
export const close = (page: Page) => page.keyboard.press('Escape')
export const button = (name: string) => (page: Page) => banner(page).getByRole('button', { name, exact: true }).click()
