import { expect, type Page } from '@playwright/test'
import type { SetupState } from '#shared/setup-schema.ts'
import type { SiteVersion } from '#shared/site-settings-schema.ts'
import { changeAnswers, cut, holdBack } from '../accounts.ts'
import { press } from '../page-actions.ts'
import { screensFrom } from './page-entry.ts'

const site = '/admin/settings?tab=site'
const form = (page: Page) => page.getByRole('form', { name: 'Site' })

/** The steps are hidden on the site of the tests, because all of them share it. */
const showSteps = (page: Page, more: Partial<SetupState> = {}) =>
  changeAnswers<SetupState>(page, /admin\.setup\.get/, (state) => {
    if ('steps' in state) Object.assign(state, { isDismissed: false, ...more })
  })

/** Where orders wait, the steps are closed at first. */
async function openSteps(page: Page): Promise<void> {
  await page.goto('/admin')
  await expect(page.getByRole('article').first()).toBeVisible()
  const last = page.getByText('Set the public address')
  if (!(await last.isVisible())) await page.getByText('Only owners see this.').click()
  await expect(last).toBeVisible()
}

async function openSite(page: Page): Promise<void> {
  await page.goto(site)
  await expect(form(page)).toBeVisible()
}

/** The steps of opening a site, and what it says about itself. */
export const openShopScreens = screensFrom({ who: 'staff', path: '/' }, [
  {
    name: 'open shop',
    open: async (page) => {
      await showSteps(page)
      await openSteps(page)
    },
    shows: 'Open your shop',
  },
  {
    name: 'open shop with a refused test mail',
    open: async (page) => {
      const failed = { to: 'owner@shop.example', state: 'failed', at: '2026-11-20T12:00:00.000Z' } as const
      await showSteps(page, {
        mailServer: 'mail.shop.example',
        testMail: { ...failed, error: '550 No such user here', willRetry: false },
      })
      await openSteps(page)
      await expect(page.getByText(/^Not delivered to owner@shop\.example/)).toBeVisible()
    },
    shows: 'Open your shop',
  },
  {
    name: 'rules to confirm',
    open: async (page) => {
      const steps = [{ name: 'rules', isDone: false }] as const
      await showSteps(page, { steps: [...steps] })
      await page.goto('/admin/settings?tab=rules')
      await expect(page.getByRole('button', { name: 'Keep these rules' })).toBeVisible()
    },
    shows: 'Rules',
  },
  { name: 'site', path: site, title: 'Settings', open: openSite, shows: 'Site' },
  {
    name: 'site refused',
    path: site,
    open: async (page) => {
      await openSite(page)
      await form(page).getByLabel('Support email').fill('help')
      await form(page).getByLabel('Words 2').fill('')
      await press(form(page), 'Save')
      await expect(form(page).getByText('Enter an email address like support@shop.example.')).toBeVisible()
    },
    shows: 'Site',
  },
  {
    name: 'site revert',
    open: async (page) => {
      await changeAnswers<SiteVersion[]>(page, /admin\.site\.versions/, (versions) => {
        const [newest] = Array.isArray(versions) ? versions : []
        if (!newest) return
        const values = { ...newest.values, brandName: 'Card Corner', claims: [] }
        const madeAt = '2026-11-20T12:00:00.000Z'
        versions.unshift({ version: 99, values, note: 'We have a name', madeBy: 'Robin Lee', madeAt })
      })
      await openSite(page)
      await page.getByRole('button', { name: 'Revert to version 99' }).click()
      await expect(page.getByText(/^Brand name: Card Corner, before/).last()).toBeVisible()
    },
    shows: 'Revert to version 99',
  },
  {
    name: 'site loading',
    open: async (page) => {
      await holdBack(page, /admin\.site\.get/)
      await page.goto(site)
      await expect(page.getByText('Loading the site...')).toBeAttached()
    },
    shows: 'Settings',
  },
  {
    name: 'site failed',
    open: async (page) => {
      await cut(page, /admin\.site\.get/)
      await page.goto(site)
    },
    shows: "We couldn't load the site",
  },
])
