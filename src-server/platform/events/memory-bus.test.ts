import { expect, test } from 'vitest'
import { inServerTransaction, openDatabase } from '../db/database.ts'
import type { Delivered } from './event-bus.ts'
import { createMemoryBus } from './local-delivery.ts'

const created = (id: number) => ({ name: 'submission.created', submissionId: `s${id}`, customerId: 'c' }) as const

function open() {
  const db = openDatabase(':memory:')
  const bus = createMemoryBus()
  const heard: Delivered[] = []
  bus.listen((event) => heard.push(event))
  return { db, bus, heard, [Symbol.asyncDispose]: () => db.destroy() }
}

test('delivers emitted events in order after the commit and before the transaction resolves', async () => {
  await using site = open()
  const { db, bus, heard } = site
  await inServerTransaction(db, async (tx) => {
    await bus.emit(tx, created(1), created(2))
    await bus.emit(tx, created(3))
    expect(heard).toEqual([])
  })
  expect(heard).toEqual([created(1), created(2), created(3)])
})

test('delivers nothing of a transaction that is rolled back', async () => {
  await using site = open()
  const { db, bus, heard } = site
  const failing = inServerTransaction(db, async (tx) => {
    await bus.emit(tx, created(1))
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')
  expect(heard).toEqual([])
})

test('delivers a published event at once', async () => {
  await using site = open()
  site.bus.publish({ name: 'visitors.changed' })
  expect(site.heard).toEqual([{ name: 'visitors.changed' }])
})
