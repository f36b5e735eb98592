import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { keyedLines } from './line-keys.ts'

const line = (description: string, more: object = {}) => ({
  ...{ line: 1, bookedOn: '2026-11-03', amountCents: -1500, feeCents: 0, balanceCents: null, reference: '' },
  ...{ description, ...more },
})
const keysOf = async (...texts: string[]) =>
  (
    await keyedLines(
      texts.map((text) => line(text)),
      0,
    )
  ).map(({ key }) => key)

test('equal lines of one file have keys of their own, which another file repeats', async () => {
  const keys = await keysOf('FEE', 'FEE')
  expect(new Set(keys).size).toBe(2)
  expect(await keysOf('FEE', 'FEE')).toEqual(keys)
})

test('white space, punctuation and case of the text are no part of a key', async () => {
  expect(await keysOf('ZELLE  TO DANA; Conf# a1')).toEqual(await keysOf('Zelle to Dana;Conf #A1 '))
  expect(await keysOf('ZELLE TO DANA')).not.toEqual(await keysOf('ZELLE TO TOM'))
})

test('a line has also the key that lines had before keys were folded', async () => {
  const [keyed] = await keyedLines([line('ZELLE TO DANA')], 0)
  const former = `${JSON.stringify(['2026-11-03', -1500, 0, 'zelle to dana'])} 1`
  expect(keyed?.formerKey).toBe(createHash('sha256').update(former).digest('base64url').slice(0, 22))
})

test('lines are keyed oldest first, by their days or by what their balances say', async () => {
  const lines = [line('B', { balanceCents: 7000 }), line('A', { balanceCents: 8500 })]
  const texts = async (startCents: number) =>
    (await keyedLines(lines, startCents)).map(({ description }) => description)
  expect(await texts(10_000)).toEqual(['A', 'B'])
  const later = [line('NEW', { bookedOn: '2026-11-04' }), line('OLD')]
  expect((await keyedLines(later, 0)).map(({ description }) => description)).toEqual(['OLD', 'NEW'])
})
