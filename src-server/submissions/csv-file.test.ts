import { expect, test } from 'vitest'
import { batchesByIds, batchesOf, type CsvColumns, csvOf } from './csv-file.ts'

type Row = { id: number; name: string | null }
const columns: CsvColumns<Row> = { Number: ({ id }) => id, Name: ({ name }) => name }
const rows = (from: number, count: number): Row[] =>
  Array.from({ length: count }, (_, at) => ({ id: from + at, name: null }))

async function all<Each>(pieces: AsyncIterable<Each>): Promise<Each[]> {
  const list: Each[] = []
  for await (const piece of pieces) list.push(piece)
  return list
}

test('writes the names of the columns, then the lines of each batch that has rows', async () => {
  const batches = [[{ id: 1, name: '=1' }], [], [{ id: 2, name: null }]]
  expect(await all(csvOf(columns, batches))).toEqual(['\ufeffNumber,Name\r\n', "1,'=1\r\n", '2,\r\n'])
})

test('reads a batch only when the one before it was consumed, and stops at one that is not full', async () => {
  const read: (number | undefined)[] = []
  const batches = batchesOf(async (after: Row | undefined, limit) => {
    read.push(after?.id)
    return after ? rows(after.id + 1, 3) : rows(1, limit)
  })
  const pieces = csvOf(columns, batches)
  await pieces.next()
  await pieces.next()
  expect(read).toEqual([undefined])
  expect((await all(pieces)).join('')).toBe('501,\r\n502,\r\n503,\r\n')
  expect(read).toEqual([undefined, 500])
})

test('reads ids in batches, in their order', async () => {
  const ids = Array.from({ length: 501 }, (_, at) => String(at))
  const batches = await all(batchesByIds(ids, async (some) => some))
  expect(batches.map(({ length }) => length)).toEqual([500, 1])
  expect(batches.flat()).toEqual(ids)
})
