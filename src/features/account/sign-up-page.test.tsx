import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { fill } from '#client/test-support/component/fill.ts'
import { openSite } from '#client/test-support/component/open-site.tsx'
import { expectToast, findToast } from '#client/test-support/component/toast.ts'

const dana = {
  'Full Name': 'Dana Reyes',
  'Email Address': 'dana@mail.example',
  'Phone Number': '555-010-0100',
  Password: 'a-customer-password',
  'Confirm Password': 'a-customer-password',
}
const field = (label: string) => screen.getByLabelText(label)
const create = () => screen.getByRole('button', { name: 'Create Account' })

/** A site with the sign-up page open. */
async function openSignUp() {
  const site = await openSite()
  const user = await site.visit('/signup')
  await screen.findByRole('button', { name: 'Create Account' })
  return Object.assign(site, { user })
}

test('signs the new customer in, opens the exchange and stays signed in after a reload', async () => {
  await using site = await openSignUp()
  const main = within(screen.getByRole('main'))
  expect(main.getByRole('link', { name: /^Terms of Service/ })).toHaveAttribute('href', '/terms-of-service')
  expect(main.getByRole('link', { name: /^Privacy Policy/ })).toHaveAttribute('href', '/privacy-policy')
  await fill(site.user, dana)
  await site.user.click(create())

  await expectToast('Welcome, Dana Reyes!', 'Your account has been created')
  expect(location.pathname).toBe('/exchange')
  await site.reload()
  expect(await screen.findByRole('button', { name: 'Dana Reyes' })).toBeVisible()
  await site.visit('/signup', { as: await site.app.customer() })
  await waitFor(() => expect(location.pathname).toBe('/exchange'))
})

test('shows progress, and a second press during it creates no second account', async () => {
  await using site = await openSignUp()
  await fill(site.user, dana)
  const release = site.network.hold('account.signUp')
  await site.user.click(create())
  await site.user.click(await screen.findByRole('button', { name: 'Creating Account...' }))
  await site.user.type(field('Full Name'), '{Enter}')
  release()
  await expectToast('Welcome, Dana Reyes!')
  expect(site.network.count('account.signUp')).toBe(1)
})

test.each([
  ['Email Address', 'dana', 'Invalid Email', 'Please enter a valid email address.'],
  [
    'Email Address',
    'dana@example.com',
    'Real Email Required',
    'Please use your actual email address, not a placeholder. This is needed for transaction notifications and payouts.',
  ],
  ['Confirm Password', 'something else', 'Error', 'Passwords do not match.'],
])('rejects %s "%s" in a toast and at the focused field', async (label, text, title, message) => {
  await using site = await openSignUp()
  await fill(site.user, { ...dana, [label]: text })
  await site.user.click(create())
  await expectToast(title, message)
  expect(field(label)).toHaveFocus()
  expect(field(label)).toHaveAccessibleDescription(expect.stringContaining(message))
  expect(site.network.count('account.signUp')).toBe(0)
})

test('rejects a short password', async () => {
  await using site = await openSignUp()
  await fill(site.user, { ...dana, Password: 'short', 'Confirm Password': 'short' })
  await site.user.click(create())
  await expectToast('Password Too Short', 'Password must be at least 6 characters long.')
  expect(field('Password')).toHaveFocus()
})

test('rejects an address that has an account', async () => {
  await using site = await openSignUp()
  const { email } = await site.app.customer()
  await fill(site.user, { ...dana, 'Email Address': email })
  await site.user.click(create())
  const message = 'This email is already registered. Please sign in instead.'
  await expectToast('Email Already Registered', message)
  expect(field('Email Address')).toHaveFocus()
  expect(field('Email Address')).toHaveAccessibleDescription(expect.stringContaining(message))
})

test('marks every empty required field until it is filled in', async () => {
  await using site = await openSignUp()
  await fill(site.user, { 'Email Address': 'dana@mail.example' })
  await site.user.click(create())
  await expectToast('Error', 'Please fill in all fields.')
  expect(field('Full Name')).toHaveFocus()
  for (const label of ['Full Name', 'Phone Number', 'Password', 'Confirm Password'])
    expect(field(label)).toHaveAccessibleDescription(expect.stringContaining('Please fill in all fields.'))
  expect(field('Email Address')).not.toHaveAttribute('aria-invalid')
  await fill(site.user, { 'Full Name': 'Dana Reyes' })
  expect(field('Full Name')).not.toHaveAttribute('aria-invalid')
  expect(field('Phone Number')).toHaveAttribute('aria-invalid', 'true')
})

test('removes the error toast together with its error', async () => {
  await using site = await openSignUp()
  await fill(site.user, { ...dana, 'Email Address': 'dana' })
  await site.user.click(create())
  await expectToast('Invalid Email')
  await fill(site.user, { 'Email Address': 'dana@mail.example' })
  expect(findToast()).toBeNull()
})

test('a sign-up without a network shows an error and keeps the input', async () => {
  await using site = await openSignUp()
  await fill(site.user, dana)
  const mend = site.network.cut()
  await site.user.click(create())
  await expectToast('Sign Up Failed', 'There was an error creating your account. Please try again.')
  mend()
  await site.user.click(create())
  await expectToast('Welcome, Dana Reyes!')
})
