import { expect, test } from 'vitest'
import { createBoundedQueue } from './task-queue.ts'

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
