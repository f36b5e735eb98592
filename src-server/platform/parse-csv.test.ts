import { expect, test } from 'vitest'
import { parseCsv } from './parse-csv.ts'
import { createBoundedQueue } from './task-queue.ts'

const cellsOf = async (text: string) => (await parseCsv(text)).rows.map(({ cells }) => cells)

test('reads quoted fields, every line end and a byte order mark', async () => {
  expect(await cellsOf('\ufeffa,b\r\n"1,5","say ""hi"""\rc,d\n')).toEqual([
    ['a', 'b'],
    ['1,5', 'say "hi"'],
    ['c', 'd'],
  ])
})

test('counts lines also within quotes and over empty lines', async () => {
  const { rows } = await parseCsv('a\n\n"b\nc",d\ne')
  expect(rows.map(({ line }) => line)).toEqual([1, 3, 5])
})

test('reads every row of a file of several turns with its line, and leaves others their turns', async () => {
  const records = Array.from({ length: 1700 }, (_, at) => `${at},"a\r\nb"\n`)
  let turns = 0
  const counting = new AbortController()
  const counted = (async () => {
    for (; !counting.signal.aborted; turns++) await new Promise((resolve) => setImmediate(resolve))
  })()
  const { rows, unclosedAt } = await parseCsv(`${records.join('')}\nend,"x`)
  counting.abort()
  await counted
  expect(rows).toEqual(records.map((_, at) => ({ line: 1 + at * 2, cells: [String(at), 'a\nb'] })))
  expect(unclosedAt).toBe(3402)
  expect(turns).toBeGreaterThanOrEqual(3)
})

test('names the line of a quote that does not end', async () => {
  expect(await parseCsv('a,b\nc,"d\ne')).toEqual({ rows: [{ line: 1, cells: ['a', 'b'] }], unclosedAt: 2 })
  expect((await parseCsv('a,"b"')).unclosedAt).toBeUndefined()
})

test('a quote within a cell is a letter, and one with text behind its end is named by its line', async () => {
  expect(await cellsOf('5" pipe,"b" ,c"\n"d"')).toEqual([['5" pipe', 'b', 'c"'], ['d']])
  expect(await parseCsv('a,b\n"c\n"d,e\n"f",g')).toEqual({ rows: [{ line: 1, cells: ['a', 'b'] }], unclosedAt: 2 })
})

test.each([
  ['a;b\n1,5;"2;5"', ['1,5', '2;5']],
  ['a\tb\n1,5\t2', ['1,5', '2']],
  ['a|b\n1|"2,3,4,5"', ['1', '2,3,4,5']],
  ['a,b\n"1;2;3;4;5",2', ['1;2;3;4;5', '2']],
])('the separator is what stands outside of quotes: %j', async (text, cells) => {
  expect((await cellsOf(text))[1]).toEqual(cells)
})

test('quotes inside a quoted cell of one line are letters as banks write them, and rows of empty cells are kept', async () => {
  const text = 'a,b\n"for "Apple, $100"; x",-92\n,\n"c\n"d,e\n"f",g'
  expect(await parseCsv(text, { asBanksWrite: true })).toEqual({
    rows: [
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['for "Apple, $100"; x', '-92'] },
      { line: 3, cells: ['', ''] },
    ],
    unclosedAt: 4,
  })
})

/** A task that runs until `end` is called. */
function aTask() {
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  return { end, run: () => ended }
}

test('limits concurrency, starts the next task when one ends, and rejects above the queue limit', async () => {
  const queue = createBoundedQueue({ atOnce: 2, waiting: 1, waitingEach: 1 })
  const [one, two, three] = [aTask(), aTask(), aTask()]
  const order: string[] = []
  const first = queue.run('dana', one.run).then(() => order.push('one'))
  const second = queue.run('dana', two.run).then(() => order.push('two'))
  const third = queue.run('dana', () => three.run().then(() => void order.push('three')))
  await expect(queue.run('lee', async () => {})).rejects.toMatchObject({
    code: 'unavailable',
    detail: { retryAfterSeconds: 5 },
  })
  one.end()
  await first
  three.end()
  await third
  two.end()
  await second
  expect(order).toEqual(['one', 'three', 'two'])
})

test('a failed task frees its slot', async () => {
  const queue = createBoundedQueue({ atOnce: 1, waiting: 1, waitingEach: 1 })
  const failing = queue.run('dana', () => Promise.reject(new Error('no')))
  const next = queue.run('dana', async () => 'done')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('done')
})

test('serves owners in turn, independent of their number of tasks', async () => {
  const queue = createBoundedQueue({ atOnce: 1, waiting: 10, waitingEach: 5 })
  const order: string[] = []
  const named = (name: string) => queue.run(name.slice(0, 1), async () => void order.push(name))
  await Promise.all(['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2'].map(named))
  expect(order).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
})

test('limits the waiting tasks of one owner', async () => {
  const queue = createBoundedQueue({ atOnce: 1, waiting: 4, waitingEach: 2 })
  const blocking = aTask()
  const running = queue.run('dana', blocking.run)
  const waiting = [queue.run('dana', async () => 1), queue.run('dana', async () => 2)]
  await expect(queue.run('dana', async () => 3)).rejects.toMatchObject({ code: 'unavailable' })
  const other = queue.run('lee', async () => 4)
  blocking.end()
  await running
  expect(await Promise.all([...waiting, other])).toEqual([1, 2, 4])
})
