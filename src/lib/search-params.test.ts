import { expect, test } from 'vitest'
import { day } from './day-start.ts'
import { isAnyGiven, oneOf, pageNumber, searchParams, text, wholeNumber } from './search-params.ts'

const read = searchParams<{
  search?: string
  sort?: 'newest' | 'oldest'
  page?: number
  before?: number
  from?: string
}>({
  search: text(5),
  sort: oneOf(['newest', 'oldest'] as const, 'newest'),
  page: pageNumber,
  before: wholeNumber(1),
  from: day,
})
const none = { search: undefined, sort: undefined, page: undefined, before: undefined, from: undefined }

test('reads valid parameters and ignores unknown ones', () => {
  const raw = { search: 'apple', sort: 'oldest', page: 2, before: '1', from: '2026-11-26', other: 'x' }
  expect(read(raw)).toEqual({ search: 'apple', sort: 'oldest', page: 2, before: 1, from: '2026-11-26' })
})

test('a text of digits, which the router parses as a number, stays a text of limited length', () => {
  expect(read({ search: 1234567 }).search).toBe('12345')
})

test.each([
  {},
  { search: ' ', sort: 'value', page: 0, before: 0, from: '2026-11' },
  { search: ['a'], sort: 'newest', page: 1, before: 1.5, from: 20261126 },
  { search: null, sort: {}, page: '1e99', before: true, from: [] },
])('gives undefined for what is absent, invalid or the default: %j', (raw) => {
  expect(read(raw)).toStrictEqual(none)
  expect(isAnyGiven(read(raw))).toBe(false)
})
