import type { z } from 'zod'
import type { Access } from './access.ts'
import type { ApiContext } from './api-context.ts'
import { letIn } from './let-in.ts'
import { appRouter } from './router.ts'

type Parser = {
  parse(value: unknown): unknown
  safeParse(value: unknown): { success: true; data: unknown } | { success: false; error: Error }
}
type Definition = {
  type: 'query' | 'mutation' | 'subscription'
  meta: { access: Access }
  inputs: Parser[]
  output: Parser
  resolver(options: { ctx: ApiContext; input: unknown }): unknown
}

/**
 * A procedure as a plain function: lets the caller in, parses the input, resolves, parses the output. The same four
 * steps tRPC's caller takes, without its middleware objects, which cost more than the procedures themselves.
 * Our procedures are built from the bases in `trpc.ts` only, so there is no other step to take.
 * @throws when there is no such procedure; the returned function throws what the procedure throws.
 */
export function directCall(path: string): (ctx: ApiContext, input: unknown) => Promise<unknown> {
  const { meta, inputs, output, resolver } = definitionOf(path)
  const [schema] = inputs
  return async (ctx, input) => {
    const admitted = await letIn(meta.access, ctx, { name: path, input: () => input })
    const answer = output.safeParse(await resolver({ ctx: admitted, input: schema?.parse(input) }))
    // Not as a ZodError, which blames the caller's input.
    if (!answer.success) throw new Error(`The answer of ${path} fails its schema.`, { cause: answer.error })
    return answer.data
  }
}

/** The schemas a procedure parses with. @throws when there is no such procedure. */
export function schemasOf(path: string): { input: z.ZodType | undefined; output: z.ZodType } {
  const { inputs, output } = definitionOf(path)
  return { input: inputs[0] as z.ZodType | undefined, output: output as z.ZodType }
}

function definitionOf(path: string): Definition {
  const procedures = appRouter._def.procedures as unknown as Record<string, { _def: Definition }>
  const definition = procedures[path]?._def
  if (!definition || definition.type === 'subscription') throw new Error(`There is no procedure '${path}' to call.`)
  return definition
}
