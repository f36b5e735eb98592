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
