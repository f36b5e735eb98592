import type { Page } from '@playwright/test'
import type { SharedAccounts, Who } from '../fixtures.ts'

/** A page, or one of its states. */
export type Screen = {
  name: string
  /** The signed-in user; by default a visitor. */
  who?: Who
  path: string | ((shared: SharedAccounts) => string)
  /** Steps that lead to the state. Without them the row is a page of its own with a unique title. */
  open?: (page: Page, shared: SharedAccounts) => Promise<unknown>
  /** For small screens only. */
  narrow?: true
  /** The heading that shows once the page is ready. */
  shows: string | RegExp
}
