import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countReads } from '../../testing/test-support/count-reads.ts'
import { rejectedNamesReadBy } from '../../testing/test-support/loose-viewer.ts'
import { aStream, packed } from '../../testing/test-support/pdf-objects.ts'
import { aPdf } from '../../testing/test-support/pictures.ts'
import { inspectPdf } from './inspect-pdf.ts'
import { readStrictly } from './strict-pdf.ts'

/** Fixed, so that a run is repeatable; fast-check prints the path of a failed case. */
const settings = { seed: 20_261_126, numRuns: 2_000 }

const bytesOf = (text: string) => Buffer.from(text, 'latin1')
const textOf = (pieces: readonly string[], max: number) =>
  fc.array(fc.constantFrom(...pieces), { maxLength: max }).map((parts) => parts.join(''))
const marks = [...'()\\%<>[]\n\r \f\x80', '<<', '>>', '/A', '5', ' R', '<41>']
const keywords = ['stream\n', 'endstream', ' endobj\n', '7 0 obj ', 'trailer ', 'xref\n']
const noise = textOf([...marks, ...keywords, '(a)', '% a\n'], 12)

const scripts = [
  '<< /S /JavaScript /JS (app.alert\\(1\\)) >>',
  '<< /S /Launch /F (a.exe) >>',
  '<</A<</S/J#61vaScript/JS 8 0 R>>>>',
  '<< /Title (x) /AA << /O << /S /Named /N /JavaScript >> >> >>',
]
const script = fc.constantFrom(...scripts).map((value) => `9 0 obj ${value} endobj `)

/** Something that hides its content from a careless reader. */
const wrappers: readonly ((content: string) => string)[] = [
  (content) => content,
  (content) => `% ${content}\n`,
  (content) => `7 0 obj << /T (${content}) >> endobj\n`,
  (content) => `7 0 obj << /A % ${content}\n1 >> endobj\n`,
  (content) => aStream(content).toString('latin1'),
  (content) => aStream(content, '/N 1 /First 4').toString('latin1'),
]
const wrapper = fc.constantFrom(...wrappers)

test('rejects an object with a script wherever it is', () => {
  const around = fc.tuple(wrapper, noise)
  fc.assert(
    fc.property(around, wrapper, noise, script, noise, around, ([first, a], wrap, b, object, c, [last, d]) => {
      const file = aPdf('', [bytesOf(first(a)), bytesOf(wrap(`${b} ${object} ${c}`)), bytesOf(last(d))])
      expect(inspectPdf(file)).toBeDefined()
    }),
    settings,
  )
})

test('rejects a packed script whatever surrounds its stream', () => {
  const around = fc.tuple(wrapper, noise)
  fc.assert(
    fc.property(around, fc.constantFrom(...scripts), around, ([first, a], value, [last, b]) => {
      expect(inspectPdf(aPdf('', [bytesOf(first(a)), packed(`9 0 ${value}`), bytesOf(last(b))]))).toBeDefined()
    }),
    settings,
  )
})

const escapes = ['\\(', '\\)', '\\\\', '\\\n']
const words = textOf(['/JavaScript', '/S ', '/Launch', ' 1 ', ...escapes, '(a)', '% ', 'é', ' obj', '<'], 6)
const text = words.map((content) => `(${content})`)
const plain = fc.constantFrom('1', '-2.5', '5 0 R', 'true', 'null', '/B', '<4A 53>', '()')
/** What viewers read differently; it is rare, so that most files remain unambiguous. */
const odd = fc.constantFrom('0 0 R', '4294967295 0 R', 'x', '/B\x80x', '<(>', ')', '5 R', '>>', 'stream\n', '+')
const value = fc.oneof({ weight: 8, arbitrary: text }, { weight: 8, arbitrary: plain }, { weight: 1, arbitrary: odd })
const list = fc.array(value, { maxLength: 4 }).map((values) => `[${values.join(' ')}]`)
const comment = words.map((content) => `%${content}\n`)
const blank = fc.oneof({ weight: 6, arbitrary: fc.constant(' ') }, { weight: 1, arbitrary: comment })
const key = fc.oneof({ weight: 20, arbitrary: fc.constant('/K') }, { weight: 1, arbitrary: text })
const dictionary = fc
  .array(fc.tuple(key, blank, fc.oneof(value, list), blank), { maxLength: 4 })
  .map((entries) => `<<${entries.map((entry) => entry.join('')).join('')}>>`)

test('accepts no file in which a careless viewer reads a script, and accepts many with its words', () => {
  let accepted = 0
  fc.assert(
    fc.property(fc.array(fc.oneof(dictionary, list), { maxLength: 3 }), words, (objects, data) => {
      const file = aPdf('', [...objects.map((object) => bytesOf(`9 0 obj\n${object}\nendobj\n`)), aStream(data)])
      const fault = inspectPdf(file)
      if (fault === undefined && /\/JavaScript|\/Launch/.test(file.toString('latin1'))) accepted++
      if (rejectedNamesReadBy(file).length > 0) expect(fault).toBeDefined()
    }),
    settings,
  )
  expect(accepted).toBeGreaterThan(settings.numRuns / 10)
})

test.each([
  ['numbers', '[1 2.5]', 'in an object'],
  ['names', '/A ', 'in an object'],
  ['references', '1 0 R ', 'in an object'],
  ['strings', '(/)', 'in an object'],
  ['nested strings', '(', 'in an object'],
  ['hexadecimal strings', '<41>', 'in an object'],
  ['lists', '[', 'in an object'],
  ['dictionaries', '<</A 1>>', 'in an object'],
  ['comments', '%/\n', 'between objects'],
  ['rows of a table', '0000000000 00000 n \n', 'between objects'],
  ['objects', '1 0 obj [] endobj\n', 'between objects'],
  ['streams', '1 0 obj <<>> stream\nobj trailer endstream endobj\n', 'between objects'],
  ['streams without an end', '1 0 obj <<>> stream\n', 'between objects'],
])('reads %s in linear time', (_, piece, place) => {
  const [head, tail] = place === 'in an object' ? ['%PDF-1.7\n9 0 obj [', '] endobj'] : ['%PDF-1.7\n', '']
  const [small = 0, large = 0] = [10_000, 20_000].map((size) => {
    const { bytes, reads } = countReads(Buffer.concat([bytesOf(head), Buffer.alloc(size, piece), bytesOf(tail)]))
    readStrictly(bytes)
    return reads()
  })
  expect(large).toBeLessThan(60 * 20_000)
  expect(large).toBeLessThan(2.2 * small)
})
