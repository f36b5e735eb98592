import { expect, test } from 'vitest'
import { csvLine } from './csv-line.ts'

test('plain cells stand as they are, between commas, ended by CR LF', () => {
  expect(csvLine(['GCE-1', 92.5, '', 'Zoë'])).toBe('GCE-1,92.5,,Zoë\r\n')
})

test('commas, quotes and line ends are quoted', () => {
  expect(csvLine(['a,b', 'say "hi"', 'two\nlines', 'x\ry'])).toBe('"a,b","say ""hi""","two\nlines","x\ry"\r\n')
})

test.each(['=1+1', '+1 555', '-2', '@sum(a1)', '\t=1', ' =1', '＝1', '－1'])('%j is not run as a formula', (text) => {
  expect(csvLine([text])).toBe(`'${text}\r\n`)
})

test('what begins with a line end is defused and quoted', () => {
  expect(csvLine(['\r=cmd', '\n=cmd'])).toBe('"\'\r=cmd","\'\n=cmd"\r\n')
})

test('a formula that needs quotes has its apostrophe inside them', () => {
  expect(csvLine(['=HYPERLINK("http://x",1)'])).toBe('"\'=HYPERLINK(""http://x"",1)"\r\n')
})

test('a number below zero stays a number', () => {
  expect(csvLine([-5])).toBe('-5\r\n')
})
