import { screen, waitFor, within } from '@testing-library/dom'
import { expect } from 'vitest'
import { pressButton, storedMessages } from '#client/test-support/component/conversation.ts'
import { fill } from '#client/test-support/component/fill.ts'
import { openSite, type Site } from '#client/test-support/component/open-site.tsx'
import { test } from '#client/test-support/component/site-test.ts'
import { aChat } from '#server/testing/test-support/factories.ts'

const list = () => within(screen.getByRole('region', { name: 'Conversations' }))
const row = (name: string) => list().queryByRole('button', { name: new RegExp(name) })
const openName = (name: string) => screen.findByRole('heading', { level: 3, name })

test('shows that the conversations load, an error with a retry, an empty list, and the first conversation', async () => {
  await using site = await openSite()
  const support = await site.app.colleague('support')
  const release = site.network.hold('chat.sessions')
  await site.visit('/admin?tab=chat', { as: support })
  await screen.findByText('Loading chat sessions...')
  release()
  await screen.findByRole('heading', { name: 'No chat sessions' })
  expect(screen.getByText('New conversations appear here automatically.')).toBeVisible()
  const customer = await site.app.customer()
  await aChat(customer)
  await waitFor(() => expect(row('Dana Reyes')).toBeVisible())
  expect(screen.getByText('1 conversation')).toBeVisible()

  // The opening of a socket would load the list and remove the button.
  site.network.refuseSockets()
  const restore = site.network.cut('chat.sessions')
  const user = await site.visit('/admin?tab=chat', { as: support })
  await screen.findByRole('heading', { name: 'Failed to fetch chat sessions' })
  restore()
  await user.click(list().getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(row('Dana Reyes')).toBeVisible())
})

test('keys open the next conversation, and close one and open the next', async ({ site }) => {
  const [ada, bo] = [await site.app.customer('Ada Reyes'), await site.app.customer('Bo Reyes')]
  const closed = await aChat(ada)
  site.passTime(60_000)
  await aChat(bo)
  const support = await site.app.colleague('support')
  const user = await site.visit('/admin?tab=chat', { as: support })
  await waitFor(() => expect(row('Ada Reyes')).toBeVisible())
  // The newest is first; reading it moves it behind unread ones.
  await user.keyboard('{Alt>}j{/Alt}')
  await openName('Bo Reyes')
  await waitFor(() => expect(row('Bo Reyes')).not.toHaveTextContent('unread'))
  await user.keyboard('{Alt>}k{/Alt}')
  await openName('Ada Reyes')
  await waitFor(() => expect(row('Ada Reyes')).not.toHaveTextContent('unread'))
  await user.selectOptions(screen.getByLabelText('Assigned to'), 'Me')
  await waitFor(() => expect(row('Ada Reyes')).toHaveTextContent(/assigned to support \d+/))
  await user.keyboard('{Alt>}{Shift>}E{/Shift}{/Alt}')
  await openName('Bo Reyes')
  await waitFor(() => expect(row('Ada Reyes')).toBeNull())
  expect(await support.api.admin.chat.sessions({ status: 'closed' })).toMatchObject([{ sessionId: closed }])
  expect(await ada.api.chat.mySession()).toBeNull()
})

test('a closed conversation can be found and reopened', async ({ site }) => {
  const sessionId = await aChat(await site.app.customer())
  const support = await site.app.colleague('support')
  await support.api.admin.chat.seen({ sessionId, sequence: 1 })
  await support.api.admin.chat.setStatus({ sessionId, status: 'closed' })
  const user = await site.visit('/admin?tab=chat', { as: support })
  await screen.findByRole('heading', { name: 'No chat sessions' })
  await user.click(list().getByRole('button', { name: 'Closed' }))
  await waitFor(() => expect(row('Dana Reyes')).toHaveTextContent('Closed'))
  await user.click(row('Dana Reyes') as HTMLElement)
  await openName('Dana Reyes')
  await pressButton(user, 'Reopen')
  await screen.findByRole('button', { name: 'Close and next' })
  await waitFor(() => expect(row('Dana Reyes')).toBeNull())
  await user.click(list().getByRole('button', { name: 'Mine' }))
  await screen.findByText('No conversations match your search and filter.')
  await user.click(list().getByRole('button', { name: 'All' }))
  await waitFor(() => expect(row('Dana Reyes')).not.toHaveTextContent('Closed'))
})

test('pages through the conversations and leads a page beyond the end to the last one', async ({ site, customer }) => {
  for (let at = 1; at <= 51; at++) await customer.api.chat.send({ subject: `Question ${at}`, message: 'Hello?' })
  const user = await site.visit('/admin?tab=chat&chats=9', { as: await site.app.colleague('support') })
  await screen.findByText('51 to 51 of 51 conversations')
  expect(await list().findAllByRole('listitem')).toHaveLength(1)
  const pages = () => within(list().getByRole('navigation', { name: 'Pagination' }))
  await user.click(pages().getByRole('button', { name: 'Previous' }))
  await screen.findByText('1 to 50 of 51 conversations')
  await user.click(pages().getByRole('button', { name: 'Next' }))
  await screen.findByText('51 to 51 of 51 conversations')
  await user.click(list().getByRole('button', { name: 'All' }))
  await screen.findByText('1 to 50 of 51 conversations')
})

test('reviewers have no chat tab', async ({ site }) => {
  await site.visit('/admin?tab=chat', { as: await site.app.colleague('reviewer') })
  expect(await screen.findByRole('link', { name: 'Submissions' })).toHaveAttribute('aria-current', 'page')
  expect(screen.queryByRole('link', { name: /Chat Support/ })).toBeNull()
})

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

test('arrow keys choose among the answers, and a slash without a match says so', async ({ site }) => {
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

test('answers are made, corrected, inserted and removed in their dialog', async ({ site }) => {
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

test('a team without answers is led to save the first', async ({ site }) => {
  const { user } = await openThread(site)
  await user.click(box())
  await user.keyboard('/')
  await screen.findByText('No saved answers yet.')
  await user.click(screen.getByRole('button', { name: 'Save the first' }))
  await user.click(await dialog().findByRole('button', { name: 'Save the first' }))
  expect(dialog().getByLabelText('Shortcut')).toBeVisible()
})
