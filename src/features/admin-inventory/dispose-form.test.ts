import { expect, test } from 'vitest'
import { disposeProblems, emptyValues, inputOf } from './dispose-form.ts'

const now = new Date(2026, 10, 27, 9, 30)

test('a form sends only what its kind has, in dollars and whole cents', () => {
  const typed = {
    ...emptyValues('sold'),
    buyer: 'Ann',
    amount: '$1,096.50',
    fee: '',
    cause: 'drained',
    at: '2026-11-27',
  }
  expect(inputOf('sold', typed, true, now)).toEqual({ kind: 'sold', buyer: 'Ann', amount: 1096.5 })
  const written = { ...emptyValues('written-off'), cause: 'drained', amount: '5', faceValue: '40', at: '2026-11-27' }
  expect(inputOf('written-off', written, true, now)).toEqual({ kind: 'written-off', cause: 'drained', faceValue: 40 })
  expect(inputOf('written-off', written, false, now)).toEqual({ kind: 'written-off', cause: 'drained' })
})

test('an earlier day is sent as its end, so that a payment of that day is not later', () => {
  const { at } = inputOf('recovered', { ...emptyValues('recovered'), amount: '5', at: '2026-11-26' }, true, now)
  expect(at).toBe(new Date(2026, 10, 26, 23, 59, 59, 999).toISOString())
})

test('every field that is wrong is named', () => {
  const typed = { ...emptyValues('sold'), amount: '12,50', fee: 'x', at: '' }
  expect(disposeProblems('sold', typed).map(({ field }) => field)).toEqual(['buyer', 'amount', 'fee', 'at'])
  expect(disposeProblems('charged-back', emptyValues('charged-back'))).toEqual([])
  expect(disposeProblems('transferred', emptyValues('transferred')).map(({ field }) => field)).toEqual(['place'])
})
