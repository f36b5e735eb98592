import { z } from 'zod'

/** The part of JSON Schema (draft 2020-12) that our schemas use. */
export type JsonSchema = {
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  enum?: unknown[]
  const?: unknown
  default?: unknown
  description?: string
  [more: string]: unknown
}

/** The JSON Schema of what a caller may send ('input') or gets back ('output'). */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output') {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // The bounds of safe integers are noise in the documentation.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
    },
  })
  return rest as JsonSchema
}

export function withoutFields(schema: JsonSchema, fields: readonly string[]) {
  if (!schema.properties) return schema
  const kept = Object.entries(schema.properties).filter(([name]) => !fields.includes(name))
  const required = schema.required?.filter((name) => !fields.includes(name))
  return { ...schema, properties: Object.fromEntries(kept), ...(required && { required }) }
}
