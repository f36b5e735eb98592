import { policyDefaults } from '#shared/policy.ts'
import type { ProcedureRoute } from './route.ts'

/** The REST calls of the rules that owners change. */
export const policyRoutes: readonly ProcedureRoute[] = [
  {
    method: 'GET',
    url: '/api/admin/policies',
    procedure: 'admin.policies.list',
    scopes: ['admin'],
    tag: 'Staff',
    summary: 'The rules that owners change',
    description: 'Version 0 has the defaults.',
  },
  {
    method: 'PUT',
    url: '/api/admin/policies/:name',
    procedure: 'admin.policies.change',
    path: { name: 'name' },
    scopes: ['admin'],
    tag: 'Staff',
    summary: 'Change the rules of one policy',
    description:
      '`values` are all values of the policy, `base` is the version that they are based on: 409 when another one applies. The same values create no version.',
    example: { base: 0, values: policyDefaults.reviews },
    refusals: [409],
  },
]
