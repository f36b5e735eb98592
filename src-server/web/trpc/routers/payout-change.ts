import { getPayout } from '../../../payouts/list-payouts.ts'
import { noLimits } from '../../auth/rate-limit-policy.ts'
import { type Call, changing } from '../changing.ts'
import { financeProcedure } from '../trpc.ts'

/** The base of what staff change of a payout. */
export const change = financeProcedure.meta({ limits: noLimits })

/** Makes a change of one payout; returns the payout as it is then. */
export const changed = changing(({ ctx, input }: Call<{ id: string }>) => getPayout(ctx.app, input.id))
