import { expect, test } from 'vitest'
import { z } from 'zod'
import { procedureAccess } from '../auth/permissions.ts'
import { appRouter } from './router.ts'

const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { output: z.ZodType } }>
const schemaOf = (path: string) =>
  JSON.stringify(z.toJSONSchema(procedures[path]?._def.output as z.ZodType, { io: 'output', unrepresentable: 'any' }))
/** What reviewers know of an order and its customer is not told. */
const staffOnly =
  /"(flags|notes|otherOrders|kind|isSameCustomer|holder|reviewPresence|undo|undoUntil|[a-z_]*fingerprint)"/i

test('no answer that a customer can get has a place for flags, notes, claims or undone decisions', () => {
  const open = Object.entries(procedureAccess).filter(([, access]) => ['anyone', 'customer', 'member'].includes(access))
  expect(open.length).toBeGreaterThan(15)
  expect(schemaOf('admin.review.get')).toMatch(staffOnly)
  for (const [path] of open) expect([path, staffOnly.exec(schemaOf(path))?.[0]]).toEqual([path, undefined])
})
