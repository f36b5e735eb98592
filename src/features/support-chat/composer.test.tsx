import { fireEvent, screen, waitFor, within } from '@testing-library/dom'
import { expect } from 'vitest'
import { aPicture, pressButton, send, storedMessages } from '#client/test-support/component/conversation.ts'
import { openSite } from '#client/test-support/component/open-site.tsx'
import { test } from '#client/test-support/component/site-test.ts'
import { aChat } from '#server/testing/test-support/factories.ts'

const box = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' })
const chosen = () => screen.queryByRole('list', { name: 'Files to send' })

test('a text is kept but not sent until the conversation has loaded', async ({ site, customer }) => {
  const restore = site.network.cut('chat.mySession')
  const user = await site.visit('/contact', { as: customer })
  await screen.findByText("We couldn't load your conversation")
  await send(user, box(), 'Hello?')
  expect(screen.getByText('Session not initialized. Please refresh the page.')).toBeVisible()
  expect(site.network.count('chat.send')).toBe(0)
  restore()
  await pressButton(user, 'Try again')
  await screen.findByLabelText('Subject')
  expect(box()).toHaveValue('Hello?')
})

test('a link presets the subject once, or starts the message of an open conversation', async ({ site, customer }) => {
  await site.visit('/contact?about=Kohl%E2%80%99s%20100', { as: customer })
  expect(await screen.findByLabelText('Subject')).toHaveValue('Question about Kohl’s 100')
  await waitFor(() => expect(location.search).toBe(''))
  await aChat(customer)
  await site.visit('/contact?about=500', { as: customer })
  await screen.findByRole('log', { name: 'Conversation' })
  expect(box()).toHaveValue('Question about 500: ')
})

test('a draft survives a reload and is deleted at sign-out', async ({ site, customer }) => {
  const user = await site.visit('/contact', { as: customer })
  await screen.findByLabelText('Subject')
  await user.click(box())
  await user.paste('My secret question')
  const again = await site.reload()
  await screen.findByLabelText('Subject')
  expect(box()).toHaveValue('My secret question')
  await again.click(screen.getByRole('button', { name: 'Sign Out' }))
  await screen.findByRole('heading', { name: 'Sign In Required' })
  expect(JSON.stringify({ ...localStorage })).not.toContain('secret')
})

test('a rejected file shows the reason and keeps the text', async ({ site, customer }) => {
  const sessionId = await aChat(customer)
  const user = await site.visit('/contact', { as: customer })
  await screen.findByRole('log', { name: 'Conversation' })
  await user.click(box())
  await user.paste('See here')
  fireEvent.drop(box(), { dataTransfer: { files: [new File(['notes'], 'notes.txt', { type: 'text/plain' })] } })
  await screen.findByText(/^notes\.txt is not a supported file type\./)
  const restore = site.network.cut('/api/uploads')
  const input = screen.getByLabelText('Files for support')
  await user.upload(input, aPicture('card.png'))
  await waitFor(() => expect(chosen()).toHaveTextContent('Failed to process card.png'))
  await user.click(box())
  await user.keyboard('{Enter}')
  expect(screen.getByText('Remove the file that failed to upload.')).toBeVisible()
  expect(site.network.count('chat.send')).toBe(0)
  await user.click(within(chosen() as HTMLElement).getByRole('button', { name: 'Remove card.png' }))
  restore()
  await user.upload(input, aPicture('card.png'))
  await waitFor(() => expect(chosen()).toHaveTextContent('Bytes'))
  await user.click(box())
  await user.keyboard('{Enter}')
  const sent = await within(screen.getByRole('log')).findByRole('link', { name: /card\.png/ })
  expect(sent.closest('li')).not.toBeNull()
  expect(chosen()).toBeNull()
  await waitFor(async () => expect(await storedMessages(customer, sessionId)).toHaveLength(2))
})

test('cells of a spreadsheet are pasted as text, and the Enter that ends a composition in Safari does not send', async () => {
  await using site = await openSite()
  const customer = await site.app.customer()
  await aChat(customer)
  await site.visit('/contact', { as: customer })
  await screen.findByRole('log', { name: 'Conversation' })
  const paste = (text: string) =>
    fireEvent.paste(box(), { clipboardData: { files: [aPicture('image.png')], getData: () => text } })
  expect(paste('Steam\t100\nXbox\t50')).toBe(true)
  expect(chosen()).toBeNull()
  expect(paste('')).toBe(false)
  await waitFor(() => expect(chosen()).toBeVisible())
  await waitFor(() => expect(screen.getByRole('button', { name: 'Send' })).not.toHaveAttribute('aria-disabled', 'true'))
  fireEvent.change(box(), { target: { value: 'こんに' } })
  fireEvent.keyDown(box(), { key: 'Enter', keyCode: 229 })
  expect(site.network.count('chat.send')).toBe(0)
  expect(box()).toHaveValue('こんに')
})
