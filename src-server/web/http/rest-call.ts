import type { TokenScope } from '#shared/api-token.ts'
import type { JsonSchema } from './json-schema.ts'
import type { RequestParts } from './rest-input.ts'

/** In the order of the documentation. */
export const tags = [
  'Service',
  'Selling',
  'Accounts',
  'Review',
  'Payouts',
  'Inventory',
  'Reports',
  'Staff',
  'Rates',
  'Chat',
] as const

/** A documented call over REST. */
export type DocumentedCall = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  /**
   * The scopes that let an API token make the call: one of them is enough. With none, a call for anyone needs none,
   * every other refuses tokens.
   */
  scopes: readonly TokenScope[]
  tag: (typeof tags)[number]
  summary: string
  description?: string
  /** A valid body, or a valid query. */
  example?: Readonly<Record<string, unknown>>
  /** Error statuses beyond those of every call of its kind. */
  refusals?: readonly number[]
  /** The status of a success; 200 by default. */
  status?: number
  /** Schemas of query parameters, where the procedure's own do not fit or there is none. */
  query?: Readonly<Record<string, JsonSchema>>
}

/**
 * The REST call of a procedure, which declares it in its `meta`. Access, limits and schemas are the procedure's own.
 */
export type RestCall = DocumentedCall & {
  /** Which field of the input each path parameter is. */
  path?: Readonly<Record<string, string>>
  /** Builds the input, which the procedure validates. By default it is the body with the fields of the path. */
  input?: (parts: RequestParts) => unknown
  /** The longest body in bytes, also over tRPC; by default that of every call. */
  bodyLimit?: number
  /** Whether a site with these settings has the call; every site by default. */
  isOffered?: (settings: { clearAllData: boolean }) => boolean
}
