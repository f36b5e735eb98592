import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { aStream, packed } from '../../testing/test-support/pdf-objects.ts'
import { aPdf } from '../../testing/test-support/pictures.ts'
import { inspectPdf } from './inspect-pdf.ts'

const pdf = (...objects: readonly (string | Buffer)[]) =>
  aPdf(
    '',
    objects.map((object) => (typeof object === 'string' ? Buffer.from(object, 'latin1') : object)),
  )
const object = (value: string) => `9 0 obj\n${value}\nendobj\n`
const link = '<< /S /URI /URI (https://a.example/JS/card.html) >>'

test.each([
  ['the text of a page', pdf(aStream('BT (Gift/JavaScript card) Tj ET'))],
  ['a comment in the content of a page', pdf(aStream('% made with /JavaScript /Launch\nBT ET'))],
  ['a page with marked content', pdf(aStream('/Span << /ActualText (/XFA) >> BDC (/JavaScript objects) Tj EMC'))],
  ['metadata', pdf(aStream('<x:xmpmeta><dc:title>A/JavaScript book</dc:title></x:xmpmeta>', '/Type /Metadata'))],
  ['the address of a link', pdf(object(`<< /Type /Annot /A ${link} >>`))],
  ['the address of a link in packed objects', pdf(packed(`9 0 ${link}`))],
  ['the second of packed objects', pdf(packed(`7 0 9 11\n<< /A 1 >>\n${link}`, layout(2, 9)))],
  ['the value of a form field', pdf(object('<< /FT /Tx /T (skills) /V (HTML, CSS/JavaScript) >>'))],
  ['the title of the document', pdf(object('<< /Title (AC/DC, /AA and /JS) /Producer (x) >>'))],
  ['nested and escaped parentheses', pdf(object('<< /Title (a (b /JS) \\( /JavaScript \\) \\\\) /N 5 0 R >>'))],
  ['an array of strings', pdf(object('[ 1 2 0 R (/Launch) <2F4A53> [ (/JS) ] null ]'))],
  ['a comment between objects', pdf('% /JavaScript (\n', object('<< /Title (x) >>'))],
  ['a comment in a dictionary', pdf(object('<< /A 1 % an /AA\r /B 2 >>'))],
  ['a comment at the end of the file', Buffer.concat([aPdf(), Buffer.from('% /JavaScript')])],
  ['an object with lines that end with CR LF', pdf('9 0 obj\r\n<< /Title (a\r\n/JS) >>\r\nendobj\r\n')],
  ['the data of a font', pdf(aStream('/JavaScript {pop} def', '/Length1 21'))],
  ['names of object streams in a text', pdf(object('<< /Title (/ObjStm /First /N) >>'), aStream('BT ET'))],
  ['the name of encryption in a text', pdf(object('<< /Title (How to /Encrypt) >>'))],
  ['two versions of the file', Buffer.concat([aPdf(), pdf(object(link))])],
])('accepts words of scripts in %s', (_, file) => {
  expect(inspectPdf(file)).toBeUndefined()
})

/** The dictionary of an object stream. */
function layout(count: number, first: number): string {
  return `/Type /ObjStm /N ${count} /First ${first} /Filter /FlateDecode`
}

const script = '<< /S /JavaScript /JS 8 0 R >>'
/** The same in a string, where it has no effect unless a viewer takes the string for something else. */
const hidden = '(/S /JavaScript /JS 8 0 R)'

