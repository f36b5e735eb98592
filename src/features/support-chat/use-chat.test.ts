import { expect, test } from 'vitest'
import { parseOutgoing } from './use-chat.ts'

const entry = { clientMessageId: 'c1', message: 'When?', writtenAt: '2026-11-20T12:00:00.000Z', sessionId: 's1' }

test('restores messages of existing and new conversations', () => {
  const { sessionId: _, ...rest } = entry
  const kept = [entry, { ...rest, subject: 'My payout' }]
  expect(parseOutgoing(JSON.parse(JSON.stringify(kept)))).toEqual(kept)
})

test('drops malformed entries', () => {
  const { sessionId: _, ...nowhere } = entry
  expect(parseOutgoing([null, 7, {}, nowhere, { ...entry, message: 5 }, { ...entry, writtenAt: 'x' }, entry])).toEqual([
    entry,
  ])
  expect(parseOutgoing({ length: 1 })).toBeUndefined()
})
