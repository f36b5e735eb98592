import { expect, test } from 'vitest'
import { z } from 'zod'
import { procedureAccess } from '../../testing/test-support/declared-calls.ts'
import { appRouter } from './router.ts'

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
