import { expect, test } from 'vitest'

type Figures = {
  quantile(values: readonly number[], part: number): number
  kbPerSocket(measured: readonly { sockets: number; mb: number }[]): number
  countsOf(given: readonly string[], usual: readonly number[]): readonly number[]
}
const figures: Figures = await import(new URL('../../../scripts/bench/figures.mjs', import.meta.url).href)

test('a quantile does not depend on the order of the values', () => {
  const values = Array.from({ length: 200 }, (_, at) => (at * 7) % 200)
  expect(figures.quantile(values, 0.99)).toBe(198)
  expect(figures.quantile(values, 0.5)).toBe(100)
  expect(figures.quantile([3], 0.99)).toBe(3)
})

test('the memory of a socket is the growth from the fewest to the most, divided by the sockets between', () => {
  const measured = [
    { sockets: 1, mb: 139 },
    { sockets: 100, mb: 150 },
    { sockets: 1_001, mb: 189 },
  ]
  expect(figures.kbPerSocket(measured)).toBeCloseTo(51.2)
})

test('sizes on the command line replace the usual ones', () => {
  expect(figures.countsOf([], [10, 20])).toEqual([10, 20])
  expect(figures.countsOf(['1000000', '10000000'], [10, 20])).toEqual([1_000_000, 10_000_000])
})

test.each(['0', '-5', '1.5', '1e9x', '', 'many'])('the size %j is refused', (size) => {
  expect(() => figures.countsOf(['10', size], [])).toThrow('Not positive numbers')
})
