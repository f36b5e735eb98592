import { type RefObject, useEffect } from 'react'
import { isDialogOpen, isFreeKey, keyName, pressControl } from '../keyboard-shortcuts/press-key.ts'
import { singleKeys } from '../keyboard-shortcuts/single-keys.ts'
import type { QueueSearch } from '../queue-search.ts'
import { pressQueueKey } from '../queue-shortcuts.ts'

const steps: Readonly<Record<string, 1 | -1>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }

/**
 * The keys of the review view, and of the list of cards. Each presses the button that names it; among the rows J, K and
 * the arrow keys go from one to the next, and Enter opens, as on any link. They rest while a dialog is
 * open or the focus is in a field.
 */
export function useReviewKeys(list: RefObject<HTMLElement | null>, { view, id }: QueueSearch): void {
  const isOpen = id !== undefined
  const isReview = view === 'review'
  // The keyboard belongs to the document: nothing needs to have the focus for a key to act.
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !isFreeKey(event) || isDialogOpen()) return
      const key = keyName(event)
      if (key.length === 1 || key.startsWith('Shift+')) if (!singleKeys.areOn()) return
      const isDone = isReview ? act(event, key, list.current, isOpen) : actInCards(key, list.current)
      if (isDone) event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [list, isReview, isOpen])
}

function actInCards(key: string, list: HTMLElement | null): boolean {
  if (key === '/' || key === 'z') return pressControl(document, key)
  return pressQueueKey(key, list)
}

function act(event: KeyboardEvent, key: string, list: HTMLElement | null, isOpen: boolean): boolean {
  const step = steps[key]
  const isInList = event.target instanceof Node && list?.contains(event.target) === true
  if (step !== undefined && (isInList || (!isOpen && key.length === 1))) return list !== null && walk(list, step)
  // Enter, Tab, arrows and the like have their own meaning outside the list.
  if (key.length > 1 && !key.startsWith('Shift+')) return false
  return pressControl(document, key)
}

/** Moves the focus to the row after or before the one that has it, or else the one that is open. */
function walk(list: HTMLElement, step: 1 | -1): boolean {
  const links = [...list.querySelectorAll<HTMLElement>('[data-order]')]
  const at = links.findIndex((link) => link.closest('li')?.contains(document.activeElement))
  const from = at === -1 ? links.findIndex((link) => link.getAttribute('aria-current') === 'true') : at
  const next = from === -1 ? links[0] : links[from + step]
  next?.focus()
  return next !== undefined
}
