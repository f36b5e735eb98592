import { expect, test } from 'vitest'
import { formerSentences } from './former-sentences.ts'
import { isTest, sources } from './read-sources.ts'

/** Output of commands, tests and migrations is no text of a screen. */
const notShown = /^(migrations|src-server\/(testing|operator\/commands))\//

/** The product code without comments, its lines and concatenated literals joined, by file. */
const texts = new Map(
  [...sources].filter(([file]) => !isTest(file) && !notShown.test(file)).map(([file, text]) => [file, joined(text)]),
)

function joined(code: string): string {
  return code
    .replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm, '$1')
    .replace(/\{' '\}/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/(['"`]) \+ (['"`])/g, '')
}

const filesWith = (pattern: RegExp) => [...texts].filter(([, text]) => pattern.test(text)).map(([file]) => file)

/** A template's or an element's expression, or a number. */
const value = String.raw`(?:\$?\{[^{}]*\}|\$?\d[\w.,:%]*(?: [AP]M)?)`

/** Matches the sentence; a short one without a full stop only as a whole literal or element. */
function patternOf(sentence: string): RegExp {
  const text = sentence.replace(/[.*+?^$()|[\]\\]/g, String.raw`\$&`).replaceAll('{}', value)
  const isLabel = /^[A-Z{].*[^.?!]$/.test(sentence) && sentence.split(' ').length <= MAX_LABEL_WORDS
  return isLabel ? new RegExp(`['"\`>] ?${text} ?['"\`<]`) : new RegExp(text)
}

const MAX_LABEL_WORDS = 5

test('finds sentences across lines, values and literals, and labels only as a whole', () => {
  const found = (sentence: string, code: string) => patternOf(sentence).test(joined(code))
  expect(
    found('Only the newest {} were searched.', '<p>\n  Only the newest {format(2_000)} were\n searched. </p>'),
  ).toBe(true)
  expect(found('You can follow it.', "'You can ' +\n  'follow it. Soon'")).toBe(true)
  expect(found('You can follow it.', '/** You can follow it. */ // You can follow it.')).toBe(false)
  expect(found('{} flags', '<span>{count} flags</span>')).toBe(true)
  expect(found('What stays', "title: 'What stays'")).toBe(true)
  expect(found('What stays', "'What stays is the photo.'")).toBe(false)
})

test.each(formerSentences)("no screen, email or error says '%s'", (sentence) => {
  expect(filesWith(patternOf(sentence))).toEqual([])
})

test("screens, emails and errors say 'email' and 'two-step verification'", () => {
  expect(filesWith(/(?<![\w-])e-mail/i)).toEqual([])
  expect(filesWith(/['"`>][^'"`<>]*\bsecond factor\b/i)).toEqual([])
})

test("one component has the button 'Try again'", () => {
  expect(filesWith(/\bTry Again\b/)).toEqual([])
  expect(filesWith(/['"`>] ?Try again ?['"`<]/)).toEqual(['src/ui/retry.tsx'])
})
