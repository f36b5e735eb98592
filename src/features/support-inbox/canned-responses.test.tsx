import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { pressButton, storedMessages } from '#client/test-support/component/conversation.ts'
import { fill } from '#client/test-support/component/fill.ts'
import { openSite, type Site } from '#client/test-support/component/open-site.tsx'
import { aChat } from '#server/testing/test-support/factories.ts'

const box = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Reply' })
const options = () => screen.queryAllByRole('option', { name: /^\// })
const dialog = () => within(screen.getByRole('dialog', { name: 'Saved answers' }))

/** A conversation as support staff have it open, and these canned responses by shortcut. */
async function openThread(site: Site, answers: Readonly<Record<string, string>> = {}) {
  const customer = await site.app.customer()
  const sessionId = await aChat(customer)
  const support = await site.app.colleague('support')
  for (const [shortcut, text] of Object.entries(answers))
    await support.api.admin.chat.saveCannedResponse({ shortcut, text })
  const user = await site.visit(`/admin?tab=chat&chat=${sessionId}`, { as: support })
  await screen.findByRole('textbox', { name: 'Reply' })
  // The name and the newest submission of the customer are filled in.
  await within(await screen.findByRole('region', { name: 'Customer' })).findByText('No orders yet')
  return { user, customer, sessionId }
}

test('a slash finds an answer, Escape dismisses the list, and Enter inserts it with the name of the customer', async () => {
  await using site = await openSite()
  const { user, customer, sessionId } = await openThread(site, { payout: 'Hi {name}, {order} is on its way.' })
  await user.click(box())
  await user.keyboard('/pay')
  await waitFor(() => expect(options()).toHaveLength(1))
  expect(options()[0]).toHaveAttribute('aria-selected', 'true')
  await user.keyboard('{Escape}')
  expect(options()).toEqual([])
  await user.keyboard('{Backspace}')
  await waitFor(() => expect(options()).toHaveLength(1))
  await user.keyboard('{Enter}')
  expect(box()).toHaveValue('Hi Dana, your order is on its way.')
  expect(site.network.count('chat.reply')).toBe(0)
  await user.keyboard('{Enter}')
  await waitFor(async () =>
    expect(await storedMessages(customer, sessionId)).toContain('Hi Dana, your order is on its way.'),
  )
})

test('arrow keys choose among the answers, and a slash without a match says so', async () => {
  await using site = await openSite()
  const { user } = await openThread(site, { 'late-payout': 'It is late.', payout: 'It is sent.', bye: 'Goodbye.' })
  await user.click(box())
  await user.keyboard('/payout')
  await waitFor(() =>
    expect(options().map(({ textContent }) => textContent)).toEqual(['/payoutIt is sent.', '/late-payoutIt is late.']),
  )
  await user.keyboard('{ArrowDown}{Tab}')
  expect(box()).toHaveValue('It is late.')
  await user.clear(box())
  await user.keyboard('/nothing')
  expect(screen.getByText('No saved answer /nothing')).toBeVisible()
  await user.clear(box())
  await user.keyboard('pay /payout')
  expect(options()).toEqual([])
})

test('answers are made, corrected, inserted and removed in their dialog', async () => {
  await using site = await openSite()
  const { user } = await openThread(site)
  await user.click(box())
  await user.paste('Hello,')
  await pressButton(user, 'Saved answers')
  await dialog().findByText('No saved answers yet.')
  await user.click(dialog().getByRole('button', { name: 'Save the first' }))
  await user.click(dialog().getByRole('button', { name: 'Save answer' }))
  expect(dialog().getByText('Use 1 to 40 lowercase letters, digits and dashes.')).toBeVisible()
  expect(dialog().getByText('Enter the answer.')).toBeVisible()
  await fill(user, { Shortcut: 'Late', Answer: 'It is late.' })
  await user.click(dialog().getByRole('button', { name: 'Save answer' }))
  await dialog().findByText('/late', { selector: 'p' })
  await user.click(dialog().getByRole('button', { name: /^Edit/ }))
  await fill(user, { Answer: 'It is very late.' })
  await user.click(dialog().getByRole('button', { name: 'Save answer' }))
  await user.click(await dialog().findByRole('button', { name: /^Insert/ }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(box()).toHaveValue('Hello,\nIt is very late.')
  await pressButton(user, 'Saved answers')
  await user.click(await dialog().findByRole('button', { name: /^Remove/ }))
  await dialog().findByText('No saved answers yet.')
})

test('a team without answers is led to save the first', async () => {
  await using site = await openSite()
  const { user } = await openThread(site)
  await user.click(box())
  await user.keyboard('/')
  await screen.findByText('No saved answers yet.')
  await user.click(screen.getByRole('button', { name: 'Save the first' }))
  await user.click(await dialog().findByRole('button', { name: 'Save the first' }))
  expect(dialog().getByLabelText('Shortcut')).toBeVisible()
})
