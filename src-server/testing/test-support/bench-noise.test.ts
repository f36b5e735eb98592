import { afterEach, expect, test } from 'vitest'

type Noise = {
  noiseOf(control: readonly number[]): string
  ratioTo(control: readonly number[], ratio: number): string
  roundsOf(times: readonly number[]): number[]
}
const noise: Noise = await import(new URL('../../../scripts/bench/noise.mjs', import.meta.url).href)

const exitCode = process.exitCode
afterEach(() => {
  process.exitCode = exitCode
})

test('a benchmark states a ratio to a control whose rounds differ by up to 15 %', () => {
  expect(noise.ratioTo([107, 100, 92], 0.731)).toBe('ratio 0.73')
  expect(process.exitCode).toBe(exitCode)
})

test('a benchmark refuses a ratio to a control that varied by more, and fails', () => {
  expect(noise.ratioTo([111, 100, 95], 0.731)).toBe('ratio not stated: the control varied by 16 %')
  expect(process.exitCode).toBe(1)
})

test('a benchmark prints how much the rounds of its control differ', () => {
  expect(noise.noiseOf([111, 100, 89])).toBe('rounds within 22 %')
})

test('one slow measurement of many is no noisy round of a control', () => {
  const times = Array.from({ length: 41 }, (_, at) => (at === 7 ? 100 : 1))
  expect(noise.noiseOf(noise.roundsOf(times))).toBe('rounds within 0 %')
})
