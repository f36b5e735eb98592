import { z } from 'zod'
import { apiToken, makeTokenInput, makeTokenOutput } from '#shared/api-token-schema.ts'
import { idInput } from '#shared/text-schema.ts'
import { listTokens, makeToken, revokeToken } from '../../../../accounts/api-tokens/create-token.ts'
import { ownerChange, ownerProcedure, router } from '../../trpc.ts'

export const tokensRouter = router({
  list: ownerProcedure.reads(z.array(apiToken), listTokens),

  create: ownerProcedure.limited('accessChanges', 'staff').answers(makeTokenOutput, makeToken, makeTokenInput),

  revoke: ownerChange.does((ctx, actor, { id }) => revokeToken(ctx, actor, id), idInput),
})
