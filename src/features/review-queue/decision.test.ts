import { expect, it } from 'vitest'
import { effectiveReason, shortReason } from './decision.ts'

it('shows a reason of 50 characters in full and shortens a longer one', () => {
  expect(shortReason('x'.repeat(50))).toBe('x'.repeat(50))
  expect(shortReason('x'.repeat(51))).toBe(`${'x'.repeat(50)}…`)
})

it('leaves no space before the ellipsis', () => {
  expect(shortReason(`${'x'.repeat(49)} yyy`)).toBe(`${'x'.repeat(49)}…`)
})

it('lets the custom reason win over the quick one', () => {
  expect(effectiveReason('Quick.', '  Custom. ')).toBe('Custom.')
})

it('takes the quick reason when nothing but spaces is written', () => {
  expect(effectiveReason('Quick.', '  \n')).toBe('Quick.')
  expect(effectiveReason('', '')).toBe('')
})
