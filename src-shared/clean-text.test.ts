import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanText, refusedCharacter, type TextKind } from './clean-text.ts'
import { textFault } from './text-messages.ts'

const compactKinds = ['number', 'code', 'phone', 'address', 'email'] as const
const kinds = Object.keys(cleanText) as TextKind[]
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u

describe('numbers, codes, phones and addresses', () => {
  test.each([
    ['a contact of Apple or WhatsApp', '\u202d+1 (555) 010-0199\u202c', '+1 (555) 010-0199'],
    ['a number with isolates', '\u2068555\u00a0010\u20110199\u2069', '555 010-0199'],
    ['marks of direction', '\u200e6011\u200f 0000\u061c', '6011 0000'],
    ['spaces of no width', '\ufeff60\u200b11\u2060\u00ad', '6011'],
    ['tags, selectors and fillers', '1\ufe0f2\u{e0061}3\u3164\u{e0101}4', '1234'],
    ['full width', '＄１，０００．５０', '$1,000.50'],
    ['digits of Arabic, Persian and Devanagari', '١٢ ۳۴ ५६', '12 34 56'],
    ['an address of full width', 'ａｎｎ＠ｍａｉｌ．ｃｏｍ', 'ann@mail.com'],
    ['a cell of a spreadsheet', '\t6011\t0000\r\n', '6011 0000'],
    ['a superscript, which is not a digit of the number', '10²', '10²'],
    ['nothing that shows', '\u202d\u2800\u3164\u202c', ''],
  ])('clean %s', (_, text, clean) => {
    for (const kind of compactKinds) expect(cleanText[kind](text)).toBe(clean)
  })

  test('read the digits of every numbering system', () => {
    const systems = Intl.supportedValuesOf('numberingSystem').filter((system) => system !== 'hanidec')
    const written = systems.map((system) => {
      const locale = `en-u-nu-${system}`
      return new Intl.NumberFormat(locale, { useGrouping: false }).format(9_876_543_210)
    })
    expect(written.length).toBeGreaterThan(50)
    expect(written.filter((text) => cleanText.number(text) !== '9876543210')).toEqual([])
  })

  test('have nothing invisible left in a well-formed text', () => {
    const property = fc.property(hostile, fc.constantFrom(...compactKinds), (text, kind) => {
      const clean = cleanText[kind](text)
      if (refusedCharacter(kind, clean) === undefined) expect(clean).not.toMatch(invisible)
    })
    fc.assert(property, { seed: 30, numRuns: 3000 })
  })
})

test.each([
  ['tel:+1-555-010-0199', '+1-555-010-0199'],
  [' TEL: +1 555 010 0199 ', '+1 555 010 0199'],
  ['tel:+15550100199;ext=5', '+15550100199 x5'],
  ['555-010-0199 ext. 5', '555-010-0199 x5'],
  ['555-010-0199, Extension 5', '555-010-0199 x5'],
  ['555-010-0199 extn 12', '555-010-0199 x12'],
  ['555-010-0199EXT5', '555-010-0199 x5'],
  ['555-010-0199x5', '555-010-0199 x5'],
  ['555-010-0199 #5', '555-010-0199 x5'],
  ['555-010-0199 ｅｘｔ．５', '555-010-0199 x5'],
  ['555-010-0199', '555-010-0199'],
])('the phone number %j is stored as %j', (text, clean) => {
  expect(cleanText.phone(text)).toBe(clean)
})

test.each([
  ['ann@b\u00fccher.example', 'ann@xn--bcher-kva.example'],
  ['ann@bu\u0308cher.example', 'ann@xn--bcher-kva.example'],
  ['Ann@B\u00dcCHER.example', 'Ann@xn--bcher-kva.example'],
  [' ａｎｎ＠ｂüｃｈｅｒ．ｅｘａｍｐｌｅ ', 'ann@xn--bcher-kva.example'],
  ['ann@例え。テスト', 'ann@xn--r8jz45g.xn--zckzah'],
  ['Ann@Mail.Example', 'Ann@Mail.Example'],
  ['ann@xn--bcher-kva.example', 'ann@xn--bcher-kva.example'],
  ['ann@bücher.example/x', 'ann@bücher.example/x'],
  ['ann@bü cher.example', 'ann@bü cher.example'],
  ['änn@mail.example', 'änn@mail.example'],
])('the e-mail address %j is stored as %j', (text, clean) => {
  expect(cleanText.email(text)).toBe(clean)
})

test.each([
  [' Cafe\u0301 ', 'Café'],
  ['Ｄａｎａ\u3000Ｒｅｙｅｓ', 'Dana Reyes'],
  ['ＧＣＥ－７Ｋ３Ｍ', 'GCE-7K3M'],
  ['ann@bücher.example', 'ann@xn--bcher-kva.example'],
])('a search for %j looks for %j', (text, clean) => {
  expect(cleanText.search(text)).toBe(clean)
})

