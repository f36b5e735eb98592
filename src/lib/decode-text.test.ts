import { describe, expect, test } from 'vitest'
import { decodeText } from './decode-text.ts'
import { counted, formatAge, formatDate, formatDay, formatMonth } from './format.ts'
import { endOfTerm, phaseOfTerm, timeLeft } from './time-left.ts'

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

const MINUTE_MS = 60_000

test.each([
  [23 * 60 + 12, '23 h 12 min'],
  [60, '1 h'],
  [27, '27 min'],
  [1, '1 min'],
  [0.99, 'less than 1 min'],
  [-5, 'less than 1 min'],
])('says how long %d minutes are', (minutes, text) => {
  expect(timeLeft(minutes * MINUTE_MS)).toBe(text)
})

describe('the end of a term', () => {
  const now = new Date(2026, 10, 23, 16, 10).getTime()

  test('is a time of day on the same day', () => {
    expect(endOfTerm(new Date(2026, 10, 23, 21, 5).toISOString(), now).replaceAll('\u202f', ' ')).toBe('9:05 PM')
  })

  test('names the day on another one', () => {
    const end = new Date(2026, 10, 24, 16, 10).toISOString()
    expect(endOfTerm(end, now).replaceAll('\u202f', ' ')).toBe('Nov 24, 4:10 PM')
  })
})

test('a term is ending in its last five minutes', () => {
  const phases = [5 * MINUTE_MS + 1, 5 * MINUTE_MS, 1, 0, -1].map(phaseOfTerm)
  expect(phases).toEqual(['running', 'ending', 'ending', 'ended', 'ended'])
})

const now = Date.parse('2025-12-04T12:00:00.000Z')

test.each([
  ['2025-12-04T11:59:30.000Z', 'now'],
  ['2025-12-04T12:00:05.000Z', 'now'],
  ['2025-12-04T11:55:00.000Z', '5 min'],
  ['2025-12-04T11:00:00.000Z', '1 h'],
  ['2025-12-02T11:00:00.000Z', '2 d'],
])('formats the age of %s as %s', (iso, age) => {
  expect(formatAge(iso, now)).toBe(age)
})

test('formats a day as it is written, in every time zone', () => {
  expect(formatDay('2026-11-30')).toBe('Nov 30, 2026')
  expect(formatMonth('2026-11')).toBe('Nov 2026')
})

test('formats an invalid date as an empty text', () => {
  expect(formatDate('soon')).toBe('')
})

test('counts with the plural of a word', () => {
  expect([0, 1, 1200].map((value) => counted(value, 'card'))).toEqual(['0 cards', '1 card', '1,200 cards'])
})
