import { expect, test } from 'vitest'
import { policies, policyDefaults, policyNames, rulesOf } from '#shared/policy.ts'
import { type PolicyValue, shownValue, textOf, typedValue } from './policy-fields.ts'

const { secondPersonFrom } = policies.controls.rules
const { stuckMinutes, requireReference } = policies.payouts.rules

test.each(policyNames)('the control of each default of %s gives the same value back', (name) => {
  const rules = new Map(rulesOf(name))
  const values: Readonly<Record<string, PolicyValue>> = policyDefaults[name]
  for (const [field, value] of Object.entries(values)) {
    const form = rules.get(field)
    if (!form) throw new Error(`${field} has no form.`)
    expect(typedValue(form, textOf(form, value)), field).toEqual({ value })
  }
})

test('an amount is dollars with or without a sign, and empty means none', () => {
  expect(typedValue(secondPersonFrom, ' $1,250.5 ')).toEqual({ value: 125_050 })
  expect(typedValue(secondPersonFrom, ' ')).toEqual({ value: null })
  expect(textOf(secondPersonFrom, 125_050)).toBe('1,250.50')
  const error = 'Enter an amount from $0.01 to $100,000.00, or nothing.'
  for (const text of ['0', '100000.01', '12,50', 'many', '-1'])
    expect(typedValue(secondPersonFrom, text)).toEqual({ error })
})

test('a number is whole and within its bounds', () => {
  const error = 'Enter a whole number of minutes from 1 to 20160.'
  for (const text of ['', '0', '20161', '1.5', 'x']) expect(typedValue(stuckMinutes, text)).toEqual({ error })
  expect(typedValue(stuckMinutes, ' 45 ')).toEqual({ value: 45 })
})

test('shows values as people say them', () => {
  expect([shownValue(secondPersonFrom, null), shownValue(secondPersonFrom, 50_000)]).toEqual(['never', '$500.00'])
  expect([shownValue(stuckMinutes, 1), shownValue(stuckMinutes, 30)]).toEqual(['1 minute', '30 minutes'])
  expect(shownValue(requireReference, true)).toBe('Required')
})
