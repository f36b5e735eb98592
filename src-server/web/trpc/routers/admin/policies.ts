import { z } from 'zod'
import { changePolicyInput, policyVersion, policyVersionsInput } from '#shared/policy-schema.ts'
import { changePolicy } from '../../../../policies/change-policy.ts'
import { getPolicies } from '../../../../policies/get-policies.ts'
import { listPolicyVersions } from '../../../../policies/list-policy-versions.ts'
import { noLimits } from '../../../auth/rate-limit-policy.ts'
import { ownerProcedure, router } from '../../trpc.ts'

/** The rules that owners change. */
export const policiesRouter = router({
  list: ownerProcedure.output(z.array(policyVersion)).query(({ ctx }) => getPolicies(ctx.app)),

  versions: ownerProcedure
    .input(policyVersionsInput)
    .output(z.array(policyVersion))
    .query(({ ctx, input }) => listPolicyVersions(ctx.app, input.name)),

  change: ownerProcedure
    .meta({ limits: noLimits })
    .input(changePolicyInput)
    .output(policyVersion)
    .mutation(({ ctx, input }) => changePolicy(ctx.app, ctx.actor, input)),
})
