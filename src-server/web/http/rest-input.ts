import { queueFilters } from '#shared/queue.ts'
import { jsonNumber } from './json-number.ts'
import type { JsonSchema } from './json-schema.ts'

type Fields = Record<string, unknown>
/** A request as a route reads it. `path` has the path parameters under the names of the input's fields. */
export type RequestParts = { path: Fields; query: Fields; body: unknown }

/** No body is an empty object. One that is not an object stays as it is, for the procedure to reject. */
export function bodyAndPath({ path, body }: RequestParts): unknown {
  return isFields(body) ? { ...body, ...path } : body
}

export const pathOnly = ({ path }: RequestParts): Fields => path
export const queryOnly = ({ query }: RequestParts): Fields => query
export const noInput = (): undefined => undefined

export function pagingQuery({ query: { page, limit } }: RequestParts): Fields {
  return { page: numberOf(page), limit: numberOf(limit) }
}

export function pageInput({ query: { page, limit, search, sort } }: RequestParts): Fields {
  return { page: numberOf(page), limit: numberOf(limit), search, sort }
}

export function queueInput({ query }: RequestParts): Fields {
  return { ...filteredPage(query), list: query.list, sort: query.sort, until: query.until }
}

export function chatSessionsQuery({ query }: RequestParts): Fields {
  return { ...filteredPage(query), assignee: query.assignee }
}

function filteredPage(query: Fields): Fields {
  return { page: numberOf(query.page), limit: numberOf(query.limit), ...queueFilter(query) }
}

export function versionInput({ query: { version } }: RequestParts): Fields {
  return { version: numberOf(version) }
}

export function versionsInput({ query: { before } }: RequestParts): Fields {
  return { before: numberOf(before) }
}

export function payoutsQuery({ query }: RequestParts): Fields {
  const { page, limit, state, method, provider, reconciled, search, timeZone } = query
  return { page: numberOf(page), limit: numberOf(limit), state, method, provider, reconciled, search, timeZone }
}

export function itemsQuery({ query }: RequestParts): Fields {
  const { state, age, brand, search } = query
  return { page: numberOf(query.page), limit: numberOf(query.limit), state, age, brand, search }
}

export function lotsQuery({ query: { page, limit, state, search } }: RequestParts): Fields {
  return { page: numberOf(page), limit: numberOf(limit), state, search }
}

export function problemsQuery({ query: { page, limit, state } }: RequestParts): Fields {
  return { page: numberOf(page), limit: numberOf(limit), state }
}

export function ledgerQuery({ query: { page, limit, account } }: RequestParts): Fields {
  return { page: numberOf(page), limit: numberOf(limit), account }
}

export function statementLinesQuery({ query: { page, limit, account, state, search } }: RequestParts): Fields {
  return { page: numberOf(page), limit: numberOf(limit), account, state, search }
}

export function statementEntriesQuery({ query: { page, limit, account, state } }: RequestParts): Fields {
  return { page: numberOf(page), limit: numberOf(limit), account, state }
}

export function unmatchedPayoutsQuery({ path, query: { page, limit, search } }: RequestParts): Fields {
  return { ...path, page: numberOf(page), limit: numberOf(limit), search }
}

/** The days of a query, with the id of the path. */
export const dayRangeQuery = ({ path, query: { from, to } }: RequestParts): Fields => ({ ...path, from, to })

export function messagesInput({ path, query: { before, limit } }: RequestParts): Fields {
  return { ...path, before: numberOf(before), limit: numberOf(limit) }
}

/** The status of the review queue in a query string. */
export const statusFilter: JsonSchema = { type: 'string', enum: ['all', ...queueFilters] }

/** The filter of the review queue in a query string, where 'all' means no status. */
export function queueFilter({ status, search }: Fields): Fields {
  return { status: status === 'all' || status === '' ? undefined : status, search }
}

function isFields(body: unknown): body is Fields | undefined {
  return body === undefined || (typeof body === 'object' && body !== null && !Array.isArray(body))
}

/** NaN for a text that is no number: every schema rejects it. */
function numberOf(text: unknown): number | undefined {
  return text === undefined ? undefined : (jsonNumber(String(text)) ?? Number.NaN)
}
