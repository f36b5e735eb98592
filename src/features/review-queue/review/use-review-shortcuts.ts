import { type RefObject, useEffect, useRef } from 'react'
import { isDialogOpen, isFreeKey, keyName, pressControl, singleKeys } from '#client/lib/single-keys.ts'
import type { QueueSearch } from '../queue-search.ts'

export const DECIDE_KEY = 'u'
export const OPEN_KEY = 'Enter'

/** How long nothing is pressed before a key saves a choice: typed words make choices, and must save none. */
export const SETTLE_MS = 600

const steps: Readonly<Record<string, 1 | -1>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }

/** Each key clicks the button that declares it, unless a dialog is open or a text field has the focus. */
export function useReviewKeys(list: RefObject<HTMLElement | null>, { view, id }: QueueSearch) {
  const isOpen = id !== undefined
  const isReview = view === 'review'
  const lastPressAt = useRef(Number.NEGATIVE_INFINITY)
  // Listens on the document, because shortcuts work without focus.
  useEffect(() => {
    const note = ({ timeStamp }: Event) => {
      lastPressAt.current = timeStamp
    }
    const press = (event: KeyboardEvent) => {
      const isSettled = event.timeStamp - lastPressAt.current >= SETTLE_MS
      note(event)
      if (event.defaultPrevented || !isFreeKey(event) || isDialogOpen()) return
      const key = keyName(event)
      if (!isSettled && saves(key, event.target)) return event.preventDefault()
      if (key.length === 1 || key.startsWith('Shift+')) if (!singleKeys.areOn()) return
      const isDone = isReview ? act(event, key, list.current, isOpen) : actInCards(key, list.current)
      if (isDone) event.preventDefault()
    }
    document.addEventListener('keydown', press)
    document.addEventListener('click', note, { capture: true })
    return () => {
      document.removeEventListener('keydown', press)
      document.removeEventListener('click', note, { capture: true })
    }
  }, [list, isReview, isOpen])
}

/** Enter on a tile submits its form. */
function saves(key: string, target: EventTarget | null) {
  return key === 's' || key === 'n' || (key === 'Enter' && target instanceof HTMLInputElement)
}

function actInCards(key: string, list: HTMLElement | null) {
  if (key === '/' || key === 'z') return pressControl(document, key)
  return pressQueueKey(key, list)
}

function act(event: KeyboardEvent, key: string, list: HTMLElement | null, isOpen: boolean) {
  const step = steps[key]
  const isInList = event.target instanceof Node && list?.contains(event.target) === true
  if (step !== undefined && list && isInList && key.length > 1) return walk(list, step)
  // With an open order its buttons have J and K.
  if (step !== undefined && list && !isOpen && key.length === 1) return walk(list, step, (link) => link.click())
  // Outside the list, Enter, Tab and the arrow keys keep their default behaviour.
  if (key.length > 1 && !key.startsWith('Shift+')) return false
  return pressControl(document, key)
}

/** From the focused row, or else the open one. */
function walk(list: HTMLElement, step: 1 | -1, go = (link: HTMLElement) => link.focus()) {
  const links = [...list.querySelectorAll<HTMLElement>('[data-submission]')]
  const at = links.findIndex((link) => link.closest('li')?.contains(document.activeElement))
  const from = at === -1 ? links.findIndex((link) => link.getAttribute('aria-current') === 'true') : at
  const next = from === -1 ? links[0] : links[from + step]
  if (!next) return turnPage(step)
  go(next)
  return true
}

/** Beyond an end of the list the keys continue on the page beside it. Returns false if there is none. */
function turnPage(step: 1 | -1) {
  const buttons = [...document.querySelectorAll<HTMLElement>('nav[aria-label="Pagination"] button')]
  const button = step === 1 ? buttons.at(-1) : buttons[0]
  if (!button || button.ariaDisabled === 'true') return false
  button.click()
  return true
}

/** Without focus the keys start at the first visible card. Returns false for other keys and without cards. */
function pressQueueKey(key: string, list: HTMLElement | null) {
  const isStep = key === 'j' || key === 'k'
  if (!list || (!isStep && key !== DECIDE_KEY && key !== OPEN_KEY)) return false
  const cards = [...list.querySelectorAll<HTMLElement>('article')]
  if (key === OPEN_KEY) {
    const focused = cards.find((card) => card === document.activeElement)
    return focused !== undefined && pressControl(focused, OPEN_KEY)
  }
  const at = cards.findIndex((card) => card.contains(document.activeElement))
  const step = key === 'j' ? 1 : -1
  const card = at === -1 ? firstInSight(cards) : isStep ? cards[at + step] : cards[at]
  if (isStep || at === -1) card?.focus()
  if (isStep) return card !== undefined || turnPage(step)
  if (!card) return false
  return pressControl(card, DECIDE_KEY)
}

/** The last card if all start above the viewport. */
function firstInSight(cards: readonly HTMLElement[]) {
  return cards.find((card) => card.getBoundingClientRect().top >= 0) ?? cards.at(-1)
}
