import { expect, test } from 'vitest'
import { onSessionEnd, publishSessionEnd } from './session-end.ts'

test('the first listener receives an end that was published before it, once', () => {
  const received: unknown[] = []
  publishSessionEnd('disabled')
  const stop = onSessionEnd((reason) => received.push(reason))
  expect(received).toEqual(['disabled'])
  stop()
  onSessionEnd((reason) => received.push(reason))
  expect(received).toEqual(['disabled'])
})