test.each([
  // A viewer starts at the offset that the sender's table states.
  ['an object in a string', pdf(object(`<< /T (9 0 obj ${script} endobj) >>`))],
  ['an object in a string that is a name', pdf(object('<< /T (9 0 obj /Launch endobj) >>'))],
  ['an object in a comment', pdf(`% 9 0 obj ${script} endobj\n`)],
  ['an object in the data of a stream', pdf(aStream(`9 0 obj\n${script}\nendobj`))],
  ['an object in data, with a comment in its head', pdf(aStream(`9 0%\nobj${script}`))],
  ['an object in data, with its head in one word', pdf(aStream(`9 0obj${script}`))],
  ['an object in data, with a byte that PDFium skips', pdf(aStream(`9 0\xffobj${script}`))],
  ['an object in data that begins within a number', pdf(aStream(`1119 0 obj${script}`))],
  ['a trailer in the data of a stream', pdf(aStream(`trailer << /Root << /OpenAction ${script} >> >>`))],
  ['a trailer in data before a comment', pdf(aStream(`trailer%\n<< /Root << /OpenAction ${script} >> >>`))],
  ['a dictionary in a string', pdf(object(`(${script})`))],
  ['a dictionary in a comment', pdf(`%${script}\n`)],
  // A viewer that starts within one text reads another one differently.
  ['an object in a string whose comment opens the next', pdf(object(`[(9 0 obj << % ) (\n/S /JavaScript >>)]`))],
  ['a string in data that ends in a comment', pdf(aStream('9 0 obj << /A ('), '%) /S /JavaScript >>\n')],
  ['the end of a stream in a string', pdf(object('<< /T (endstream % ) /U (\n/S /JavaScript) >>'))],
  // A parenthesis shifts where strings are found.
  ['a parenthesis in a comment before it', pdf('%(\n', object(script), '%)\n')],
  ['a parenthesis in a comment of its own', pdf(object('<< %(\n/S /JavaScript %)\n>>'))],
  ['a comment that CR ends', pdf(object('<< %(\r/S /JavaScript %)\r>>'))],
  ['a comment that a form feed ends for some', pdf(object('<< /A 1 %\f/S /JavaScript\n>>'))],
  ['a string that ends after an escaped backslash', pdf(object('<< /A (\\\\) /S /JavaScript /B (x) >>'))],
  ['a string that never ends', pdf(object(`<< /A (x /B ${script} >>`))],
  ['an unbalanced string', pdf(object('<< /A (() /S /JavaScript >>'))],
  ['a parenthesis too many', pdf(object('<< /A (x)) /B (/S /JavaScript) >>'))],
  ['a parenthesis in a hexadecimal string', pdf(object('<< /A <(> /S /JavaScript /B <)> >>'))],
  ['a parenthesis in a hexadecimal string, closed in a comment', pdf(object('<< /A <(>%) /S /JavaScript\n>>'))],
  ['a name in a hexadecimal string', pdf(object('<< /A <41 /S /JavaScript 42> >>'))],
  ['a string between objects', pdf(hidden)],
  ['a string after an object without numbers', pdf(`obj ${hidden} endobj\n`)],
  ['parentheses around objects', pdf('(', object(script), ')')],
  // Where it expects something else, PDFium reads the words of a string.
  ['a string in place of a key', pdf(object(`<< ${hidden} /A 1 >>`))],
  ['a string after an unknown word', pdf(object(`<< /A x ${hidden} >>`))],
  ['a string after an unknown word in a list', pdf(object(`<< /A [x ${hidden}] >>`))],
  ['a string after a list with object 0', pdf(object(`<< /A [0 0 R ${hidden}] >>`))],
  ['a string after a list with object 4294967295', pdf(object(`<< /A [4294967295 0 R ${hidden}] >>`))],
  ['a string after a name that ends early', pdf(object(`<< /A\x80x ${hidden} >>`))],
  ['a string after an empty name', pdf(object(`<< / ${hidden} >>`))],
  ['a string after a sign without digits', pdf(object(`[+ ${hidden}]`))],
  ['a string after a key without a value', pdf(object(`<< /A >> ${hidden} >>`))],
  ['a string in 70 lists', pdf(object(`<< /A ${'['.repeat(70)} ${hidden} ${']'.repeat(70)} >>`))],
  ['a stream in a dictionary', pdf(object('<< /A 1 stream\n/S /JavaScript\nendstream >>'))],
  ['a stream of a nested dictionary', pdf(object('<< /A << >> stream\n/S /JavaScript\nendstream >>'))],
  ['a stream without a dictionary', pdf(object('[ ] stream\n/S /JavaScript\nendstream'))],
  ['a stream outside of objects', pdf('stream\n/S /JavaScript\nendstream\n')],
  ['a stream whose data begin after CR', pdf('9 0 obj << >> stream\r/JavaScript\nendstream endobj\n')],
  ['a stream that never ends', Buffer.from(`%PDF-1.7\n9 0 obj << >> stream\n${script}`)],
  ['what follows a stream with a wrong length', pdf(aStream(`x\nendstream ${script}`))],
  // Objects are read from object streams at any offset.
  ['packed objects that begin in a string', pdf(packed('9 1 (/JavaScript)'))],
  ['packed objects of which one begins in a string', pdf(packed('7 0 9 1 (/Launch) 5', layout(2, 8)))],
  ['packed objects that begin in a comment', pdf(packed('9 1 %/JavaScript\n1'))],
  ['packed objects that begin elsewhere by a second key', pdf(packed('9 0 (/Launch)', `/First 5 ${layout(1, 4)}`))],
  ['packed objects that begin elsewhere by reference', pdf(packed('9 0 (/Launch)', '/First 7 0 R /N 1 /Filter /Fl'))],
  [
    'packed objects behind white space',
    pdf(aStream(`${' '.repeat(9)}7 0 9 10 (/Launch) 5`, '/Type /ObjStm /N 2 /First 9')),
  ],
  ['packed objects of which one never ends', pdf(packed('9 0 (/Launch'))],
  ['packed objects that are more than stated', pdf(packed('9 0 1 (/Launch)'))],
  ['packed objects in a stream of no type', pdf(aStream(`9 0 ${script}`, '/N 1 /First 4'))],
  ['packed objects whose key is escaped', pdf(aStream(deflateSync(`9 0 ${script}`), '/#4e 1 /F#69rst 4 /Filter /Fl'))],
])('rejects a script behind %s', (_, file) => {
  expect(inspectPdf(file)).toBeDefined()
})
