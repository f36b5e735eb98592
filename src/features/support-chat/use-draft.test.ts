import { expect, test } from 'vitest'
import { firstDraft } from './composer.tsx'

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
