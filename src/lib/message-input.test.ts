import type { KeyboardEvent } from 'react'
import { expect, test } from 'vitest'
import { acceptBatch, isSendKey } from './message-input.ts'
import { pastedFiles } from './pasted-files.ts'

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
