import type { LazyPage, Step } from './lazy-page.ts'
import { press } from './page-actions.ts'
import { restrictedStaff } from './pages/settings-pages.ts'
import { heading } from './wizard-actions.ts'

const tab = (name: RegExp, shows: Step['shows']): Step => ({
  does: (page) => page.getByRole('tab', { name }).click(),
  shows,
})

const area = (name: RegExp, shows: Step['shows']): Step => ({
  does: (page) => page.getByRole('navigation', { name: 'Staff areas' }).getByRole('link', { name }).click(),
  shows,
})

/** Pages of staff. */
export const lazyStaffPages: readonly LazyPage[] = [
  {
    name: 'the tabs of the dashboard',
    who: 'staff',
    path: '/admin',
    title: 'Admin Dashboard',
    steps: [
      { shows: (page) => page.getByLabel('Search submissions') },
      area(/^Live Analytics/, (page) => page.getByText('Active visitors by minute').first()),
      area(/^Chat Support/, (page) => page.getByLabel(/^Search c/)),
      area(/^Registered Users/, (page) => page.getByLabel(/^Search/)),
    ],
  },
  {
    name: 'the appeals',
    who: 'staff',
    path: '/admin?list=appeals',
    title: 'Admin Dashboard',
    steps: [{ shows: (page) => heading(page, 'Appeals') }],
  },
  {
    name: 'the tabs of the settings',
    who: 'staff',
    path: '/admin/settings',
    title: 'Settings',
    steps: [
      { shows: (page) => page.getByLabel('Current password').first() },
      tab(/^Staff/, (page) => page.getByRole('row', { name: /^owner/ })),
      tab(/^Rules/, (page) => page.getByRole('form', { name: 'Payouts' })),
      tab(/^Site/, (page) => page.getByRole('form', { name: 'Site' })),
      tab(/^Audit log/, (page) => page.getByRole('table')),
      tab(/^Insider report/, (page) => page.getByLabel('From')),
      tab(/^API tokens/, (page) => page.getByRole('button', { name: /token/i }).first()),
    ],
  },
  {
    name: 'the rates',
    who: 'staff',
    path: '/admin/rates',
    title: 'Rates',
    steps: [{ shows: (page) => page.getByRole('button', { name: 'Apple', exact: true }) }],
  },
  {
    name: 'the payouts',
    who: 'staff',
    path: '/admin/payouts',
    title: 'Payouts',
    steps: [
      { shows: (page) => page.getByLabel('Search payouts') },
      { does: (page) => press(page, /^Problems/), shows: (page) => page.getByRole('group', { name: 'Problems' }) },
    ],
  },
  {
    name: 'the problems of a paid order',
    who: 'staff',
    path: ({ submissions }) => `/admin?view=review&status=all&id=${submissions.completed}`,
    title: 'Admin Dashboard',
    steps: [{ shows: (page) => page.getByRole('button', { name: 'Report a problem...' }) }],
  },
  {
    name: 'the reports',
    who: 'staff',
    path: '/admin/rates',
    title: /^(Rates|Reports)$/,
    steps: [area(/^Reports/, (page) => page.getByRole('button', { name: 'By month' }))],
  },
  {
    name: 'the inventory',
    who: 'staff',
    path: '/admin/inventory',
    title: 'Inventory',
    steps: [{ shows: (page) => page.getByLabel('Search cards') }],
  },
  {
    name: 'the page of a customer',
    who: 'staff',
    path: ({ customer }) => `/admin/users/${customer.id}`,
    title: 'Registered User',
    steps: [],
  },
  {
    name: 'the first steps of a colleague',
    ready: restrictedStaff,
    path: '/admin',
    title: /Admin Dashboard|Choose your own password/,
    steps: [{ shows: (page) => heading(page, 'Choose your own password') }],
  },
]
