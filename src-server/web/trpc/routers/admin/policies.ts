import { z } from 'zod'
import { changePolicyInput, policyVersion, policyVersionsInput, waitingControlsInput } from '#shared/policy-schema.ts'
import { changePolicy } from '../../../../policies/change-policy.ts'
import { getPolicies, listPolicyVersions } from '../../../../policies/get-policies.ts'
import { confirmControls, takeBackControls } from '../../../../policies/waiting-controls.ts'
import { ownerChange, ownerProcedure, router } from '../../trpc.ts'

export const policiesRouter = router({
  list: ownerProcedure
    .rest('/api/admin/policies', 'The rules that owners change', {
      description: 'Version 0 has the defaults. `waiting` of `controls` are looser ones that do not apply yet.',
    })
    .reads(z.array(policyVersion), (app, _, ctx) => getPolicies(app, ctx.actor.id)),

  versions: ownerProcedure.reads(
    z.array(policyVersion),
    (app, { name }) => listPolicyVersions(app, name),
    policyVersionsInput,
  ),

  change: ownerChange
    .rest('/api/admin/policies/:name', 'Change the rules of one policy', {
      method: 'PUT',
      description:
        '`values` are all values of the policy, `base` is the version that they are based on: 409 when another one applies. The same values create no version. Looser `controls` are in `waiting` of the answer: they apply when another owner confirms them, or after 24 hours.',
      example: { base: 0, values: { rejectionReason: 'asked', evidence: 'asked', ownOrders: 'auto' } },
      refusals: [409],
    })
    .answers(policyVersion, changePolicy, changePolicyInput),

  confirm: ownerChange
    .rest('/api/admin/policies/controls/confirm', 'Confirm looser controls as their second person', {
      example: { id: 'x4Jv1cQm0Zs7dK9LwT2b8A' },
      refusals: [409],
    })
    .answers(policyVersion, confirmControls, waitingControlsInput),

  takeBack: ownerChange
    .rest('/api/admin/policies/controls/take-back', 'Take looser controls back that do not apply yet', {
      example: { id: 'x4Jv1cQm0Zs7dK9LwT2b8A' },
      refusals: [409],
    })
    .answers(policyVersion, takeBackControls, waitingControlsInput),
})
