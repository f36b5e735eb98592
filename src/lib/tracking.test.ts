import { beforeEach, expect, test } from 'vitest'
import type { TrackedEvent } from '#shared/tracking.ts'
import { takeTrackedEvents, trackEvent, trackingConsent } from './tracking.ts'

const quote = (cardValue: number): TrackedEvent => ({ kind: 'quote', cardBrand: 'apple', cardValue, payoutAmount: 1 })

/** The values of all events that are delivered now. */
function taken(): number[] {
  const values: number[] = []
  takeTrackedEvents(({ cardValue }) => void values.push(cardValue))()
  return values
}

beforeEach(() => void taken())

test('keeps no events without consent', () => {
  trackEvent(quote(1))
  trackingConsent.set('declined')
  trackEvent(quote(2))
  trackingConsent.set('accepted')
  expect(taken()).toEqual([])
})

test('delivers queued events once and later ones immediately', () => {
  trackingConsent.set('accepted')
  trackEvent(quote(1))
  const values: number[] = []
  const stop = takeTrackedEvents(({ cardValue }) => void values.push(cardValue))
  trackEvent(quote(2))
  expect(values).toEqual([1, 2])
  stop()
  trackEvent(quote(3))
  expect(values).toEqual([1, 2])
  expect(taken()).toEqual([3])
})

test('limits the queue of undelivered events', () => {
  trackingConsent.set('accepted')
  for (let at = 0; at < 50; at++) trackEvent(quote(at))
  expect(taken()).toEqual(Array.from({ length: 20 }, (_, at) => at + 30))
})
