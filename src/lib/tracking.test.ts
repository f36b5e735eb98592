import { beforeEach, expect, test } from 'vitest'
import type { Measured } from '#shared/tracking.ts'
import { measure, measuringConsent, takeMeasured } from './tracking.ts'

const quote = (cardValue: number): Measured => ({ kind: 'quote', cardBrand: 'apple', cardValue, payoutAmount: 1 })

/** Everything that would be delivered now. */
function taken(): number[] {
  const values: number[] = []
  takeMeasured(({ cardValue }) => void values.push(cardValue))()
  return values
}

beforeEach(() => void taken())

test('without a choice, and once declined, nothing is kept', () => {
  measure(quote(1))
  measuringConsent.set('declined')
  measure(quote(2))
  measuringConsent.set('accepted')
  expect(taken()).toEqual([])
})

test('what waits is delivered once, and what follows at once', () => {
  measuringConsent.set('accepted')
  measure(quote(1))
  const values: number[] = []
  const stop = takeMeasured(({ cardValue }) => void values.push(cardValue))
  measure(quote(2))
  expect(values).toEqual([1, 2])
  stop()
  measure(quote(3))
  expect(values).toEqual([1, 2])
  expect(taken()).toEqual([3])
})

test('what nobody takes does not grow for ever', () => {
  measuringConsent.set('accepted')
  for (let at = 0; at < 50; at++) measure(quote(at))
  expect(taken()).toEqual(Array.from({ length: 20 }, (_, at) => at + 30))
})
