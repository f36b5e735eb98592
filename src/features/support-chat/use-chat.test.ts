import { expect, test } from 'vitest'
import { statusReasons } from '#shared/status-reasons.ts'
import { firstDraft } from './composer.tsx'
import { commonQuestions } from './support-chat.tsx'
import { formatDay, splitByDay } from './thread.tsx'
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

const kept = { subject: 'Kept', message: 'Kept words' }

test('keeps the stored text without a subject in the URL', () => {
  expect(firstDraft(kept, { about: undefined, isNew: true })).toEqual(kept)
  expect(firstDraft(kept, { about: '  ', isNew: true })).toEqual(kept)
})

test('fills the subject of a new conversation', () => {
  expect(firstDraft(kept, { about: ' Kohl’s ', isNew: true })).toEqual({ ...kept, subject: 'Question about Kohl’s' })
  expect(firstDraft(kept, { about: 'x'.repeat(300), isNew: true }).subject).toHaveLength(200)
})

test('starts the message of an existing conversation if it is empty', () => {
  const empty = { subject: '', message: '' }
  expect(firstDraft(empty, { about: 'Kohl’s', isNew: false }).message).toBe('Question about Kohl’s: ')
  expect(firstDraft(kept, { about: 'Kohl’s', isNew: false })).toEqual(kept)
})

const noon = (day: string) => new Date(`${day}T12:00:00`).toISOString()

test('formats today, yesterday and other days', () => {
  const now = Date.parse(noon('2026-11-20'))
  expect([noon('2026-11-20'), noon('2026-11-19'), noon('2026-11-18')].map((iso) => formatDay(iso, now))).toEqual([
    'Today',
    'Yesterday',
    'Nov 18, 2026',
  ])
})

test('groups entries by day in their order', () => {
  const entries = [noon('2026-11-18'), noon('2026-11-19'), noon('2026-11-19')].map((at) => ({ at }))
  expect(splitByDay(entries).map(({ entries }) => entries.length)).toEqual([1, 2])
})

test('has six questions answered with standard status reasons', () => {
  const reasons = Object.values(statusReasons).flat()
  expect(commonQuestions).toHaveLength(6)
  for (const { question, answers } of commonQuestions)
    for (const answer of answers) expect(reasons, question).toContain(answer)
})
