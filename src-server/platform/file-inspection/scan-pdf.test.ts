import { expect, test } from 'vitest'
import { countReads } from '../../testing/test-support/count-reads.ts'
import { scanPdf } from './scan-pdf.ts'

function readsOf(file: Buffer): number {
  const { bytes, reads } = countReads(file)
  for (const _ of scanPdf(bytes));
  return reads()
}

test.each([
  ['streams without an end', 'stream '],
  ['runs of new lines', `${'\n'.repeat(800)}stream x endstream`],
  ['new lines alone', '\n'],
  ['heads of objects', '1 0 obj\n<</First 1/N 1/Type/ObjStm>>\nstream\n'],
  ['numbers', '1 '],
  ['digits', '1'],
  ['objects', '1 0 obj '],
  ['half an object', ' 0 obj'],
  ['slashes', '/'],
  ['escapes', '/#41#41#41#41'],
  ['one name', 'A'],
  ['ends', 'endstream'],
  ['brackets', '<<['],
])('scans %s in linear time', (_, piece) => {
  const [small = 0, large = 0] = [10_000, 20_000].map((size) => readsOf(Buffer.alloc(size, piece)))
  expect(large).toBeLessThan(10 * 20_000)
  expect(large).toBeLessThan(2.2 * small)
})

test('yields names, objects and streams in byte order', () => {
  const text = '/A#42 \n12 0 obj << /Filter /X >>\r\nstream /In endstream 3 0 obj 4 0\nobj /Out'
  expect([...scanPdf(Buffer.from(text))]).toEqual([
    { kind: 'name', at: 0, name: 'AB', isEscaped: true, isInStream: false },
    { kind: 'object', at: text.indexOf('obj'), end: text.indexOf(' << ') },
    { kind: 'name', at: text.indexOf('/Filter'), name: 'Filter', isEscaped: false, isInStream: false },
    { kind: 'name', at: text.indexOf('/X'), name: 'X', isEscaped: false, isInStream: false },
    { kind: 'stream', at: text.indexOf('stream'), end: text.indexOf(' /In') },
    { kind: 'name', at: text.indexOf('/In'), name: 'In', isEscaped: false, isInStream: true },
    { kind: 'endstream', at: text.indexOf('endstream'), end: text.indexOf(' 3 0 obj') },
    { kind: 'name', at: text.indexOf('/Out'), name: 'Out', isEscaped: false, isInStream: false },
  ])
})
