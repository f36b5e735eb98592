import { cardConditions } from '#shared/card-condition.ts'
import type { CardChoice } from './wizard-state.ts'

/** Input names of step 1, which is prerendered before the script runs. */
export const cardInputs = { brand: 'brand', condition: 'condition', value: 'value', search: 'search' } as const

/** Reads the form of step 1: the visitor may have used it before hydration. */
export function readTypedCard(form: HTMLFormElement | null) {
  if (!form) return {}
  const data = new FormData(form)
  const typed: Partial<CardChoice> = {}
  const brandSlug = data.get(cardInputs.brand)
  if (typeof brandSlug === 'string') typed.brandSlug = brandSlug
  const valueText = data.get(cardInputs.value)
  if (typeof valueText === 'string' && valueText !== '') typed.valueText = valueText
  const condition = cardConditions.find((known) => known === data.get(cardInputs.condition))
  // The first condition is preselected, so it is no sign of a choice.
  if (condition && condition !== cardConditions[0]) typed.condition = condition
  return typed
}
