import { screen, waitFor, within } from '@testing-library/dom'
import type { UserEvent } from '@testing-library/user-event'
import { expect } from 'vitest'
import {
  aPicture,
  pressButton,
  send,
  shownMessages,
  storedMessages,
} from '#client/test-support/component/conversation.ts'
import { openSite } from '#client/test-support/component/open-site.tsx'
import { test } from '#client/test-support/component/site-test.ts'
import { aChat } from '#server/testing/test-support/factories.ts'

const question = 'When will my payout arrive?'
const failed = 'Failed to send reply. Please try again.'
const log = () => screen.getByRole('region', { name: 'Messages' })
const box = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Reply' })
const lastMessage = () => shownMessages(log()).at(-1)
const reply = (user: UserEvent, text: string) => send(user, box(), text)
const row = (name: string) =>
  within(screen.getByRole('region', { name: 'Conversations' })).findByRole('button', { name: new RegExp(name) })

/** A conversation as support staff have it open. Dispose of `site`. */
async function openThread() {
  const site = await openSite()
  const customer = await site.app.customer()
  const sessionId = await aChat(customer)
  const support = await site.app.colleague('support')
  const user = await site.visit(`/admin?tab=chat&chat=${sessionId}`, { as: support })
  await within(await screen.findByRole('region', { name: 'Messages' })).findByText(question)
  return { site, user, customer, sessionId, support }
}

test('the list counts unread messages until the conversation is open', async ({ site }) => {
  const [dana, sam] = [await site.app.customer(), await site.app.customer('Sam Ode')]
  const sessionId = await aChat(dana)
  await aChat(sam, 'Hello?')
  const user = await site.visit('/admin?tab=chat', { as: await site.app.colleague('support') })
  await screen.findByText('Select a chat session to view messages')
  expect(await row('Dana Reyes')).toHaveTextContent(/1 unread.*My payout.*When will my payout arrive\?/)
  await dana.api.chat.send({ sessionId, message: 'Please?' })
  await waitFor(async () => expect(await row('Dana Reyes')).toHaveTextContent('2 unread'))
  expect(await screen.findByRole('link', { name: /^Chat Support.*\(3 unread\)$/ })).toBeVisible()
  await user.click(await row('Dana Reyes'))
  await within(await screen.findByRole('region', { name: 'Messages' })).findByText('Please?')
  await waitFor(async () => expect(await row('Dana Reyes')).not.toHaveTextContent('unread'))
  expect(await row('Sam Ode')).toHaveTextContent('1 unread')
  await screen.findByRole('link', { name: /^Chat Support.*\(1 unread\)$/ })
  expect(await dana.api.chat.mySession()).toMatchObject({ sessionId })
})

test('shows messages of both sides in order, who is typing, and what the customer has seen', async () => {
  const { site, user, customer, sessionId } = await openThread()
  await using _ = site
  expect(screen.getByRole('button', { name: 'Send' })).toHaveAttribute('aria-disabled', 'true')
  await customer.api.chat.typing({ sessionId })
  await screen.findByText('Dana Reyes is typing...')
  await customer.api.chat.send({ sessionId, message: 'Hello?' })
  await within(log()).findByText('Hello?')
  await waitFor(() => expect(screen.queryByText('Dana Reyes is typing...')).toBeNull())
  await reply(user, 'Soon.')
  await waitFor(() => expect(log()).not.toHaveTextContent('Sending...'))
  expect(box()).toHaveValue('')
  expect(shownMessages(log())).toEqual([
    expect.stringMatching(/^Dana Reyes.*When will my payout arrive\?$/),
    expect.stringMatching(/^Dana Reyes.*Hello\?$/),
    expect.stringMatching(/^You.*Soon\.$/),
  ])
  await customer.api.chat.seen({ sessionId, sequence: 3 })
  await waitFor(() => expect(lastMessage()).toMatch(/Soon\.Seen$/))
  expect(await storedMessages(customer, sessionId)).toEqual([question, 'Hello?', 'Soon.'])
})

