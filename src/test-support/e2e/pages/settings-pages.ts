import { expect, type Page } from '@playwright/test'
import { owner, password, toast } from '../accounts.ts'
import { Authenticator } from '../authenticator.ts'
import { press } from '../page-actions.ts'
import { listStates, screensFrom } from './page-entry.ts'

let people = 0

async function post(page: Page, url: string, data: object) {
  const answer = await page.request.post(url, { data })
  expect(answer.ok(), await answer.text()).toBe(true)
  return answer.json()
}

/** Adds a member of staff through the API as the signed-in owner; returns the credentials. */
async function newStaff(page: Page): Promise<{ username: string; password: string }> {
  const username = `screen-${process.pid}-${Date.now()}-${++people}`
  const added = await post(page, '/trpc/admin.staff.add', { name: 'Robin Lee', username, role: 'reviewer' })
  return { username, password: added.result.data.password }
}

/** Signs a new member of staff in with the one-time password. The page's earlier session ends. */
export async function restrictedStaff(page: Page): Promise<{ username: string; password: string }> {
  await post(page, '/api/admin/login', owner)
  const handedOut = await newStaff(page)
  await post(page, '/api/admin/login', handedOut)
  return handedOut
}

/** The same with a password of their own. */
export async function newColleague(page: Page): Promise<{ username: string }> {
  const handedOut = await restrictedStaff(page)
  const change = { currentPassword: handedOut.password, password, confirmPassword: password }
  await post(page, '/trpc/admin.me.changePassword', change)
  return handedOut
}

async function startEnrolment(page: Page): Promise<{ username: string; phone: Authenticator }> {
  const { username } = await newColleague(page)
  await page.goto('/admin/settings')
  await press(page, 'Set up')
  await expect(page.getByTestId('totp-key')).toBeVisible()
  return { username, phone: await Authenticator.read(page) }
}

async function enrol(page: Page): Promise<{ username: string; phone: Authenticator }> {
  const person = await startEnrolment(page)
  await page.getByLabel('Authentication code').fill(person.phone.code())
  await press(page, 'Turn on')
  await expect(page.getByRole('list', { name: 'Recovery codes' })).toBeVisible()
  return person
}

async function openStaff(page: Page): Promise<void> {
  await page.goto('/admin/settings?tab=staff')
  await expect(page.getByRole('row', { name: /^owner/ })).toBeVisible()
}

/** The staff member's own account, and the staff accounts. */
export const settingsScreens = screensFrom({ who: 'staff', path: '/admin/settings?tab=staff' }, [
  {
    name: 'settings',
    path: '/admin/settings',
    title: 'Settings',
    open: (page) => expect(page.getByText('This device')).toBeVisible(),
    shows: 'Settings',
  },
  {
    name: 'settings password refused',
    path: '/admin/settings',
    open: async (page) => {
      await press(page, 'Change password')
      await expect(page.getByText('Please fill in all fields.')).toBeVisible()
    },
    shows: 'Settings',
  },
  {
    name: 'staff list',
    title: 'Settings',
    open: openStaff,
    shows: 'Staff',
  },
  ...listStates('staff list', {
    path: '/admin/settings?tab=staff',
    call: /admin\.staff\.list/,
    what: 'staff',
    shows: 'Settings',
  }),
  {
    name: 'staff add refused',
    open: async (page) => {
      await openStaff(page)
      await press(page, 'Add staff')
      await page.getByLabel('Name', { exact: true }).fill('Robin Lee')
      await page.getByLabel('Username').fill('owner')
      await press(page, 'Add')
      await expect(page.getByRole('alert')).toHaveText('The username owner is taken.')
    },
    shows: 'Add staff',
  },
  {
    name: 'staff added',
    open: async (page) => {
      await openStaff(page)
      await press(page, 'Add staff')
      await page.getByLabel('Name', { exact: true }).fill('Robin Lee')
      await page.getByLabel('Username').fill(`added-${process.pid}-${Date.now()}`)
      await press(page, 'Add')
      await expect(page.getByTestId('one-time-password')).toBeVisible()
    },
    shows: 'Staff added',
  },
  {
    name: 'staff change',
    open: async (page) => {
      const { username } = await newStaff(page)
      await openStaff(page)
      await page
        .getByRole('row')
        .filter({ hasText: username })
        .getByRole('button', { name: 'Change Robin Lee' })
        .click()
      await press(page, 'Reset sign-in')
    },
    shows: 'Robin Lee',
  },
])

/** Two-step verification, and the first sign-in of a new member of staff. */
export const secondFactorScreens = screensFrom({ path: '/admin' }, [
  { name: 'second factor key', open: startEnrolment, shows: 'Two-step verification' },
  { name: 'second factor recovery codes', open: enrol, shows: 'Save your recovery codes' },
  {
    name: 'second factor on',
    open: async (page) => {
      await enrol(page)
      await press(page, "I've saved them")
      await toast(page).getByLabel('Close').click()
      await expect(toast(page)).toHaveCount(0)
      await press(page, 'Turn off')
      await press(page, 'Turn off')
      await expect(page.getByText('Enter your password.')).toBeVisible()
    },
    shows: 'Two-step verification',
  },
  {
    name: 'staff login code',
    open: async (page) => {
      const { username } = await enrol(page)
      await press(page, 'Logout')
      await page.getByLabel('Username').fill(username)
      await page.getByLabel('Password', { exact: true }).fill(password)
      await press(page, 'Sign In')
      await page.getByLabel('Authentication code').fill('000000')
      await press(page, 'Sign In')
      await expect(page.getByText('That code is wrong')).toBeVisible()
    },
    shows: 'Enter your code',
  },
  {
    name: 'staff first password',
    open: async (page) => {
      await restrictedStaff(page)
      await page.goto('/admin')
    },
    shows: 'Choose your own password',
  },
])
