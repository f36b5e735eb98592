import { z } from 'zod'
import { apiToken, makeTokenInput, makeTokenOutput } from '#shared/api-token-schema.ts'
import { id } from '#shared/text-schema.ts'
import { makeToken } from '../../../../accounts/api-tokens/create-token.ts'
import { listTokens } from '../../../../accounts/api-tokens/list-tokens.ts'
import { revokeToken } from '../../../../accounts/api-tokens/revoke-token.ts'
import { answer, answerOk, okOutput, reading } from '../../resolvers.ts'
import { ownerChange, ownerProcedure, router } from '../../trpc.ts'

export const tokensRouter = router({
  list: ownerProcedure.output(z.array(apiToken)).query(reading(listTokens)),

  create: ownerProcedure
    .limited('accessChanges', 'staff')
    .input(makeTokenInput)
    .output(makeTokenOutput)
    .mutation(answer(makeToken)),

  revoke: ownerChange
    .input(z.object({ id }))
    .output(okOutput)
    .mutation(answerOk(({ ctx, input }) => revokeToken(ctx, ctx.actor, input.id))),
})
