import { expect, test } from 'vitest'
import { mayHoldScopes, tokenScopes } from './api-token.ts'
import { hasPermission, type StaffRole, staffRoles } from './staff-role.ts'

test('grants no permission to a role without an entry', () => {
  for (const role of ['auditor', 'customer', '', 'constructor'] as string[] as StaffRole[]) {
    for (const permission of ['staff', 'review', 'support', 'own'] as const)
      expect(hasPermission(role, permission), `${role} ${permission}`).toBe(false)
    for (const scope of tokenScopes) expect(mayHoldScopes(role, [scope]), `${role} ${scope}`).toBe(false)
  }
})

test('grants each role exactly its permissions', () => {
  const permissions = ['staff', 'review', 'support', 'own'] as const
  expect(staffRoles.map((role) => permissions.filter((each) => hasPermission(role, each)))).toEqual([
    ['staff', 'review', 'support', 'own'],
    ['staff', 'review'],
    ['staff', 'support'],
  ])
})
