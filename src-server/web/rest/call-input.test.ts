import { expect, test } from 'vitest'
import { z } from 'zod'
import { inputReader } from './call-input.ts'

const schema = z
  .object({ id: z.string(), page: z.int().default(1), search: z.string().optional() })
  .prefault({ id: '' })
const parts = { path: { id: 'a' }, query: {}, body: undefined }

test('reads the numbers of a query by the schema, and leaves every other text', () => {
  const read = inputReader({ method: 'GET' }, schema)
  expect(read({ ...parts, query: { page: '2', search: '2' } })).toEqual({ id: 'a', page: 2, search: '2' })
  for (const page of ['', '0x10', 'two', ['1', '2']])
    expect(read({ ...parts, query: { page } })).toEqual({ id: 'a', page })
})

test('prefers the path to the query, and gives the schema what it does not know', () => {
  const read = inputReader({ method: 'DELETE' }, schema)
  expect(read({ ...parts, query: { id: 'b', more: '1' }, body: { page: 3 } })).toEqual({ id: 'a', more: '1' })
})

test('reads the body of a change, unless the call ignores it', () => {
  expect(inputReader({ method: 'POST' }, schema)({ ...parts, body: { id: 'b', page: 3 } })).toEqual({
    id: 'a',
    page: 3,
  })
  expect(inputReader({ method: 'POST' }, schema)({ ...parts, body: [1] })).toEqual([1])
  expect(inputReader({ method: 'POST', readsBody: false }, schema)({ ...parts, body: [1] })).toEqual({ id: 'a' })
})
