import { expect, test } from 'vitest'
import { acceptBatch } from './message-input.ts'

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
