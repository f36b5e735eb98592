import { z } from 'zod'
import type { Actor } from '../../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../../context.ts'

type Context = CallContext & { actor: Actor }
export type Call<Input, Ctx = Context> = { ctx: Ctx; input: Input }
export type CustomerCall<Input> = Call<Input, Context & { customer: { id: string } }>
type UseCase<Input> = (ctx: CallContext, actor: Actor, input: Input) => Promise<unknown>

/** Makes resolvers that run a use case of the caller and answer what `read` returns after it. */
export function changing<Ctx extends Context, Given, Output>(read: (call: Call<Given, Ctx>) => Output) {
  return <Input extends Given>(useCase: UseCase<Input>) =>
    async (call: Call<Input, Ctx>): Promise<Awaited<Output>> => {
      await useCase(call.ctx, call.ctx.actor, call.input)
      return await read(call)
    }
}

/** Runs a use case that answers nothing. */
export const done = changing((_: Call<unknown>) => ({ ok: true as const }))

/** The output of a call that answers nothing. */
export const okOutput = z.object({ ok: z.literal(true) })

/** The same for `work` that takes more than the caller and the input. */
export function answerOk<Ctx, Input>(work: (call: Call<Input, Ctx>) => Promise<unknown>) {
  return async (call: Call<Input, Ctx>) => {
    await work(call)
    return { ok: true as const }
  }
}

/** Runs a use case of the caller and answers what it returns. */
export function answer<Input, Output>(useCase: (ctx: CallContext, actor: Actor, input: Input) => Output) {
  return ({ ctx, input }: Call<Input>): Output => useCase(ctx, ctx.actor, input)
}

/** Answers what everyone with the permission reads. */
export function reading<Input, Output>(read: (app: AppContext, input: Input) => Output) {
  return ({ ctx, input }: Call<Input, { app: AppContext }>): Output => read(ctx.app, input)
}
