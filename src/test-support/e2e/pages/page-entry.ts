import type { Page } from '@playwright/test'
import type { Stage, Who } from '../fixtures.ts'

/** A page, or a state of one, that somebody can come to see. */
export type Screen = {
  name: string
  /** Who is signed in; nobody, unless said. */
  who?: Who
  path: string | ((stage: Stage) => string)
  /** What one does there. A screen without it is a page of its own, under a title of its own. */
  open?: (page: Page, stage: Stage) => Promise<unknown>
  /** Only small screens have it. */
  narrow?: true
  /** A heading that is there once the screen is. */
  shows: string | RegExp
}
