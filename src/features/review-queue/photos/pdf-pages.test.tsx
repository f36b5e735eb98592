import { screen, within } from '@testing-library/dom'
import { expect } from 'vitest'
import { openSubmission, press } from '#client/test-support/component/review-screen.ts'
import { test } from '#client/test-support/component/site-test.ts'
import { anUpload, aSubmission } from '#server/testing/test-support/factories.ts'
import { aPdfOfPages } from '#server/testing/test-support/pdf-objects.ts'

const picture = (name: string) => screen.findByRole('img', { name })

test('a reviewer reads a PDF page by page', async ({ site, customer }) => {
  const fileId = await anUpload(site.app, customer, 'statement.pdf', aPdfOfPages(3))
  const id = await aSubmission(site.app, customer, { fileIds: [fileId] })
  const user = await site.visit('/admin?view=review&status=all', { as: await site.app.staff() })
  await openSubmission(user, id)
  await picture('statement.pdf')
  const pages = within(await screen.findByRole('navigation', { name: 'Pages of statement.pdf' }))
  expect(pages.getByRole('status')).toHaveTextContent('Page 1 of 3')
  await press(user, /^Next ?page/)
  expect(pages.getByRole('status')).toHaveTextContent('Page 2 of 3')
  await picture('statement.pdf')
  expect(screen.getByRole('group', { name: 'Page 2 of statement.pdf' })).toBeVisible()
})

test('a customer opens a PDF of their order in a dialog, whatever its name', async ({ site, customer }) => {
  const fileId = await anUpload(site.app, customer, 'statement', aPdfOfPages(2))
  const id = await aSubmission(site.app, customer, { fileIds: [fileId] })
  const user = await site.visit(`/transactions/${id}`, { as: customer })
  await user.click(await screen.findByRole('button', { name: 'statement' }))
  await picture('Page 1 of statement')
  await press(user, /^Next ?page/)
  await picture('Page 2 of statement')
  expect(screen.getByRole('link', { name: /Download original/ })).toHaveAttribute(
    'href',
    `/api/files/${fileId}?download=original`,
  )
})
