import { expect, test } from 'vitest'
import { firstDraft } from './first-draft.ts'

const kept = { subject: 'Kept', message: 'Kept words' }

test('without a question in the address the kept text stands', () => {
  expect(firstDraft(kept, { about: undefined, isNew: true })).toEqual(kept)
  expect(firstDraft(kept, { about: '  ', isNew: true })).toEqual(kept)
})

test('the question fills the subject of a new conversation', () => {
  expect(firstDraft(kept, { about: ' Kohl’s ', isNew: true })).toEqual({ ...kept, subject: 'Question about Kohl’s' })
  expect(firstDraft(kept, { about: 'x'.repeat(300), isNew: true }).subject).toHaveLength(200)
})

test('in a conversation that goes on it begins the message, where none is begun', () => {
  const empty = { subject: '', message: '' }
  expect(firstDraft(empty, { about: 'Kohl’s', isNew: false }).message).toBe('Question about Kohl’s: ')
  expect(firstDraft(kept, { about: 'Kohl’s', isNew: false })).toEqual(kept)
})
