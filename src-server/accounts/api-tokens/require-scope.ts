import type { TokenScope } from '#shared/api-token.ts'
import type { CallSource } from '../../audit/audit-queries.ts'
import { AppError } from '../../platform/errors.ts'

/** Whether a call has this scope. People, who call without a token, need none. */
export function hasScope({ apiToken }: Pick<CallSource, 'apiToken'>, scope: TokenScope): boolean {
  return apiToken?.scopes.includes(scope) ?? true
}

/** Checks the scope of an effect that not every scope of its call covers, beside the permission of the role. */
export function requireScope(source: Pick<CallSource, 'apiToken'>, scope: TokenScope): void {
  if (!hasScope(source, scope)) throw missingScope([scope])
}

/** One of these scopes is needed; without any, the call takes no token. */
export function missingScope(scopes: readonly TokenScope[] = []): AppError {
  if (scopes.length === 0) return new AppError('forbidden', 'This call takes no API token.')
  return new AppError('forbidden', `The API token does not have the scope ${scopes.join(' or ')}.`)
}
