import { TRPCError } from '@trpc/server'
import type { z } from 'zod'
import { runAuthorized } from '../../auth/authorize.ts'
import type { Access, CallPolicy } from '../../auth/permissions.ts'
import type { ApiContext } from '../../auth/request-context.ts'
import { appRouter } from '../router.ts'

type Parser = { safeParse(value: unknown): { success: true; data: unknown } | { success: false; error: Error } }
type Definition = {
  type: 'query' | 'mutation' | 'subscription'
  meta: CallPolicy & { access: Access }
  inputs: Parser[]
  middlewares: unknown[]
  output: Parser
  resolver(options: { ctx: ApiContext; input: unknown }): unknown
}

/** `readInput` may be called twice, after the permission was checked; what it throws is thrown. */
export type DirectCall = (ctx: ApiContext, readInput: () => unknown) => Promise<unknown>

/** tRPC's own caller costs more than the procedures. @throws when a procedure has a step that would be skipped */
export function callProcedure(path: string): DirectCall {
  const definition = definitionOf(path)
  assertDirectlyCallable(path, definition)
  const { meta, inputs, output, resolver } = definition
  const [schema] = inputs
  return (ctx, readInput) =>
    runAuthorized(meta.access, ctx, { name: path, policy: meta, input: readInput }, async (caller) => {
      const answer = output.safeParse(await resolver({ ctx: caller, input: schema && parsed(schema, readInput()) }))
      // A ZodError would blame the caller's input.
      if (!answer.success) throw new Error(`The answer of ${path} fails its schema.`, { cause: answer.error })
      return answer.data
    })
}

function parsed(schema: Parser, input: unknown) {
  const result = schema.safeParse(input)
  if (!result.success) throw new TRPCError({ code: 'BAD_REQUEST', cause: result.error })
  return result.data
}

/** The schemas a procedure parses with. @throws when there is no such procedure. */
export function schemasOf(path: string) {
  const { inputs, output } = definitionOf(path)
  return { input: inputs[0] as z.ZodType | undefined, output: output as z.ZodType }
}

/** Subscription count, authorization, output and resolver: what every base of `trpc.ts` adds in tRPC 11.19. */
const BASE_STEPS = 4

/** @throws when a direct call would not do what tRPC does for this procedure, or tRPC keeps its parts elsewhere */
export function assertDirectlyCallable(
  path: string,
  { inputs, middlewares, output, resolver }: Pick<Definition, 'inputs' | 'middlewares' | 'output' | 'resolver'>,
) {
  const parsers = Array.isArray(inputs) ? [...inputs, output] : []
  const isKnown = parsers.length > 0 && parsers.every((parser) => typeof parser?.safeParse === 'function')
  if (!isKnown || !Array.isArray(middlewares) || typeof resolver !== 'function')
    throw new Error(`${path} has another form than in tRPC 11.19: a direct call does not know its parts.`)
  const steps = BASE_STEPS + inputs.length
  if (inputs.length > 1)
    throw new Error(`${path} has ${inputs.length} inputs: a direct call would parse only the first.`)
  if (middlewares.length !== steps)
    throw new Error(`${path} has ${middlewares.length - steps} middlewares of its own: a direct call would skip them.`)
}

function definitionOf(path: string) {
  const procedures = appRouter._def.procedures as unknown as Record<string, { _def: Definition }>
  const definition = procedures[path]?._def
  if (!definition || definition.type === 'subscription') throw new Error(`There is no procedure '${path}' to call.`)
  return definition
}
