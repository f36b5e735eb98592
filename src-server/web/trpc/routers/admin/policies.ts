import { z } from 'zod'
import { changePolicyInput, policyVersion, policyVersionsInput } from '#shared/policy-schema.ts'
import { changePolicy } from '../../../../policies/change-policy.ts'
import { getPolicies } from '../../../../policies/get-policies.ts'
import { listPolicyVersions } from '../../../../policies/list-policy-versions.ts'
import { answer, reading } from '../../resolvers.ts'
import { ownerChange, ownerProcedure, router } from '../../trpc.ts'

export const policiesRouter = router({
  list: ownerProcedure
    .rest('/api/admin/policies', 'The rules that owners change', {
      description: 'Version 0 has the defaults.',
    })
    .output(z.array(policyVersion))
    .query(reading(getPolicies)),

  versions: ownerProcedure
    .input(policyVersionsInput)
    .output(z.array(policyVersion))
    .query(({ ctx, input }) => listPolicyVersions(ctx.app, input.name)),

  change: ownerChange
    .rest('/api/admin/policies/:name', 'Change the rules of one policy', {
      method: 'PUT',
      description:
        '`values` are all values of the policy, `base` is the version that they are based on: 409 when another one applies. The same values create no version.',
      example: { base: 0, values: { rejectionReason: 'asked', evidence: 'asked', ownOrders: 'auto' } },
      refusals: [409],
    })
    .input(changePolicyInput)
    .output(policyVersion)
    .mutation(answer(changePolicy)),
})
