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
  const read: string[] = []
  const changed = changing((_, actor, { id }: { id: string }) => read.push(`${actor.id} ${id}`))
  const call = [{}, { id: 'robin' }, { id: 'LOT-1' }] as unknown as Parameters<ReturnType<typeof changed>>
  expect(await changed(async () => undefined)(...call)).toBe(1)
  await expect(changed(() => Promise.reject(new Error('no')))(...call)).rejects.toThrow('no')
  expect(read).toEqual(['robin LOT-1'])
})
