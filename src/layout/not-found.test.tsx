import { screen } from '@testing-library/dom'
import { expect } from 'vitest'
import { test } from '#client/test-support/component/site-test.ts'

test('an unknown address is explained in plain words', async ({ site }) => {
  await site.visit('/transcations')
  await screen.findByRole('heading', { name: '404 Page Not Found', level: 1 })
  expect(screen.getByText(/^This page doesn't exist\./)).toBeVisible()
  expect(screen.getByText('Did you forget to add the page to the router?')).toBeVisible()
})
