import { screen, within } from '@testing-library/dom'
import type { UserEvent } from '@testing-library/user-event'
import type { Person } from '#server/testing/test-support/test-app.ts'

/** A one-pixel PNG whose bytes `seed` makes unique. */
export function aPicture(name: string, seed = name): File {
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGPgDbf5DwACtQGgvpxAKQAAAABJRU5ErkJggg=='
  return new File([Uint8Array.from(Buffer.from(pixel, 'base64')), seed], name, { type: 'image/png' })
}

/** The messages on the page, the oldest first. */
export function shownMessages(log: HTMLElement): string[] {
  return within(log)
    .queryAllByRole('listitem')
    .filter((item) => within(item).queryByRole('time') !== null)
    .map((item) => item.textContent ?? '')
}

/** Writes a message into this text box and sends it with Enter. */
export async function send(user: UserEvent, box: HTMLElement, text: string): Promise<void> {
  await user.click(box)
  await user.paste(text)
  await user.keyboard('{Enter}')
}

/** The texts that the server has stored, the oldest first. */
export async function storedMessages(customer: Person, sessionId: string): Promise<string[]> {
  return (await customer.api.chat.messages({ sessionId })).map(({ message }) => message)
}

export const pressButton = (user: UserEvent, name: string) => user.click(screen.getByRole('button', { name }))
