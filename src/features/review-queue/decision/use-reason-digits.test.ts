import { expect, test } from 'vitest'
import { numberAfter } from './reason-fields.tsx'

test('digits make the number of a reason, and begin a new one beyond the last', () => {
  const typed = (digits: string) => [...digits].reduce((number, digit) => numberAfter(number, digit, 26), '')
  for (const [digits, number] of [
    ['6', '6'],
    ['12', '12'],
    ['26', '26'],
    ['27', '7'],
    ['125', '5'],
    ['0', ''],
    ['10', '10'],
    ['70', '7'],
  ] as const)
    expect(typed(digits), digits).toBe(number)
})
