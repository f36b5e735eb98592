import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { type ReadinessCheck, watchReadiness } from './readiness.ts'

const works: ReadinessCheck = { name: 'database', check: async () => 'PONG' }

test('finds no reason while every check succeeds, or when there is none', async () => {
  expect(await watchReadiness([works, works])()).toBeUndefined()
  expect(await watchReadiness([])()).toBeUndefined()
})

test('names the first check that fails, with its reason, and none once it works again', async () => {
  let isBroken = true
  const cache: ReadinessCheck = {
    name: 'Redis',
    check: async () => {
      if (isBroken) throw new Error('connection lost')
    },
  }
  const find = watchReadiness([works, cache, { ...cache, name: 'S3' }])
  expect(await find()).toBe('Redis: connection lost')
  isBroken = false
  expect(await find()).toBeUndefined()
})

test('a check that throws at once, or an error without a message, is a reason too', async () => {
  const throws = () => {
    throw new Error('not connected')
  }
  expect(await watchReadiness([{ name: 'S3', check: throws }])()).toBe('S3: not connected')
  const refused = () =>
    new Promise((_, reject) => connect({ host: 'localhost', port: 1, autoSelectFamily: true }).on('error', reject))
  expect(await watchReadiness([{ name: 'Redis', check: refused }])()).toMatch(/^Redis: .*ECONNREFUSED/)
})

test('a check that does not answer fails after the limit and is not started again while it runs', async () => {
  const answers: (() => void)[] = []
  const hangs = () => new Promise<void>((resolve) => answers.push(resolve))
  const find = watchReadiness([works, { name: 'S3', check: hangs }], 20)
  expect([await find(), await find()]).toEqual(Array(2).fill('S3: no answer within 20 ms'))
  expect(answers).toHaveLength(1)
  answers[0]?.()
  const next = expect.poll(async () => {
    answers.at(-1)?.()
    return find()
  })
  await next.toBeUndefined()
})

test('a check for the start counts until it has succeeded once', async () => {
  let isBroken = true
  const check = async () => {
    if (isBroken) throw new Error('connection lost')
  }
  const find = watchReadiness([works, { name: 'Redis', check, atStartOnly: true }])
  expect(await find()).toBe('Redis: connection lost')
  isBroken = false
  expect(await find()).toBeUndefined()
  isBroken = true
  expect(await find()).toBeUndefined()
})
