import { screen } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { fill } from '#client/test-support/component/fill.ts'
import { openSite } from '#client/test-support/component/open-site.tsx'

const dana = {
  'Full Name': 'Dana Reyes',
  'Email Address': 'dana@mail.example',
  'Phone Number': '555-010-0100',
  Password: 'a-customer-password',
  'Confirm Password': 'a-customer-password',
}

test('signs the new customer in, opens the exchange page and stays signed in after a reload', async () => {
  await using site = await openSite()
  const user = await site.visit('/signup')
  await screen.findByRole('heading', { name: 'Create Account' })
  await fill(user, dana)
  await user.click(screen.getByRole('button', { name: 'Create Account' }))

  await screen.findByText('Welcome, Dana Reyes!')
  expect(location.pathname).toBe('/exchange')
  await site.reload()
  expect(await screen.findByText(/^Signed in as/)).toHaveProperty('textContent', 'Signed in as Dana Reyes')
})
