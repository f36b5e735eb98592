import { z } from 'zod'
import { changePolicyInput, policyVersion, policyVersionsInput } from '#shared/policy-schema.ts'
import { changePolicy } from '../../../../policies/change-policy.ts'
import { getPolicies } from '../../../../policies/get-policies.ts'
import { listPolicyVersions } from '../../../../policies/list-policy-versions.ts'
import { ownerChange, ownerProcedure, router } from '../../trpc.ts'

export const policiesRouter = router({
  list: ownerProcedure
    .rest('/api/admin/policies', 'The rules that owners change', {
      description: 'Version 0 has the defaults.',
    })
    .reads(z.array(policyVersion), getPolicies),

  versions: ownerProcedure.reads(
    z.array(policyVersion),
    (app, { name }) => listPolicyVersions(app, name),
    policyVersionsInput,
  ),

  change: ownerChange
    .rest('/api/admin/policies/:name', 'Change the rules of one policy', {
      method: 'PUT',
      description:
        '`values` are all values of the policy, `base` is the version that they are based on: 409 when another one applies. The same values create no version.',
      example: { base: 0, values: { rejectionReason: 'asked', evidence: 'asked', ownOrders: 'auto' } },
      refusals: [409],
    })
    .answers(policyVersion, changePolicy, changePolicyInput),
})
