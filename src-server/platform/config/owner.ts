import { z } from 'zod'
import { textUpTo } from './setting-kinds.ts'

export type OwnerConfig = { username: string; password: string | undefined; passwordHash: string | undefined }

/** The library's format: version, costs, salt of at least 8 bytes, hash of at least 4. */
const argon2idHash = /^\$argon2id\$v=19\$m=[1-9]\d*,t=[1-9]\d*,p=[1-9]\d*\$[A-Za-z\d+/]{11,}\$[A-Za-z\d+/]{6,}$/

export const ownerVariables = {
  ADMIN_USERNAME: textUpTo('ADMIN_USERNAME', 80).optional(),
  ADMIN_PASSWORD: z.string().optional(),
  ADMIN_PASSWORD_HASH: z.string().regex(argon2idHash, 'ADMIN_PASSWORD_HASH is an Argon2id hash.').optional(),
}

export function ownerOf(variables: z.infer<z.ZodObject<typeof ownerVariables>>): OwnerConfig | undefined {
  const { ADMIN_USERNAME: username, ADMIN_PASSWORD: password, ADMIN_PASSWORD_HASH: passwordHash } = variables
  if (password && passwordHash) throw new Error('Give ADMIN_PASSWORD or ADMIN_PASSWORD_HASH, not both.')
  if (!username && (password || passwordHash)) throw new Error('ADMIN_PASSWORD needs ADMIN_USERNAME.')
  if (username && !password && !passwordHash)
    throw new Error('ADMIN_USERNAME needs ADMIN_PASSWORD or ADMIN_PASSWORD_HASH.')
  return username ? { username, password, passwordHash } : undefined
}
