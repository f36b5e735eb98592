import type { Actor } from '../../../audit/audit-queries.ts'
import type { CallContext } from '../../../context.ts'
import { getPayout } from '../../../payouts/list-payouts.ts'
import { noLimits } from '../../auth/rate-limit-policy.ts'
import { financeProcedure } from '../trpc.ts'

/** The base of what staff change of a payout. */
export const change = financeProcedure.meta({ limits: noLimits })

type ChangeOptions<Input> = { ctx: CallContext & { actor: Actor }; input: Input }

/** Makes a change of one payout; returns the payout as it is then. */
export function changed<Input extends { id: string }>(
  useCase: (ctx: CallContext, staff: Actor, input: Input) => Promise<unknown>,
) {
  return async ({ ctx, input }: ChangeOptions<Input>) => {
    await useCase(ctx, ctx.actor, input)
    return getPayout(ctx.app, input.id)
  }
}
