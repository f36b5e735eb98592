import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { fill } from '#client/test-support/component/fill.ts'
import { openSite } from '#client/test-support/component/open-site.tsx'
import { expectToast } from '#client/test-support/component/toast.ts'
import { customerPassword } from '#server/testing/test-support/test-app.ts'

/** A site with a customer who is signed out, and the sign-in dialog open. */
async function openSignIn() {
  const site = await openSite()
  const { email } = await site.app.customer()
  const user = await site.visit('/')
  await user.click(await screen.findByRole('button', { name: 'Sign In' }))
  const dialog = await screen.findByRole('dialog')
  const press = () => user.click(within(dialog).getByRole('button', { name: 'Sign In' }))
  const field = (label: string) => within(dialog).getByLabelText(label)
  return Object.assign(site, { user, email, dialog, press, field })
}

test('signs in, greets the customer and leaves nothing in the browser after signing out', async () => {
  await using site = await openSignIn()
  await fill(site.user, { 'Email Address': site.email, Password: customerPassword }, site.dialog)
  await site.press()
  await expectToast('Welcome back, Dana Reyes!', "You're now signed in and can start exchanging gift cards.")
  expect(site.dialog).not.toBeInTheDocument()
  expect(await screen.findByRole('heading', { name: 'Welcome back, Dana Reyes!' })).toBeVisible()

  await site.user.click(await screen.findByRole('button', { name: 'Sign Out' }))
  await expectToast('Signed out')
  expect(await screen.findByRole('heading', { name: 'Ready to Exchange Your Gift Cards' })).toBeVisible()
  expect(localStorage).toHaveLength(0)
})

test('starts in the first field', async () => {
  await using site = await openSignIn()
  await waitFor(() => expect(site.field('Email Address')).toHaveFocus())
})

test('rejects empty fields, an unknown address and a wrong password, in this order', async () => {
  await using site = await openSignIn()
  await site.press()
  await expectToast('Error', 'Please fill in all fields.')
  const summary = within(site.dialog).getByRole('group', { name: 'There is a problem' })
  await waitFor(() => expect(summary).toHaveFocus())
  await site.user.click(within(summary).getByRole('link', { name: 'Enter your password' }))
  expect(site.field('Password')).toHaveFocus()
  expect(site.field('Email Address')).toHaveAccessibleDescription('Enter your email address')

  await fill(site.user, { 'Email Address': 'dana', Password: 'not the password' }, site.dialog)
  await site.press()
  await expectToast('Invalid Email', 'Please enter a valid email address.')
  expect(site.network.count('account.signIn')).toBe(0)

  const unknown = 'This email is not registered. Please sign up first to create an account.'
  await fill(site.user, { 'Email Address': 'unknown@mail.example' }, site.dialog)
  await site.press()
  await expectToast('Account Not Found', unknown)
  expect(within(site.dialog).getByText(unknown)).toBeVisible()

  await fill(site.user, { 'Email Address': site.email }, site.dialog)
  await site.press()
  await expectToast('Wrong email or password. Please try again.')
  await fill(site.user, { Password: customerPassword }, site.dialog)
  await site.press()
  await expectToast('Welcome back, Dana Reyes!')
})

test('a second press while signing in sends nothing', async () => {
  await using site = await openSignIn()
  await fill(site.user, { 'Email Address': site.email, Password: customerPassword }, site.dialog)
  const release = site.network.hold('account.signIn')
  await site.press()
  await site.user.type(site.field('Password'), '{Enter}')
  release()
  await expectToast('Welcome back, Dana Reyes!')
  expect(site.network.count('account.signIn')).toBe(1)
})

test("'Sign In Instead' opens the dialog, which leads to sign-up as well; Escape restores the focus", async () => {
  await using site = await openSite()
  const user = await site.visit('/signup')
  const instead = await screen.findByRole('button', { name: 'Sign In Instead' })
  await user.click(instead)
  expect(await screen.findByRole('tab', { name: 'Sign In' })).toHaveAttribute('aria-selected', 'true')
  expect(screen.getByRole('dialog', { name: 'Sign in' })).toBeVisible()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(instead).toHaveFocus())

  await user.click(instead)
  expect((await screen.findAllByRole('tab')).map(({ textContent }) => textContent)).toEqual(['Sign In', 'Sign Up'])
  await user.click(screen.getByRole('tab', { name: 'Sign Up' }))
  const dialog = screen.getByRole('dialog', { name: 'Create account' })
  const sam = {
    'Full Name': 'Sam Ode',
    'Email Address': 'sam@mail.example',
    'Phone Number': '555-010-0101',
    Password: customerPassword,
    'Confirm Password': customerPassword,
  }
  await fill(user, sam, dialog)
  await user.click(within(dialog).getByRole('button', { name: 'Create Account' }))
  await expectToast('Welcome, Sam Ode!')
  expect(dialog).not.toBeInTheDocument()
})
