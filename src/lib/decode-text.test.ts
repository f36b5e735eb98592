import { expect, test } from 'vitest'
import { decodeText } from './decode-text.ts'

const text = 'Date,Zahlung für Zoë €5\n'
const bytesOf = (encoding: 'utf8' | 'utf16le', given = text) => Buffer.from(given, encoding)

test.each([
  ['UTF-8', bytesOf('utf8')],
  ['UTF-8 with a byte order mark', bytesOf('utf8', `\ufeff${text}`)],
  ['UTF-16', bytesOf('utf16le')],
  ['UTF-16 with a byte order mark', bytesOf('utf16le', `\ufeff${text}`)],
  ['UTF-16, big endian', bytesOf('utf16le').swap16()],
  ['UTF-16, big endian with a byte order mark', bytesOf('utf16le', `\ufeff${text}`).swap16()],
  ['windows-1252', Buffer.from(text.replace('€', '\u0080'), 'latin1')],
])('reads %s', (_, bytes) => {
  expect(decodeText(bytes)).toBe(text)
})

test('the start of a file that is no text stays as it is', () => {
  const workbook = new Uint8Array([0x50, 0x4b, 3, 4, 0x14, 0, 6, 0, 8, 0, 0, 0, 0x21, 0, 0xff])
  expect(decodeText(workbook).slice(0, 4)).toBe('PK\u0003\u0004')
})
