import { pressControl } from './keyboard-shortcuts/press-key.ts'

/** Names the control that U presses in each submission. */
export const DECIDE_KEY = 'u'

/**
 * The keys of the list of cards: J and K move the focus between submissions, U opens the status dialog of the one that
 * has it. Without a focus they begin with the first card in sight. False for any other key, and where there is no card.
 */
export function pressQueueKey(key: string, list: HTMLElement | null): boolean {
  const isStep = key === 'j' || key === 'k'
  if (!list || (!isStep && key !== DECIDE_KEY)) return false
  const cards = [...list.querySelectorAll<HTMLElement>('article')]
  const at = cards.findIndex((card) => card.contains(document.activeElement))
  const card = at === -1 ? firstInSight(cards) : isStep ? cards[at + (key === 'j' ? 1 : -1)] : cards[at]
  if (isStep || at === -1) card?.focus()
  if (!card || isStep) return card !== undefined
  return pressControl(card, DECIDE_KEY)
}

/** The last one where all of them begin above the window. */
function firstInSight(cards: readonly HTMLElement[]): HTMLElement | undefined {
  return cards.find((card) => card.getBoundingClientRect().top >= 0) ?? cards.at(-1)
}
