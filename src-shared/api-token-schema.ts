import { z } from 'zod'
import { TOKEN_NAME_MAX_LENGTH, tokenMessages, tokenScopes } from './api-token.ts'
import { EMAIL_MAX_LENGTH } from './email.ts'
import { moment } from './parts-schema.ts'
import { requiredLine, typedText } from './text-schema.ts'

const scope = z.enum(tokenScopes, { error: 'Unknown scope.' })

/** `customerEmail` is required with the scope 'orders' and ignored without it. */
export const makeTokenInput = z.object({
  name: requiredLine(TOKEN_NAME_MAX_LENGTH, tokenMessages.noName),
  scopes: z.array(scope, { error: tokenMessages.noScope }).min(1, tokenMessages.noScope).max(tokenScopes.length),
  customerEmail: typedText('email', EMAIL_MAX_LENGTH).optional(),
  expiresAt: moment.optional(),
})
export type MakeTokenInput = z.infer<typeof makeTokenInput>

/** Never has the token itself. Times are ISO 8601. */
export const apiToken = z.object({
  id: z.string(),
  name: z.string(),
  prefix: z.string(),
  scopes: z.array(z.enum(tokenScopes)),
  customer: z.string().nullable(),
  madeBy: z.string(),
  createdAt: z.string(),
  expiresAt: z.string().nullable(),
  lastUsedAt: z.string().nullable(),
  revokedAt: z.string().nullable(),
  /** 'suspended': its creator is disabled or has lost a permission it needs, or its customer is disabled. */
  state: z.enum(['active', 'expired', 'revoked', 'suspended']),
})
export type ApiToken = z.infer<typeof apiToken>
export type TokenState = ApiToken['state']

/** The token is returned this once: only its hash is stored. */
export const makeTokenOutput = z.object({ id: z.string(), token: z.string() })