test('names a colleague who writes in the same conversation', async () => {
  const { site, sessionId } = await openThread()
  await using _ = site
  const { api } = await site.app.colleague('support')
  await api.admin.chat.typing({ sessionId })
  await screen.findByText(/^support \d+ is typing\.\.\.$/)
  await api.admin.chat.reply({ sessionId, message: 'Within the hour.' })
  await waitFor(() => expect(lastMessage()).toMatch(/^support \d+.*Within the hour\.$/))
  await waitFor(() => expect(screen.queryByText(/is typing/)).toBeNull())
})

test('a failed reply keeps its text and file, can be edited and is sent once', async () => {
  const { site, user, customer, sessionId } = await openThread()
  await using _ = site
  const restore = site.network.cut('chat/reply')
  await user.upload(screen.getByLabelText('Files for the reply'), aPicture('proof.png'))
  await reply(user, 'Here it is.')
  await screen.findByText(failed)
  expect(lastMessage()).toMatch(/Here it is\..*Not sent\./)
  await pressButton(user, 'Edit')
  expect(box()).toHaveValue('Here it is.')
  expect(screen.getByRole('list', { name: 'Files to send' })).toHaveTextContent('proof.png')
  await user.click(box())
  await user.keyboard('{Enter}')
  await screen.findByText(failed)
  restore()
  await pressButton(user, 'Retry')
  await within(log()).findByRole('link', { name: /proof\.png/ })
  expect(screen.queryByText(failed)).toBeNull()
  expect(await storedMessages(customer, sessionId)).toEqual([question, 'Here it is.'])
})

test('a reply whose response was lost is stored once after its retry', async () => {
  const { site, user, customer, sessionId } = await openThread()
  await using _ = site
  const restore = site.network.loseResponses('chat.reply')
  await reply(user, 'Soon.')
  await waitFor(() => expect(site.network.count('chat.reply')).toBe(1))
  restore()
  await waitFor(() => expect(shownMessages(log())).toHaveLength(2))
  await waitFor(() => expect(log()).not.toHaveTextContent('Sending...'))
  expect(await storedMessages(customer, sessionId)).toEqual([question, 'Soon.'])
})

test('keeps a draft for each conversation', async () => {
  const { site, user } = await openThread()
  await using _ = site
  await aChat(await site.app.customer('Sam Ode'))
  await user.click(box())
  await user.paste('A draft')
  await user.click(await row('Sam Ode'))
  await screen.findByRole('heading', { name: 'Sam Ode' })
  await waitFor(() => expect(box()).toHaveValue(''))
  await user.click(await row('Dana Reyes'))
  await screen.findByRole('heading', { name: 'Dana Reyes' })
  await waitFor(() => expect(box()).toHaveValue('A draft'))
})

test('loads earlier messages on request', async ({ site, customer }) => {
  const sessionId = await aChat(customer, 'The very first.')
  for (let at = 2; at <= 60; at++) await customer.api.chat.send({ sessionId, message: `Message ${at}.` })
  const user = await site.visit(`/admin?tab=chat&chat=${sessionId}`, { as: await site.app.colleague('support') })
  await within(await screen.findByRole('region', { name: 'Messages' })).findByText('Message 60.')
  expect(shownMessages(log())).toHaveLength(50)
  await pressButton(user, 'Show earlier messages')
  await within(log()).findByText('The very first.')
  expect(shownMessages(log())).toHaveLength(60)
  expect(screen.queryByRole('button', { name: 'Show earlier messages' })).toBeNull()
})

test('an unknown conversation shows an error, a known one its customer', async ({ site }) => {
  const sessionId = await aChat(await site.app.customer())
  const support = await site.app.colleague('support')
  await site.visit('/admin?tab=chat&chat=session_1_none', { as: support })
  await screen.findByRole('heading', { name: "We couldn't load the conversation" })
  await site.visit(`/admin?tab=chat&chat=${sessionId}`, { as: support })
  const panel = await screen.findByRole('region', { name: 'Customer' })
  await within(panel).findByText('555-010-0100')
  expect(panel).toHaveTextContent('No orders yet')
})
