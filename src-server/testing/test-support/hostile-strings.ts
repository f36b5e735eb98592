/** A text that grows: `repeated` between `front` and `end`. */
export type HostileString = { front: string; repeated: string; end: string }

/** One part of a pattern: an escape, a class or a character. Quantifiers, groups and anchors are left out. */
const part =
  /\\[pP]\{[^}]*\}|\\u\{[\da-f]+\}|\\u[\da-f]{4}|\\x[\da-f]{2}|\\.|\[(?:\\.|[^\]\\])*\]|\{[\d,]+\}|\(\?(?:[:=!]|<[=!])|[^()|*+?^$]/giu

/** Letters of every kind that patterns distinguish, beside those that they name. */
const commonLetters = [
  ...Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)),
  ...['\t', '\n', '\r', '\u00a0', '\u0000', '\u200b', '\u00e9', '\u0663', '\u{1f600}'],
]
/** Ends a match of almost everything. */
const ENDS = ['', '\u0001', '!x\n']
const MAX_FRONT = 12

/** Long strings that a backtracking engine may read again from each position, by what the pattern matches. */
export function hostileStrings(pattern: string, flags: string): HostileString[] {
  const parts = partsOf(pattern, flags)
  // Characters that the same parts match are alike, so one of them stands for all.
  const byMatches = new Map(
    [...commonLetters, ...lettersOf(pattern)].map((letter) => [
      parts.map(({ matcher }) => Number(matcher.test(letter))).join(''),
      letter,
    ]),
  )
  const letters = [...byMatches.values()]
  const example = parts.map(({ matcher }) => letters.findLast((letter) => matcher.test(letter)) ?? '')
  const words = pattern.match(/[\w ]{2,}/g) ?? []
  const pairs = letters.flatMap((one) => letters.filter((other) => other !== one).map((other) => one + other))
  const fronts = example.slice(0, MAX_FRONT).map((_, at) => example.slice(0, at + 1).join(''))
  const begun = ['', ...fronts].flatMap((front) => letters.map((repeated) => ({ front, repeated })))
  const others = [...pairs, ...words, ...fronts, example.join('')].map((repeated) => ({ front: '', repeated }))
  const all = [...begun, ...others].filter(({ repeated }) => repeated !== '')
  return all.flatMap((each) => ENDS.map((end) => ({ ...each, end })))
}

/** The letters that a pattern names, also by their number. */
function lettersOf(pattern: string): string[] {
  const numbered = [...pattern.matchAll(/\\(?:u|x)\{?([\da-f]{2,6})/gi)].map(([, code = '']) =>
    Number.parseInt(code, 16),
  )
  return [...pattern, ...numbered.map((code) => String.fromCodePoint(code))]
}

function partsOf(pattern: string, flags: string): { matcher: RegExp }[] {
  const plain = flags.replace(/[gy]/g, '')
  return (pattern.match(part) ?? [])
    .filter((text) => !/^(\{[\d,]+\}|\(\?|\\[bB\d])/.test(text))
    .map((text) => ({ matcher: new RegExp(`^${text}$`, plain) }))
}
