import { expect, type Page } from '@playwright/test'
import { cut, holdBack } from '../accounts.ts'
import type { SharedAccounts, Who } from '../fixtures.ts'

/** A page, or one of its states. */
export type Screen = {
  name: string
  /** The signed-in user; by default a visitor. */
  who?: Who
  path: string | ((shared: SharedAccounts) => string)
  /** The document title of a page, without the name of the site. States of a page have none. */
  title?: string | ((shared: SharedAccounts) => string)
  /** Another row's page with other data or an open dialog, or for other users. It runs with `--all`, as states do. */
  isVariant?: boolean
  /** Steps that lead to the state, or to the data of the page. */
  open?: (page: Page, shared: SharedAccounts) => Promise<unknown>
  /** For small screens only. */
  narrow?: true
  /** The heading that shows once the page is ready. */
  shows: string | RegExp
}

/** Screens of one user that start at one page, or share other fields. A row that differs states its own. */
export const screensFrom = (
  start: Pick<Screen, 'who' | 'path' | 'title' | 'isVariant'>,
  rows: readonly (Omit<Screen, 'path'> & Partial<Pick<Screen, 'path'>>)[],
): readonly Screen[] => rows.map((row) => ({ ...start, ...row }))

type List = { path: string; call: RegExp; what: string; shows: string }

/** A list of staff while it loads, and when it could not be loaded. */
export function listStates(name: string, { path, call, what, shows }: List): readonly Screen[] {
  return screensFrom({ who: 'staff', path: '/' }, [
    {
      name: `${name} loading`,
      open: async (page) => {
        await holdBack(page, call)
        await page.goto(path)
        await expect(page.getByText(`Loading ${what}...`)).toBeAttached()
      },
      shows,
    },
    {
      name: `${name} failed`,
      open: async (page) => {
        await cut(page, call)
        await page.goto(path)
      },
      shows: `We couldn't load the ${what}`,
    },
  ])
}
