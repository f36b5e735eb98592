import { expect, test } from 'vitest'
import { detailWords } from './detail-messages.ts'

test('fields have their names, and what the sentence says already is not said twice', () => {
  expect(detailWords({ action: 'submission.revealed', detail: 'securityCode' })).toBe('security code')
  expect(detailWords({ action: 'staff.added', detail: 'robin, reviewer' })).toBe('robin, reviewer')
  expect(detailWords({ action: 'file.viewed', detail: 'GCE-1' })).toBe('')
  expect(detailWords({ action: 'chat.replied', detail: 'a8f' })).toBe('')
})