describe('names and texts', () => {
  test.each([
    ['Persian', 'می\u200cخواهم', 'می\u200cخواهم'],
    ['Persian, typed twice', 'می\u200c\u200cخواهم', 'می\u200cخواهم'],
    ['Sinhala', 'ශ්\u200dරී ලංකා', 'ශ්\u200dරී ලංකා'],
    ['Malayalam, at the end of a word', 'രാജന്\u200d നായര്\u200d', 'രാജന്\u200d നായര്\u200d'],
    ['Bengali', 'র\u200d্যাব', 'র\u200d্যাব'],
    ['Kannada', 'ರಾಜ್\u200cಕುಮಾರ್', 'ರಾಜ್\u200cಕುಮಾರ್'],
    ['Mongolian', 'ᠰᠠᠷᠠ\u180bᠨ', 'ᠰᠠᠷᠠ\u180bᠨ'],
    ['a Japanese variant', '葛\u{e0100}城', '葛\u{e0100}城'],
    ['joiners that no language needs', 'A\u200dnn Le\u200ce ا\u200c', 'Ann Lee ا'],
    ['bidirectional controls', '\u2067דנה\u2069 \u200fLevi\u202c', 'דנה Levi'],
    ['soft hyphens and spaces of no width', 'Wal\u00adter\u200b Ng\ufeff', 'Walter Ng'],
    ['a tab and a soft line break of Word', 'Ann\tLee\u000bNg', 'Ann Lee Ng'],
    ['a selector of an emoji', 'Ann ❤\ufe0f', 'Ann ❤'],
    ['nothing that shows', '\u200b\u2800\u3164\u2064', ''],
  ])('clean %s', (_, text, clean) => {
    expect(cleanText.name(text)).toBe(clean)
    expect(cleanText.line(text)).toBe(clean)
    expect(refusedCharacter('name', clean)).toBeUndefined()
  })

  test.each([
    ['a family', '👨\u200d👩\u200d👧'],
    ['a skin tone', '🧑🏽\u200d💻'],
    ['a coloured heart and flag', '❤\ufe0f\u200d🔥 🏳\ufe0f\u200d🌈'],
    ['a keycap', '1\ufe0f\u20e3'],
    ['the flag of Scotland', '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'],
    ['a word of Persian beside it', 'می\u200cخواهم ✌\ufe0f'],
  ])('keep %s in many lines', (_, text) => {
    expect(cleanText.lines(text)).toBe(text)
  })

  test.each([
    ['a selector without an emoji', '1\ufe0f2\ufe0f', '12'],
    ['a joiner between letters', 'a\u200db', 'ab'],
    ['a message hidden in tags', 'hi\u{e0068}\u{e0069} 🏴\u{e0068}', 'hi 🏴'],
    ['vertical tabs, form feeds and other ends of lines', 'a\vb\fc\r\nd\u2028e\u0085f\rg', 'a\nb\nc\nd\ne\nf\ng'],
    ['a copied phone number', 'Call \u202d+1 555\u202c', 'Call +1 555'],
  ])('clean %s in many lines', (_, text, clean) => {
    expect(cleanText.lines(text)).toBe(clean)
    expect(refusedCharacter('lines', clean)).toBeUndefined()
  })
})

test.each<[TextKind, string, string | undefined]>([
  ['name', 'a\u0007b', 'U+0007'],
  ['name', 'Ann\nLee', 'U+000A'],
  ['line', 'Main \u202e teertS', 'U+202E'],
  ['lines', 'Main \u202e teertS', 'U+202E'],
  ['lines', 'a\u001bb', 'U+001B'],
  ['lines', 'it\u0092s', 'U+0092'],
  ['lines', 'a\tb\nc', undefined],
  ['code', 'a\u0000b', 'U+0000'],
  ['phone', '555\ud800', 'U+D800'],
])('a %s refuses %j by its character: %s', (kind, text, character) => {
  expect(refusedCharacter(kind, cleanText[kind](text))).toBe(character)
})

test('a message names the refused character and the field', () => {
  expect(textFault('name', 'a\u0007b', 9, 'Full Name')).toBe(
    "Full Name contains a character that can't be used here: U+0007.",
  )
  expect(textFault('lines', '\ud800', 9)).toBe("This text contains a character that can't be used here: U+D800.")
})

/** Texts that have much of what is removed or refused, between what is kept. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(...'\u200c\u200d\u200b\u202d\u202e\u202c\u2066\u00ad\ufe0f\u034f\u180b\u180e\u3164\u115f\u2800'),
      fc.constantFrom(...'1aＡ١é٠ा्്රیहᠠ葛ᄀ\u1161\u0301\u064b\t\n\v\r\u0007\u00a0\u0085\u2028'),
      fc.constantFrom('👩', '🏽', '🏴', '❤', '\u20e3', '\u{e0062}\u{e0065}\u{e0062}\u{e007f}', '\u{e0100}', '\ufffa'),
      fc.constantFrom('\ud83d', '\ude00', '\udb40', '\udc61'),
      fc.string({ unit: 'binary', maxLength: 3 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''))

test('cleaning twice changes nothing, and the result is normalized and trimmed', () => {
  const property = fc.property(hostile, fc.constantFrom(...kinds), (text, kind) => {
    const clean = cleanText[kind](text)
    expect(cleanText[kind](clean)).toBe(clean)
    if (text.isWellFormed()) expect([clean.normalize('NFC'), clean.trim()]).toEqual([clean, clean])
    else expect(refusedCharacter(kind, clean)).toBeDefined()
  })
  fc.assert(property, { seed: 31, numRuns: 10_000 })
})

test('what shows stays, in order', () => {
  const shown = (text: string) =>
    text.normalize('NFC').replace(/[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb\s]|[\u0085\u2800]/gu, '')
  const property = fc.property(hostile, fc.constantFrom('name', 'line', 'lines'), (text, kind) => {
    fc.pre(text.isWellFormed())
    expect(shown(cleanText[kind](text)).normalize('NFC')).toBe(shown(text).normalize('NFC'))
  })
  fc.assert(property, { seed: 32, numRuns: 10_000 })
})

test('hostile texts of a megabyte are cleaned in linear time', () => {
  for (const piece of ['\u200d', ' ', '\u0d4d\u200d', '👩\u200d', '🏴\u{e0062}', 'ا\u200c', '١', '\v', '\u180b'])
    for (const kind of kinds) expect(cleanText[kind](piece.repeat(100_000)).length).toBeLessThanOrEqual(400_000)
})
