import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { pressButton } from '#client/test-support/component/conversation.ts'
import { openSite } from '#client/test-support/component/open-site.tsx'
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

test('keys open the next conversation, and close one and open the next', async () => {
  await using site = await openSite()
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

test('a closed conversation can be found and reopened', async () => {
  await using site = await openSite()
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

test('pages through the conversations and leads a page beyond the end to the last one', async () => {
  await using site = await openSite()
  const customer = await site.app.customer()
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

test('reviewers have no chat tab', async () => {
  await using site = await openSite()
  await site.visit('/admin?tab=chat', { as: await site.app.colleague('reviewer') })
  expect(await screen.findByRole('link', { name: 'Submissions' })).toHaveAttribute('aria-current', 'page')
  expect(screen.queryByRole('link', { name: /Chat Support/ })).toBeNull()
})
