import type { TokenScope } from '#shared/api-token.ts'
import type { JsonSchema } from './json-schema.ts'

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
export type Tag = (typeof tags)[number]

export type DocumentedCall = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  /** One of them is enough for an API token. With none, a call for anyone needs none, every other refuses tokens. */
  scopes: readonly TokenScope[]
  tag: Tag
  summary: string
  description?: string
  /** A valid body, or a valid query. */
  example?: Readonly<Record<string, unknown>>
  /** Error statuses beyond those of every call of its kind: 404 is of every call with a path parameter. */
  refusals?: readonly number[]
  /** The status of a success; 200 by default. */
  status?: number
  /** What the document says of query parameters, in place of the schema that reads them. */
  query?: Readonly<Record<string, JsonSchema>>
}

/** What the router of a procedure and its type say about the call; see `procedure-routes.ts`. */
type ByConvention = 'method' | 'scopes' | 'tag'

/** The REST call of a procedure, declared in its `meta`. A query is a GET and a mutation a POST by default. */
export type RestCall = Omit<DocumentedCall, ByConvention> &
  Partial<Pick<DocumentedCall, ByConvention>> & {
    /** Which field of the input each path parameter is, where their names differ. */
    path?: Readonly<Record<string, string>>
    /** False for a call that ignores its body. */
    readsBody?: false
    /** The longest body in bytes, also over tRPC; by default that of every call. */
    bodyLimit?: number
    /** Whether a site with these settings has the call; every site by default. */
    isOffered?: (settings: { clearAllData: boolean }) => boolean
  }
