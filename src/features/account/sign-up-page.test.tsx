import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { button, findHeading, openQuote } from '#client/test-support/component/exchange.ts'
import { fill } from '#client/test-support/component/fill.ts'
import { openSite } from '#client/test-support/component/open-site.tsx'
import { expectToast, findToast } from '#client/test-support/component/toast.ts'
import { customerPassword } from '#server/testing/test-support/test-app.ts'

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
  await waitFor(() => expect(location.pathname).toBe('/exchange'))
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

  await site.user.click(screen.getByRole('button', { name: 'Sign in with this email' }))
  expect(screen.getByRole('tab', { name: 'I have an account' })).toHaveAttribute('aria-selected', 'true')
  expect(field('Email Address')).toHaveValue(email)
  await fill(site.user, { Password: customerPassword })
  await site.user.click(within(screen.getByRole('main')).getByRole('button', { name: 'Sign In' }))
  await expectToast('Welcome back, Dana Reyes!')
  expect(location.pathname).toBe('/exchange')
})

test('marks every empty required field until it is filled in', async () => {
  await using site = await openSignUp()
  await fill(site.user, { 'Email Address': 'dana@mail.example' })
  await site.user.click(create())
  await expectToast('Error', 'Please fill in all fields.')
  const messages = {
    'Full Name': 'Enter your full name',
    'Phone Number': 'Enter your phone number',
    Password: 'Enter a password',
    'Confirm Password': 'Enter the password again',
  }
  const summary = screen.getByRole('group', { name: 'There is a problem' })
  await waitFor(() => expect(summary).toHaveFocus())
  expect(
    within(summary)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(Object.values(messages))
  for (const [label, message] of Object.entries(messages))
    expect(field(label)).toHaveAccessibleDescription(expect.stringContaining(message))
  await site.user.click(within(summary).getByRole('link', { name: 'Enter your phone number' }))
  expect(field('Phone Number')).toHaveFocus()
  expect(field('Email Address')).not.toHaveAttribute('aria-invalid')
  await fill(site.user, { 'Full Name': 'Dana Reyes' })
  expect(field('Full Name')).not.toHaveAttribute('aria-invalid')
  expect(field('Phone Number')).toHaveAttribute('aria-invalid', 'true')
})

test('one empty field takes the focus itself', async () => {
  await using site = await openSignUp()
  await fill(site.user, { ...dana, 'Phone Number': '' })
  await site.user.click(create())
  await expectToast('Error', 'Please fill in all fields.')
  expect(field('Phone Number')).toHaveFocus()
  expect(field('Phone Number')).toHaveAccessibleDescription(expect.stringContaining('Enter your phone number'))
  expect(screen.queryByRole('group', { name: 'There is a problem' })).toBeNull()
})

test('keeps the quote in view, and the same quote applies after signing up', async () => {
  await using site = await openQuote({ brand: 'steam', value: 250.5 })
  await site.user.click(button('Sign In to Continue'))
  await findHeading('Create an account to get your $225.45')
  const quote = within(screen.getByRole('complementary', { name: 'Your quote' }))
  expect(quote.getByText('Steam')).toBeVisible()
  expect(quote.getByText(/^Held until \d+:\d\d [AP]M$/)).toBeVisible()
  await site.user.click(screen.getByRole('tab', { name: 'I have an account' }))
  await findHeading('Sign in to get your $225.45')
  await site.user.click(screen.getByRole('tab', { name: 'New' }))
  await fill(site.user, dana)
  await site.user.click(create())
  await findHeading('Your quote')
  expect(screen.getByText('$250.50')).toBeVisible()
  expect(site.network.count('exchange.quote')).toBe(1)
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
