import type { Actor } from '../../audit/audit-queries.ts'
import type { CallContext } from '../../context.ts'

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
