import { expect, test } from 'vitest'
import { unneeded, unneededInLines } from '#shared/clean-text.ts'
import { findSuperlinear } from './regex-growth.ts'
import { regexesOfSource } from './regexes-of-source.ts'

const { literals, built } = regexesOfSource()

/** An example of each pattern that is built at run time, by file. */
const builtPatterns: readonly (readonly [file: string, pattern: string, flags: string])[] = [
  ['src-server/operator/operations/backup-archive.ts', '^\\.backup-(\\d+)-', 'g'],
  ['src-server/submissions/submission-email.ts', [...'X2MW4111'].join('[\\s-]*'), 'g'],
  ['src-shared/clean-text.ts', unneeded.source, unneeded.flags],
  ['src-shared/clean-text.ts', unneededInLines.source, unneededInLines.flags],
  ['src-shared/own-orders.ts', '(^|, )own order$', 'g'],
]

test('finds the regexes of the product', () => {
  expect(literals.length).toBeGreaterThan(180)
  expect(literals).toContainEqual({ file: 'src-server/platform/ids.ts', pattern: '^[\\w-]{22}$', flags: '' })
  expect(built.map(({ file }) => file).toSorted()).toEqual(builtPatterns.map(([file]) => file).toSorted())
})

test.each([
  /\s+$/,
  /^\d*\.?\d+$/,
  /\S+@\S+/g,
  /^(a+)+$/,
  /(\d+)\.(\d+)$/,
  /<a.*b>/,
  /balance .*confirmed/i,
  /\b[a-z][a-z+.-]*:\/\/\S+/gi,
])('notices that the time of %s grows faster than the length', ({ source, flags }) =>
  expect(findSuperlinear(source, flags)).toBeDefined(),
)

test.each([...literals, ...builtPatterns.map(([file, pattern, flags]) => ({ file, pattern, flags }))])(
  'the time of /$pattern/$flags of $file grows with the length only',
  ({ pattern, flags }) => {
    expect(findSuperlinear(pattern, flags)).toBeUndefined()
  },
)
