import { expect, test } from 'vitest'
import { readFileColumns } from './read-columns.ts'
import { readStatement } from './read-statement.ts'

const read = (text: string) => readStatement(text, undefined, '2026-12-31')
const fault = (line: number, column: string, message: RegExp) => ({
  ...{ line, column, message: expect.stringMatching(message) },
})

const sgml = `OFXHEADER:100
DATA:OFXSGML

<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD
<BANKTRANLIST><DTSTART>20261101
<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20261105120000[-5:EST]
<TRNAMT>-92.00
<FITID>F-1
<NAME>ZELLE & DANA
<MEMO>PO-7K3M9Q2XVB
</STMTTRN>
<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261106<TRNAMT>1,50<FITID>F-2<NAME></STMTTRN>
<STMTTRN><DTPOSTED>20261106<TRNAMT>9<CURRENCY><CURRATE>1<CURSYM>EUR</CURRENCY></STMTTRN>
</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>
`
/** The same as XML: each value has an end. */
const xml = `<?xml version="1.0"?>\n\n\n${sgml
  .slice(sgml.indexOf('<OFX>'))
  .replace(/<(\w+)>([^<\n]+)/g, '<$1>$2</$1>')
  .replace('<NAME></STMT', '<NAME/></STMT')
  .replace('&', '&amp;')}`

test.each([
  ['SGML', sgml],
  ['XML', xml],
])('reads OFX as %s without columns', async (_, text) => {
  const { lines, faults, leftOut } = await read(text)
  expect(faults).toEqual([])
  const zelle = { reference: 'F-1', description: 'ZELLE & DANA · PO-7K3M9Q2XVB' }
  expect(lines).toMatchObject([
    { line: 6, bookedOn: '2026-11-05', amountCents: -9200, ...zelle },
    { bookedOn: '2026-11-06', amountCents: 150, reference: 'F-2', description: '' },
  ])
  expect(leftOut).toEqual([{ line: expect.any(Number), reason: 'in EUR' }])
  expect(await readFileColumns(text, false)).toMatchObject({ kind: 'ofx', columns: [] })
})

test.each([
  [sgml.replace('-92.00', '-92.001'), fault(6, 'TRNAMT', /is no amount/)],
  [sgml.replace('20261105', '20271105'), fault(6, 'DTPOSTED', /later than tomorrow/)],
  [sgml.replace('<STMTRS>', '<STMTRS><STMTRS>'), fault(1, '', /2 accounts/)],
])('an OFX file with a fault has no lines', async (text, expected) => {
  expect(await read(text)).toMatchObject({ lines: [], faults: [expected] })
})
