import type { KeyboardEvent } from 'react'
import { singleKeys } from './keys/single-keys.ts'

/** Names the control that U presses in each submission. */
export const DECIDE_KEY = 'u'

/**
 * Keys of the queue: J and K move between submissions, U opens the status dialog of the one with the focus. They
 * act only while the focus is in the queue, so that nobody triggers them by typing or dictating elsewhere.
 */
export function pressQueueKey(event: KeyboardEvent<HTMLElement>): void {
  const { target, currentTarget } = event
  if (event.ctrlKey || event.metaKey || event.altKey || !(target instanceof Element) || !singleKeys.areOn()) return
  if (target.closest('input, textarea, select')) return
  const submissions = [...currentTarget.querySelectorAll('article')]
  const at = submissions.findIndex((each) => each.contains(target))
  const key = event.key.toLowerCase()
  if (key === 'j') submissions[at + 1]?.focus()
  if (key === 'k') submissions[at - 1]?.focus()
  if (key === DECIDE_KEY) submissions[at]?.querySelector<HTMLElement>(`[aria-keyshortcuts="${DECIDE_KEY}"]`)?.click()
}
