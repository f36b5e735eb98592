import { expect, test } from 'vitest'
import { withDraft } from './use-reply-queue.ts'

test('stores one draft per conversation and drops empty ones', () => {
  const hello = withDraft({}, 's1', { text: 'Hello', files: [] })
  const both = withDraft(hello, 's2', { text: 'Other', files: [] })
  expect(both).toEqual({ s1: { text: 'Hello', files: [] }, s2: { text: 'Other', files: [] } })
  expect(withDraft(both, 's1', { text: '', files: [] })).toEqual({ s2: { text: 'Other', files: [] } })
})
