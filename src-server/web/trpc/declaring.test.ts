import { expect, test } from 'vitest'
import { z } from 'zod'
import { procedureAccess } from '../../testing/test-support/declared-calls.ts'
import { openInventorySite } from '../../testing/test-support/inventory-site.ts'
import { changing } from './declaring.ts'
import { policiesOf } from './procedures.ts'
import { appRouter } from './router.ts'
import { itemSignals } from './signals.ts'
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

test('an open list gets the order of each card that is bought, disposed of or corrected', async () => {
  await using site = await openInventorySite()
  const abort = new AbortController()
  const id = await site.buy()
  const signals = itemSignals(site.app.ctx, abort.signal)
  const sold = await site.sell(id, {})
  expect((await signals.next()).value).toEqual({ id })
  const disposition = sold.dispositions[0]?.id ?? ''
  await site.boss.api.inventory.correct({ id, version: sold.version, disposition, note: 'A mistake.' })
  expect((await signals.next()).value).toEqual({ id })
  const next = await site.buy()
  expect((await signals.next()).value).toEqual({ id: next })
  abort.abort()
})

const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { output: z.ZodType } }>
const schemaOf = (path: string) =>
  JSON.stringify(z.toJSONSchema(procedures[path]?._def.output as z.ZodType, { io: 'output', unrepresentable: 'any' }))
/** Fields that only staff may see. */
const staffOnly =
  /"(flags|notes|otherOrders|kind|isSameCustomer|holder|reviewPresence|undo|undoUntil|[a-z_]*fingerprint)"/i

test('no response schema for customers has fields for flags, notes, locks or undone decisions', () => {
  const open = Object.entries(procedureAccess).filter(([, access]) => ['anyone', 'customer', 'member'].includes(access))
  expect(open.length).toBeGreaterThan(15)
  expect(schemaOf('admin.review.get')).toMatch(staffOnly)
  for (const [path] of open) expect([path, staffOnly.exec(schemaOf(path))?.[0]]).toEqual([path, undefined])
})
