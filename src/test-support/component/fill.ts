import { within } from '@testing-library/dom'
import type { UserEvent } from '@testing-library/user-event'

/**
 * Replaces the text of the labelled fields, on the page or in `place`; each at once as by paste, which is faster than
 * key by key.
 */
export async function fill(
  user: UserEvent,
  texts: Readonly<Record<string, string>>,
  place: HTMLElement = document.body,
): Promise<void> {
  for (const [label, text] of Object.entries(texts)) {
    await user.clear(within(place).getByLabelText(label))
    if (text !== '') await user.paste(text)
  }
}
