import { expect, type Page } from '@playwright/test'
import { listStates, screensFrom } from './page-entry.ts'

const rules = '/admin/settings?tab=rules'

async function openRules(page: Page): Promise<void> {
  await page.goto(rules)
  await expect(page.getByRole('form', { name: 'Payouts' })).toBeVisible()
}

/** The rules that owners change. */
export const rulesScreens = screensFrom({ who: 'staff', path: rules }, [
  { name: 'rules', title: 'Settings', open: openRules, shows: 'Rules' },
  {
    name: 'rules with history',
    open: async (page) => {
      await openRules(page)
      await page.getByText('History of Reviews').click()
      await expect(page.getByRole('list', { name: 'History of Reviews' })).toBeVisible()
    },
    shows: 'Rules',
  },
  {
    name: 'rules refused',
    open: async (page) => {
      await openRules(page)
      const form = page.getByRole('form', { name: 'Second person' })
      await form.getByLabel('Second person from').fill('many')
      await form.getByRole('button', { name: 'Save' }).click()
      await expect(form.getByText('Enter an amount from $0.01')).toBeVisible()
    },
    shows: 'Rules',
  },
  ...listStates('rules', { path: rules, call: /admin\.policies\.list/, what: 'rules', shows: 'Settings' }),
])
