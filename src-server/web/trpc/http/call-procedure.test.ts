import { expect, test } from 'vitest'
import { z } from 'zod'
import { procedureRoutes } from '../../rest/procedure-routes.ts'
import { publicProcedure } from '../trpc.ts'
import { assertDirectlyCallable, callProcedure } from './call-procedure.ts'

type Definition = Parameters<typeof assertDirectlyCallable>[1]

const output = z.object({ ok: z.boolean() })
const definitionOf = (procedure: unknown) => (procedure as { _def: Definition })._def

test('accepts a procedure with at most one input and no middleware of its own', () => {
  const withInput = publicProcedure
    .input(z.object({}))
    .output(output)
    .query(() => ({ ok: true }))
  const withoutInput = publicProcedure.output(output).mutation(() => ({ ok: true }))
  for (const each of [withInput, withoutInput])
    expect(() => assertDirectlyCallable('test.call', definitionOf(each))).not.toThrow()
})

test('rejects a procedure with a middleware of its own', () => {
  const procedure = publicProcedure
    .use(({ next }) => next())
    .output(output)
    .query(() => ({ ok: true }))
  expect(() => assertDirectlyCallable('test.call', definitionOf(procedure))).toThrow('1 middlewares of its own')
})

test('rejects a procedure with a second input', () => {
  const procedure = publicProcedure
    .input(z.object({ a: z.string() }))
    .input(z.object({ b: z.string() }))
    .output(output)
    .query(() => ({ ok: true }))
  expect(() => assertDirectlyCallable('test.call', definitionOf(procedure))).toThrow('2 inputs')
})

test('every procedure behind a REST path can be called directly', () => {
  expect(procedureRoutes.length).toBeGreaterThan(20)
  for (const { procedure } of procedureRoutes) expect(() => callProcedure(procedure)).not.toThrow()
})

test.each(['inputs', 'middlewares', 'output', 'resolver'])(
  'refuses a procedure whose %s tRPC keeps elsewhere',
  (part) => {
    const definition = definitionOf(
      publicProcedure
        .input(z.object({}))
        .output(output)
        .query(() => ({ ok: true })),
    )
    expect(() => assertDirectlyCallable('a.query', definition)).not.toThrow()
    expect(() => assertDirectlyCallable('a.query', { ...definition, [part]: undefined })).toThrow('another form')
  },
)
