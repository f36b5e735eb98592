import { expect, test } from 'vitest'
import {
  acceptedMimeTypes,
  fileProblem,
  formatFileSize,
  MAX_FILE_BYTES,
  sniffMimeType,
  uniqueFileName,
} from './upload.ts'

test.each(acceptedMimeTypes)('accepts a %s of exactly 10MB', (type) => {
  expect(fileProblem({ name: 'card', size: MAX_FILE_BYTES, type })).toBeUndefined()
  expect(MAX_FILE_BYTES).toBe(10_485_760)
})

test('rejects a file that is a byte too large', () => {
  expect(fileProblem({ name: 'card.jpg', size: MAX_FILE_BYTES + 1, type: 'image/jpeg' })).toBe(
    'card.jpg is too large. Maximum size is 10MB.',
  )
})

test.each(['image/png', 'text/plain', ''])('reports a file without bytes (%j) as empty', (type) => {
  expect(fileProblem({ name: 'card.png', size: 0, type })).toBe('card.png is empty. Please choose another file.')
})

test.each([
  ['card.svg', 'image/svg+xml', 100],
  ['card', '', 100],
])('rejects %s (%s, %i bytes)', (name, type, size) => {
  expect(fileProblem({ name, size, type })).toBe(
    `${name} is not a supported file type. Please upload JPG, PNG, GIF, or PDF files.`,
  )
})

test.each([
  ['IMG_1.HEIC', ''],
  ['card.heif', 'image/heif'],
  ['card', 'image/heic'],
  ['card', 'image/heic-sequence'],
])('rejects %s (%s) with the message of other types and what to do', (name, type) => {
  expect(fileProblem({ name, size: 100, type })).toBe(
    `${name} is not a supported file type. Please upload JPG, PNG, GIF, or PDF files. ` +
      'This is a HEIC photo: choose "Most Compatible" in the camera settings, or send it as JPG.',
  )
})

test('accepts a JPEG that is named .heic', () => {
  expect(fileProblem({ name: 'IMG_1.HEIC', size: 100, type: 'image/jpeg' })).toBeUndefined()
})

test.each([
  ['image/jpeg', [0xff, 0xd8, 0xff, 0xe0]],
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/gif', [...Buffer.from('GIF89a')]],
  ['image/gif', [...Buffer.from('GIF87a')]],
  ['application/pdf', [...Buffer.from('%PDF-1.7')]],
  ['image/heic', [0, 0, 0, 0x24, ...Buffer.from('ftypheic')]],
  ['image/heic', [0, 0, 0, 0x18, ...Buffer.from('ftypmif1')]],
  [undefined, [0, 0, 0, 0x18, ...Buffer.from('ftypmp42')]],
  [undefined, [...Buffer.from('GIF88a')]],
  [undefined, [...Buffer.from('<svg onload="alert(1)">')]],
  ['application/pdf', [0xef, 0xbb, 0xbf, ...Buffer.from('\r\n %PDF-')]],
  [undefined, [...Buffer.from('- %PDF-')]],
  [undefined, [0xff, 0xd8]],
  [undefined, []],
])('detects %s by the first bytes %j', (type, bytes) => {
  expect(sniffMimeType(new Uint8Array(bytes))).toBe(type)
})

test.each([
  [0, '0 Bytes'],
  [-1, '0 Bytes'],
  [1, '1 Bytes'],
  [1023, '1023 Bytes'],
  [1024, '1 KB'],
  [1536, '1.5 KB'],
  [1_048_576, '1 MB'],
  [2_621_440, '2.5 MB'],
  [10_485_759, '10 MB'],
  [1_234_567, '1.18 MB'],
  [1_073_741_824, '1 GB'],
  [2 ** 40, '1024 GB'],
])('formats %i bytes as %s', (bytes, text) => {
  expect(formatFileSize(bytes)).toBe(text)
})

test('keeps an unused name and numbers a used one before its extension', () => {
  const taken = new Set(['image.jpg', 'image (2).jpg', 'card', '.profile', 'a.b.pdf'])
  const names = ['new.jpg', 'image.jpg', 'card', '.profile', 'a.b.pdf'].map((name) => uniqueFileName(name, taken))
  expect(names).toEqual(['new.jpg', 'image (3).jpg', 'card (2)', '.profile (2)', 'a.b (2).pdf'])
})
