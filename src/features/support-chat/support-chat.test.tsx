import { screen, waitFor, within } from '@testing-library/dom'
import type { UserEvent } from '@testing-library/user-event'
import { expect, vi } from 'vitest'
import { pressButton, send, shownMessages, storedMessages } from '#client/test-support/component/conversation.ts'
import { fill } from '#client/test-support/component/fill.ts'
import { openSite } from '#client/test-support/component/open-site.tsx'
import { test } from '#client/test-support/component/site-test.ts'
import { aChat } from '#server/testing/test-support/factories.ts'

const log = () => screen.getByRole('log', { name: 'Conversation' })
const box = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' })
const write = (user: UserEvent, text: string) => send(user, box(), text)
const question = 'When will my payout arrive?'

/** The chat page of a customer, by default with a conversation of one message. Dispose of `site`. */
async function openChat() {
  const site = await openSite()
  const customer = await site.app.customer()
  const sessionId = await aChat(customer)
  const user = await site.visit('/contact', { as: customer })
  await within(await screen.findByRole('log', { name: 'Conversation' })).findByText(question)
  return { site, user, customer, sessionId, owner: await site.app.staff() }
}

test('asks a visitor to sign in', async ({ site }) => {
  await site.visit('/contact')
  await screen.findByRole('heading', { name: 'Sign In Required', level: 1 })
  expect(screen.getByRole('link', { name: 'Go to Home Page' })).toHaveAttribute('href', '/')
})

test('a first message needs a subject and a text, opens a conversation, and gets its reply pushed', async () => {
  await using site = await openSite()
  const customer = await site.app.customer()
  const user = await site.visit('/contact', { as: customer })
  await screen.findByRole('heading', { name: 'Start New Conversation' })
  expect(screen.getByText('What is wrong with my photo?')).toBeVisible()
  await pressButton(user, 'Send')
  expect(screen.getByText('Please enter a subject for your inquiry')).toBeVisible()
  expect(screen.getByLabelText('Subject')).toHaveFocus()
  await fill(user, { Subject: 'My payout' })
  await pressButton(user, 'Send')
  expect(screen.getByText('Please enter a message')).toBeVisible()
  expect(box()).toHaveFocus()
  await user.keyboard('When{Shift>}{Enter}{/Shift}is it?{Enter}')

  await screen.findByRole('heading', { name: 'Support Chat' })
  expect(screen.queryByLabelText('Subject')).toBeNull()
  expect(box()).toHaveValue('')
  const sessionId = (await customer.api.chat.mySession())?.sessionId ?? ''
  expect(screen.getByText(sessionId.slice(-8))).toBeVisible()
  expect(await storedMessages(customer, sessionId)).toEqual(['When\nis it?'])
  await (await site.app.staff()).api.admin.chat.reply({ sessionId, message: 'Within the hour.' })
  await within(log()).findByText('Within the hour.')
  expect(shownMessages(log())).toEqual([
    expect.stringMatching(/^You.*When\nis it\?/),
    expect.stringMatching(/^Support.*Within the hour\.$/),
  ])
})

test('the common questions appear only once the conversation has loaded, so that they need not move', async () => {
  await using site = await openSite()
  const release = site.network.hold('chat.mySession')
  await site.visit('/contact', { as: await site.app.customer() })
  await screen.findByText('Loading your conversation...')
  await waitFor(() => expect(site.network.count('chat.mySession')).toBe(1))
  expect(screen.queryByText('What is wrong with my photo?')).toBeNull()
  release()
  await screen.findByText('What is wrong with my photo?')
})

test('messages show at once as pending and arrive in the order they were written', async () => {
  const { site, user, customer, sessionId } = await openChat()
  await using _ = site
  const release = site.network.hold('chat.send')
  await write(user, 'First')
  await write(user, 'Second')
  expect(shownMessages(log()).map((text) => text.endsWith('Sending...'))).toEqual([false, true, true])
  expect(site.network.count('chat.send')).toBe(1)
  release()
  await waitFor(() => expect(log()).not.toHaveTextContent('Sending...'))
  expect(await storedMessages(customer, sessionId)).toEqual([question, 'First', 'Second'])
  expect(shownMessages(log())).toHaveLength(3)
})

test('a message whose response was lost is sent again and stored once', async () => {
  const { site, user, customer, sessionId } = await openChat()
  await using _ = site
  const restore = site.network.loseResponses('chat.send')
  await write(user, 'Are you there?')
  // The socket delivers the message although its sender got no response.
  await waitFor(() => expect(log()).not.toHaveTextContent('Sending...'))
  restore()
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(site.network.count('chat.send')).toBeGreaterThan(1))
  await write(user, 'Hello?')
  await waitFor(async () =>
    expect(await storedMessages(customer, sessionId)).toEqual([question, 'Are you there?', 'Hello?']),
  )
  await waitFor(() => expect(log()).not.toHaveTextContent('Sending...'))
  expect(shownMessages(log())).toHaveLength(3)
})

