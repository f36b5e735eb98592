import { expect, test } from 'vitest'
import { detailMessages } from './detail-messages.ts'

test('fields have their names, and what the sentence says already is not said twice', () => {
  expect(detailMessages({ action: 'submission.revealed', detail: 'securityCode' })).toBe('security code')
  expect(detailMessages({ action: 'staff.added', detail: 'robin, reviewer' })).toBe('robin, reviewer')
  expect(detailMessages({ action: 'file.viewed', detail: 'GCE-1' })).toBe('')
  expect(detailMessages({ action: 'chat.replied', detail: 'a8f' })).toBe('')
})
