import { expect, test } from 'vitest'
import type { RateHistory } from '#shared/catalogue-schema.ts'
import { aBrand, aRateList } from '../../test-support/sample-rates.ts'
import { drawnFrom, rateScale, stepPieces } from './step-line.ts'
import { addToRates, pauseBrand, type Terms } from './terms.ts'

const now = Date.parse('2026-04-01T00:00:00.000Z')
const daysAgo = (days: number) => new Date(now - days * 86_400_000).toISOString()
const apple = aBrand('apple')
const step = (version: number, days: number, terms: Terms): RateHistory['steps'][number] => ({
  ...aRateList(version, []).newest,
  madeAt: daysAgo(days),
  terms,
})

test('draws the last 90 days, each rate until the next one', () => {
  const steps = [
    step(1, 400, addToRates(apple, 300)),
    step(2, 200, apple),
    step(3, 45, addToRates(apple, -100)),
    step(4, 9, pauseBrand(apple, null, null)),
  ]
  expect(stepPieces(steps, now)).toEqual([
    { from: 0, to: 0.5, lowBps: 9_200, highBps: 9_200, isPaused: false },
    { from: 0.5, to: 0.9, lowBps: 9_100, highBps: 9_100, isPaused: false },
    { from: 0.9, to: 1, lowBps: 9_200, highBps: 9_200, isPaused: true },
  ])
})

test('draws a younger catalogue from its first version on, also one of this moment', () => {
  const steps = [step(1, 10, apple), step(2, 5, addToRates(apple, 50))]
  expect(drawnFrom(steps, now)).toBe(Date.parse(daysAgo(10)))
  expect(stepPieces(steps, now)).toMatchObject([
    { from: 0, to: 0.5 },
    { from: 0.5, to: 1 },
  ])
  expect(stepPieces([step(1, 0, apple)], now)).toMatchObject([{ from: 0, to: 1 }])
})

test('the scale has whole percentages around all rates', () => {
  const pieces = stepPieces([step(1, 45, apple), step(2, 20, addToRates(apple, -50))], now)
  expect(rateScale(pieces)).toEqual({ low: 9_000, high: 9_300 })
})
