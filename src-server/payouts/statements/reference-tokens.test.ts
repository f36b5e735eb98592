import { expect, test } from 'vitest'
import { wordsOf } from './reference-tokens.ts'

test('a line names its whole reference and every word with a digit, and no ordinary word', () => {
  expect(wordsOf('Invoice May', 'ACH TRANSFER to DANA, CONF 7K3M9Q')).toEqual(['invoice may', '7k3m9q'])
})

test.each(['PO-KWNQXTRZVB', 'PF-ABCDEFGHJK', 'GCE-ABCDEFGHJK', 'PO-KWNQXTRZVB-a1'])(
  'an id of ours without a digit is a name: %s',
  (id) => {
    expect(wordsOf('', `WIRE ${id} OUT`)[0]).toEqual(id.toLowerCase())
  },
)

test('a hyphenated ordinary word is no name', () => {
  expect(wordsOf('', 'SELF-SERVICE pre-authorization')).toEqual([])
})

test.each(['PO7KWNQXTRZ0', 'REFPO7KWNQXTRZ0X', 'PO-7KWNQ XTRZ0', 'PO-7KWNQX\nTRZ0'])(
  'an id of ours is named without its hyphen, in a longer word and when it is broken: %s',
  (text) => expect(wordsOf('', `WIRE ${text} OUT`)).toContain('po-7kwnqxtrz0'),
)
