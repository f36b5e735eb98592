import { expect, test } from 'vitest'
import { mayHoldScopes, tokenScopes } from './api-token.ts'
import { hasPermission, type StaffRole, staffRoles } from './staff-role.ts'

const permissions = ['staff', 'review', 'support', 'pay', 'own'] as const

test('grants no permission to a role without an entry', () => {
  for (const role of ['auditor', 'customer', '', 'constructor'] as string[] as StaffRole[]) {
    for (const permission of permissions) expect(hasPermission(role, permission), `${role} ${permission}`).toBe(false)
    for (const scope of tokenScopes) expect(mayHoldScopes(role, [scope]), `${role} ${scope}`).toBe(false)
  }
})

test('grants each role exactly its permissions', () => {
  expect(staffRoles.map((role) => permissions.filter((each) => hasPermission(role, each)))).toEqual([
    [...permissions],
    ['staff', 'review'],
    ['staff', 'support'],
    ['staff', 'pay'],
  ])
})
