import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { createTestApp } from '../../testing/test-support/test-app.ts'
import { parsedOnce, sharedJson } from './shared-answer.ts'

const price = z.object({ cents: z.number() })
const parsing = () => vi.fn((answer: unknown) => price.parse(answer))

test('a frozen answer is parsed once for each schema, and its JSON is made once', () => {
  const answer = Object.freeze({ cents: 100, secret: 'of the row' })
  const parse = parsing()
  const first = parsedOnce(price, answer, parse)
  expect(first).toEqual({ cents: 100 })
  expect(parsedOnce(price, answer, parse)).toBe(first)
  expect(parse).toHaveBeenCalledTimes(1)
  expect(parsedOnce(z.object({}), answer, () => ({}))).toEqual({})
  expect(sharedJson(first)).toBe('{"cents":100}')
  expect(sharedJson(first)).toBe('{"cents":100}')
})

test.each([
  ['not frozen', { cents: 100 }],
  ['frozen around a value that can change', Object.freeze({ cents: 100, list: [1] })],
])('an answer that is %s is parsed for every call', (_, answer) => {
  const parse = parsing()
  expect(parsedOnce(price, answer, parse)).not.toBe(parsedOnce(price, answer, parse))
  expect(parse).toHaveBeenCalledTimes(2)
  expect(sharedJson(answer)).toBeUndefined()
})

test.each([undefined, null, 'text', 1])('%j is no shared answer', (answer) => {
  expect(parsedOnce(price, answer, () => answer)).toBe(answer)
  expect(sharedJson(answer)).toBeUndefined()
})

test('two quotes of one price are the same answer over REST and tRPC', async () => {
  await using app = await createTestApp()
  const body = { cardBrand: 'apple', cardValue: 100 }
  const rest = await app.request('POST', '/api/quote', { body })
  const again = await app.request('POST', '/api/quote', { body })
  const trpc = await app.request('POST', '/trpc/exchange.quote', { body })
  expect(again.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(again.payload).toBe(rest.payload)
  expect(trpc.payload).toBe(`{"result":{"data":${rest.payload}}}`)
})
