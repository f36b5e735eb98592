import { getPayout } from '../../../payouts/list-payouts.ts'
import { noLimits } from '../../auth/rate-limit-policy.ts'
import { type Call, changing } from '../changing.ts'
import { financeProcedure } from '../trpc.ts'

export const change = financeProcedure.meta({ limits: noLimits })

export const changed = changing(({ ctx, input }: Call<{ id: string }>) => getPayout(ctx.app, input.id))
