import { expect, test } from 'vitest'
import { z } from 'zod'
import { changing } from './declaring.ts'
import { policiesOf } from './procedures.ts'
import { ownerProcedure, router } from './trpc.ts'

test('declares limits in their order, and a change that is refused without its object or after another one', () => {
  const base = ownerProcedure.limited('exports', 'staff').restChange('/api/x/:id', 'Change').limited('reveals', 'site')
  const { change } = policiesOf(router({ change: base.does(async () => undefined, z.object({ id: z.string() })) }))
  expect(change).toMatchObject({ access: 'owner', type: 'mutation', rest: { url: '/api/x/:id', refusals: [404, 409] } })
  expect(change?.limits?.map(({ limit, per }) => `${limit} ${per}`)).toEqual(['exports staff', 'reveals site'])
})

test('answers what is read after the change, and reads nothing when it is refused', async () => {
  const log: string[] = []
  const changed = changing((_, actor, { id }: { id: string }) => log.push(`read ${id} for ${actor.id}`))
  const note = changed(async (_, actor, input: { id: string; note: string }) => log.push(`${actor.id} ${input.note}`))
  const call = [{}, { id: 'robin' }, { id: 'LOT-1', note: 'late' }] as unknown as Parameters<typeof note>
  expect(await note(...call)).toBe(2)
  await expect(changed(() => Promise.reject(new Error('no')))(...call)).rejects.toThrow('no')
  expect(log).toEqual(['robin late', 'read LOT-1 for robin'])
})
