import type { KeyboardEvent } from 'react'
import { expect, test } from 'vitest'
import type { ChatMessage } from '#shared/chat-schema.ts'
import { acceptBatch, isSendKey } from './message-input.ts'
import { pastedFiles } from './pasted-files.ts'
import { hasEarlier, mergeMessages, threadEntries } from './thread.ts'

const arrived: ChatMessage = {
  id: 'm1',
  sequence: 1,
  senderType: 'user',
  senderName: 'Dana Reyes',
  message: 'When?',
  timestamp: '2026-11-20T12:00:00.000Z',
  clientMessageId: 'c1',
  attachments: [],
}
const queued = (clientMessageId: string) => ({
  clientMessageId,
  message: 'When?',
  writtenAt: '2026-11-20T11:59:59.000Z',
  state: 'sending' as const,
})
const unseen = { own: 'user', seenSequence: 0 } as const

test('a delivered message keeps its key and is shown once', () => {
  const [waiting] = threadEntries([], [queued('c1')], unseen)
  expect(threadEntries([arrived], [queued('c1')], unseen)).toEqual([
    {
      key: waiting?.key,
      at: arrived.timestamp,
      isOwn: true,
      text: 'When?',
      files: [],
      waitingFiles: 0,
      isSeen: false,
      delivered: arrived,
    },
  ])
})

test('queued messages are last and marked as own', () => {
  const reply: ChatMessage = { ...arrived, id: 'm2', sequence: 2, senderType: 'admin', clientMessageId: null }
  const entries = (own: 'user' | 'admin') =>
    threadEntries([arrived, reply], [queued('c2')], { own, seenSequence: 0 }).map(({ key, isOwn }) => [key, isOwn])
  expect(entries('user')).toEqual([
    ['c1', true],
    ['m2', false],
    ['c2', true],
  ])
  expect(entries('admin')).toEqual([
    ['c1', false],
    ['m2', true],
    ['c2', true],
  ])
})

test('marks only the newest own message once the other side has seen it', () => {
  const message = (sequence: number, senderType: 'user' | 'admin'): ChatMessage => ({
    ...arrived,
    id: `m${sequence}`,
    sequence,
    senderType,
    clientMessageId: null,
  })
  const messages = [message(1, 'admin'), message(2, 'admin'), message(3, 'user')]
  const seen = (seenSequence: number) =>
    threadEntries(messages, [], { own: 'admin', seenSequence }).map(({ isSeen }) => isSeen)
  expect(seen(1)).toEqual([false, false, false])
  expect(seen(2)).toEqual([false, true, false])
})

test('shows the uploaded files of queued messages, and counts those that are sent with the message', () => {
  const file = { id: 'f1', fileName: 'receipt.pdf', fileSize: 1, mimeType: 'application/pdf' } as const
  const [entry] = threadEntries([], [{ ...queued('c1'), files: [file, new File([], 'photo.jpg')] }], unseen)
  expect(entry).toMatchObject({ files: [{ id: 'f1', name: 'receipt.pdf' }], waitingFiles: 1 })
})

const message = (sequence: number): ChatMessage => ({
  id: `m${sequence}`,
  sequence,
  senderType: 'user',
  senderName: 'Dana Reyes',
  message: `message ${sequence}`,
  timestamp: '2026-11-20T12:00:00.000Z',
  clientMessageId: null,
  attachments: [],
})

test('inserts new messages in order without duplicates', () => {
  const old = [message(1), message(3)]
  expect(mergeMessages(old, [message(2), message(3), message(4)]).map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4])
})

test('keeps only the messages after a gap, and reports that earlier ones exist', () => {
  const merged = mergeMessages([message(1), message(2)], [message(60), message(61)])
  expect([merged.map(({ sequence }) => sequence), hasEarlier(merged)]).toEqual([[60, 61], true])
  expect(hasEarlier([message(1)])).toBe(false)
  expect(hasEarlier([])).toBe(false)
})

test('ignores an older list that arrives late', () => {
  const old = [message(1), message(2)]
  expect(mergeMessages(old, [message(1)])).toBe(old)
})

const file = (name: string, type = 'image/png', bytes = 'x') => new File([bytes], name, { type, lastModified: 1 })

test('accepts images and PDFs and skips duplicates', () => {
  const [photo, terms] = [file('a.png'), file('terms.pdf', 'application/pdf')]
  expect(acceptBatch([photo, terms, photo], [])).toEqual({ files: [photo, terms], problems: [] })
  expect(acceptBatch([file('a.png'), file('a.png', 'image/png', 'longer')], [photo]).files).toHaveLength(1)
})

test('rejects the whole batch for one invalid file', () => {
  const { files, problems } = acceptBatch([file('a.png'), file('notes.txt', 'text/plain')], [])
  expect(files).toEqual([])
  expect(problems).toEqual(['notes.txt is not a supported file type. Please upload JPG, PNG, GIF, or PDF files.'])
})

test('limits a message to ten files', () => {
  const present = Array.from({ length: 9 }, (_, at) => file(`${at}.png`))
  expect(acceptBatch([file('a.png')], present).problems).toEqual([])
  expect(acceptBatch([file('a.png'), file('b.png')], present)).toEqual({
    files: [],
    problems: ['Attach at most 10 files to a message.'],
  })
})

const press = (key: string, nativeEvent: { isComposing?: boolean; keyCode?: number } = {}, shiftKey = false) =>
  isSendKey({ key, shiftKey, nativeEvent: { isComposing: false, keyCode: 13, ...nativeEvent } } as KeyboardEvent)

test('Enter sends, but not when it belongs to an input method', () => {
  expect(press('Enter')).toBe(true)
  expect(press('Enter', {}, true)).toBe(false)
  expect(press('a', { keyCode: 65 })).toBe(false)
  // Chromium and Firefox during a composition, and Safari at its end.
  expect(press('Enter', { isComposing: true, keyCode: 229 })).toBe(false)
  expect(press('Enter', { isComposing: true })).toBe(false)
  expect(press('Enter', { keyCode: 229 })).toBe(false)
})

/** A clipboard with these files and this text. */
const pasted = (text: string, ...files: File[]) =>
  pastedFiles({
    files: files as unknown as FileList,
    getData: (type) => (type === 'text/plain' ? text : '<table>'),
  }).map(({ name }) => name)

test.each([
  ['cells of Excel', 'Steam\t100\r\nXbox\t50\r\n'],
  ['a paragraph of Word', 'The code is 1234.'],
  ['a line of Pages', 'image'],
  ['a cell of LibreOffice', '100'],
])('pastes the text of %s without its picture', (_, text) => {
  expect(pasted(text, file('image.png'))).toEqual([])
})

test.each([
  ['a screenshot', '', ['image.png']],
  ['a picture of a web page', ' ', ['image.png']],
  ['a file of Finder', 'front.jpg', ['front.jpg']],
  ['files of Finder', 'front.jpg\rback.jpg', ['front.jpg', 'back.jpg']],
  ['files of a file manager on Linux', '/home/dana/front.jpg\n/home/dana/back.jpg\n', ['front.jpg', 'back.jpg']],
])('attaches %s', (_, text, names) => {
  expect(pasted(text, ...names.map((name) => file(name)))).toEqual(names)
})
