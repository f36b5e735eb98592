import { expect, test } from 'vitest'
import { failureOf, LoadError, loadChunk } from './load-chunk.ts'

test('code that does not arrive has not loaded', async () => {
  const failing = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
  const error = await loadChunk(failing).catch((cause: unknown) => cause)
  expect(error).toBeInstanceOf(LoadError)
  expect(failureOf(error)).toBe('lost')
})

test.each([
  new DOMException('The node to be removed is not a child of this node.', 'NotFoundError'),
  new TypeError('Cannot read properties of undefined'),
  'a string',
])('%s, thrown while a part is drawn, is no fault of the network', (error) => expect(failureOf(error)).toBe('broken'))
