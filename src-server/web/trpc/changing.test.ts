import { expect, test } from 'vitest'
import { type Call, changing } from './resolvers.ts'

test('answers what is read after the change, and reads nothing when it is refused', async () => {
  const log: string[] = []
  const changed = changing(({ input }: Call<{ id: string }>) => {
    log.push(`read ${input.id}`)
    return `${input.id} as it is then`
  })
  const call = { ctx: { actor: { id: 'robin' } }, input: { id: 'LOT-1', note: 'late' } } as Call<{
    id: string
    note: string
  }>
  const note = changed(async (_, actor, input: { id: string; note: string }) => {
    log.push(`${actor.id} ${input.note}`)
  })
  expect(await note(call)).toBe('LOT-1 as it is then')
  const refuse = changed(async () => {
    throw new Error('no')
  })
  await expect(refuse(call)).rejects.toThrow('no')
  expect(log).toEqual(['robin late', 'read LOT-1'])
})
