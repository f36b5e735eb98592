import { expect, test } from 'vitest'
import { parseCsv } from './parse-csv.ts'

const cellsOf = (text: string) => parseCsv(text).rows.map(({ cells }) => cells)

test('reads quoted fields, every line end and a byte order mark', () => {
  expect(cellsOf('\ufeffa,b\r\n"1,5","say ""hi"""\rc,d\n')).toEqual([
    ['a', 'b'],
    ['1,5', 'say "hi"'],
    ['c', 'd'],
  ])
})

test('counts lines also within quotes and over empty lines', () => {
  expect(parseCsv('a\n\n"b\nc",d\ne').rows.map(({ line }) => line)).toEqual([1, 3, 5])
})

test('names the line of a quote that does not end', () => {
  expect(parseCsv('a,b\nc,"d\ne').unclosedAt).toBe(2)
  expect(parseCsv('a,"b"').unclosedAt).toBeUndefined()
})

test('another separator leaves commas in the cells', () => {
  expect(parseCsv('a;b\n1,5;"2;5"', ';').rows).toEqual([
    { line: 1, cells: ['a', 'b'] },
    { line: 2, cells: ['1,5', '2;5'] },
  ])
})
