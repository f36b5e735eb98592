import type { z } from 'zod'
import { jsonNumber } from '../../platform/parsed-json.ts'
import { type JsonSchema, jsonSchemaOf } from '../http/json-schema.ts'

type Fields = Record<string, unknown>
/** A request as a call reads it. `path` has the path parameters under the names of the input's fields. */
type RequestParts = { path: Fields; query: Fields; body: unknown }

/** Whether the input of a call is in its query, and not in its body. */
export const readsQuery = (method: string): boolean => method === 'GET' || method === 'DELETE'

/** Reads a query by the schema of its call: a text becomes a number where the schema has one. */
export function queryReader(schema: z.ZodType | undefined): (query: Fields) => Fields {
  let properties: Record<string, JsonSchema> | undefined
  return (query) => {
    properties ??= (schema && jsonSchemaOf(schema, 'input').properties) ?? {}
    return Object.fromEntries(
      Object.entries(query).map(([name, text]) => [name, isNumeric(properties?.[name]) ? numberOr(text) : text]),
    )
  }
}

export function inputReader(
  { method, readsBody = true }: { method: string; readsBody?: boolean },
  schema: z.ZodType | undefined,
): (parts: RequestParts) => unknown {
  if (!readsQuery(method)) return readsBody ? bodyAndPath : ({ path }) => path
  const read = queryReader(schema)
  return ({ path, query }) => ({ ...read(query), ...path })
}

/** No body is an empty object. One that is not an object stays as it is, for the schema to reject. */
export function bodyAndPath({ path, body }: Pick<RequestParts, 'path' | 'body'>): unknown {
  return isFields(body) ? { ...body, ...path } : body
}

function isFields(body: unknown): body is Fields | undefined {
  return body === undefined || (typeof body === 'object' && body !== null && !Array.isArray(body))
}

const isNumeric = (schema: JsonSchema | undefined) => schema?.type === 'integer' || schema?.type === 'number'
const numberOr = (text: unknown) => (typeof text === 'string' ? (jsonNumber(text) ?? text) : text)
