import { expect, test } from 'vitest'
import { detailMessages } from './audit-table.tsx'

test('names revealed fields and drops details that the sentence contains', () => {
  expect(detailMessages({ action: 'submission.revealed', detail: 'securityCode' })).toBe('security code')
  expect(detailMessages({ action: 'staff.added', detail: 'robin, reviewer' })).toBe('robin, reviewer')
  expect(detailMessages({ action: 'file.viewed', detail: 'GCE-1' })).toBe('')
  expect(detailMessages({ action: 'chat.replied', detail: 'a8f' })).toBe('')
})
