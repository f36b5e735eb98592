import { expect, test } from 'vitest'
import type { InboxMessage } from '#shared/inbox-schema.ts'
import { senderName } from './thread-pane.tsx'

const by = (staff: InboxMessage['staff']) => ({ senderName: 'Dana Reyes', staff }) as InboxMessage

test('names the customer, the reader as You, and colleagues by name', () => {
  const names = [by(null), by({ id: 'me', name: 'Ann' }), by({ id: 'sam', name: 'Sam' })]
  expect(names.map((message) => senderName(message, 'me'))).toEqual(['Dana Reyes', 'You', 'Sam'])
})
