import { QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { createQueryClient } from './query-client.ts'

/** A mounted query whose reads the test resolves. */
function aList() {
  const client = createQueryClient()
  const answers: ((value: string) => void)[] = []
  const read = () => new Promise<string>((answer) => answers.push(answer))
  const observer = new QueryObserver(client, { queryKey: ['list'], queryFn: read })
  const leave = observer.subscribe(() => undefined)
  return { client, answers, leave, shown: () => observer.getCurrentResult().data }
}
const invalid = { queryKey: ['list'] }

test('reads again after a first read that was invalidated while it was in flight', async () => {
  const { client, answers, leave, shown } = aList()
  const readAgain = Promise.all([client.invalidateQueries(invalid), client.invalidateQueries(invalid)])
  answers[0]?.('from before')
  while (answers.length < 2) await new Promise(setImmediate)
  answers[1]?.('from after')
  await readAgain
  expect(shown()).toBe('from after')
  expect(answers).toHaveLength(2)
  leave()
})

test('shows the reads of a list whose changes follow each other faster than it is read', async () => {
  const { client, answers, leave, shown } = aList()
  answers[0]?.('at the start')
  while (shown() === undefined) await new Promise(setImmediate)
  const first = client.invalidateQueries(invalid)
  const changes = Promise.all([first, client.invalidateQueries(invalid), client.invalidateQueries(invalid)])
  answers[1]?.('after the first change')
  await first
  expect(shown()).toBe('after the first change')
  while (answers.length < 3) await new Promise(setImmediate)
  answers[2]?.('after all changes')
  await changes
  expect(shown()).toBe('after all changes')
  expect(answers).toHaveLength(3)
  leave()
})

test('reads once for an invalidation after the first read', async () => {
  const { client, answers, leave, shown } = aList()
  answers[0]?.('from before')
  while (shown() === undefined) await new Promise(setImmediate)
  const readAgain = client.invalidateQueries(invalid)
  answers[1]?.('from after')
  await readAgain
  expect(shown()).toBe('from after')
  expect(answers).toHaveLength(2)
  leave()
})

test('does not retry a failed first read by itself', async () => {
  const client = createQueryClient()
  let reads = 0
  const read = async () => {
    reads++
    throw new Error('no answer')
  }
  const leave = new QueryObserver(client, { queryKey: ['list'], queryFn: read }).subscribe(() => undefined)
  await client.invalidateQueries(invalid)
  expect(reads).toBe(1)
  leave()
})