test('a failed message keeps its text, can be edited, and is sent after a reload', async () => {
  const { site, user, customer, sessionId } = await openChat()
  await using _ = site
  const restore = site.network.cut('chat.send')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  await write(user, 'Are you there?')
  // Between its attempts the page waits for up to 8 seconds.
  await waitFor(
    async () => {
      await vi.advanceTimersByTimeAsync(1_000)
      expect(log()).toHaveTextContent('Not sent.')
    },
    { timeout: 60_000 },
  )
  vi.useRealTimers()
  expect(screen.getByText("Failed to send message: We can't reach the server.")).toBeVisible()
  await pressButton(user, 'Edit')
  expect(box()).toHaveValue('Are you there?')
  const again = await site.reload()
  await within(await screen.findByRole('log', { name: 'Conversation' })).findByText(question)
  expect(box()).toHaveValue('Are you there?')
  await again.click(box())
  await again.keyboard('{Enter}')
  expect(shownMessages(log()).at(-1)).toMatch(/Sending\.\.\.$/)
  restore()
  // The message is stored before the page has loaded the conversation.
  const release = site.network.hold('chat.messages')
  await site.reload()
  await waitFor(async () => expect(await storedMessages(customer, sessionId)).toEqual([question, 'Are you there?']))
  release()
  await screen.findByRole('log', { name: 'Conversation' })
  await waitFor(() => expect(log()).not.toHaveTextContent('Sending...'))
  await within(log()).findByText(question)
  expect(shownMessages(log())).toHaveLength(2)
  expect(box()).toHaveValue('')
})

test('a second message waits until the first one has opened the conversation', async ({ site, customer }) => {
  const user = await site.visit('/contact', { as: customer })
  await screen.findByRole('heading', { name: 'Start New Conversation' })
  const release = site.network.hold('chat.send')
  await fill(user, { Subject: 'My payout' })
  await write(user, 'First')
  await write(user, 'Second')
  expect(screen.getByRole('button', { name: 'Send' })).toHaveAttribute('title', 'Your first message is being sent.')
  expect(box()).toHaveValue('Second')
  release()
  await screen.findByRole('heading', { name: 'Support Chat' })
  await user.keyboard('{Enter}')
  await waitFor(() => expect(shownMessages(log())).toHaveLength(2))
})

test('the title and the Contact link count unread replies until they are read', async ({ site, customer }) => {
  const sessionId = await aChat(customer)
  const user = await site.visit('/supported-cards', { as: customer })
  const { api } = await site.app.staff()
  await api.admin.chat.reply({ sessionId, message: 'One.' })
  await waitFor(() => expect(document.title).toBe('(1) Supported Cards | Gift Card Exchange'))
  await api.admin.chat.reply({ sessionId, message: 'Two.' })
  await waitFor(() => expect(document.title).toBe('(2) Supported Cards | Gift Card Exchange'))
  await user.click(await screen.findByRole('link', { name: /^Contact.*\(2 unread\)$/ }))
  await within(await screen.findByRole('log', { name: 'Conversation' })).findByText('Two.')
  await waitFor(() => expect(document.title).toBe('Contact Support | Gift Card Exchange'))
  await waitFor(() => expect(screen.queryByRole('link', { name: /unread/ })).toBeNull())
})

test('shows what support does: seen, typing, closed', async () => {
  const { site, user, owner, sessionId } = await openChat()
  await using _ = site
  expect(log()).not.toHaveTextContent('Seen')
  await owner.api.admin.chat.seen({ sessionId, sequence: 1 })
  await waitFor(() => expect(log()).toHaveTextContent('Seen'))
  await owner.api.admin.chat.typing({ sessionId })
  await screen.findByText('Admin Support is typing...')
  await owner.api.admin.chat.reply({ sessionId, message: 'Soon.' })
  await waitFor(() => expect(screen.queryByText('Admin Support is typing...')).toBeNull())
  await owner.api.admin.chat.setStatus({ sessionId, status: 'closed' })
  await screen.findByText('Support has closed this conversation.')
  expect(screen.queryByRole('textbox', { name: 'Message' })).toBeNull()
  await pressButton(user, 'Start New Conversation')
  await screen.findByRole('heading', { name: 'Start New Conversation' })
  expect(screen.getByLabelText('Subject')).toHaveValue('')
})

test('loads earlier messages on request', async ({ site, customer }) => {
  const sessionId = await aChat(customer, 'The very first.')
  for (let at = 2; at <= 60; at++) await customer.api.chat.send({ sessionId, message: `Message ${at}.` })
  const user = await site.visit('/contact', { as: customer })
  await within(await screen.findByRole('log', { name: 'Conversation' })).findByText('Message 60.')
  expect(shownMessages(log())).toHaveLength(50)
  await pressButton(user, 'Show earlier messages')
  await within(log()).findByText('The very first.')
  expect(shownMessages(log())).toHaveLength(60)
  expect(screen.queryByRole('button', { name: 'Show earlier messages' })).toBeNull()
})
