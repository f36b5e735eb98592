import type { TRPCMutationProcedure, TRPCQueryProcedure, TRPCSubscriptionProcedure } from '@trpc/server'
import { z } from 'zod'
import { mayWait, type Waiting } from '#shared/waiting-act-schema.ts'
import type { Actor } from '../../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../../context.ts'
import type { CallPolicy } from '../auth/permissions.ts'
import { type LimitUse, limit } from '../auth/rate-limit-policy.ts'
import type { RestCall } from '../http/rest-call.ts'
import { streamed, withSignal } from './subscription-output.ts'

/** Runs for the signed-in person of the call, if there is one; `input` is parsed. */
type UseCase<Caller, Input, Output> = (ctx: Caller, actor: ActorOf<Caller>, input: Input) => Output
type ActorOf<Caller> = Caller extends { actor: infer Who } ? Who : undefined

type Answer<Output extends z.ZodType> = z.input<Output> | Promise<z.input<Output>>
type Stream<Item> = AsyncIterable<Item> | Promise<AsyncIterable<Item>>
type Definition<Input extends z.ZodType, Output extends z.ZodType> = {
  meta: CallPolicy
  input: z.input<Input>
  output: z.output<Output>
}

/** The output of a call that answers nothing. */
export const okOutput = z.object({ ok: z.literal(true) })
/** The output of a call that answers nothing, or what waits for a second person. */
export const okOrWaiting = okOutput.extend(mayWait)

/** A builder of tRPC that also declares rate limits, REST calls, and procedures that only call one function. */
type Base<Builder, Caller> = Builder & {
  /** Counts each call, or with 'payouts' each payout of the input, against one more limit. */
  limited(limit: LimitUse['limit'], per: LimitUse['per'], each?: LimitUse['each']): Base<Builder, Caller>
  /** The same call over REST; `more` is what the router and the type of the procedure do not say. */
  rest(url: string, summary: string, more?: Partial<RestCall>): Base<Builder, Caller>
  /** The same for a change, which is refused when there is no such thing, or when it has changed. */
  restChange(url: string, summary: string, more?: Partial<RestCall>): Base<Builder, Caller>
  declare(policy: Omit<CallPolicy, 'access'>): Base<Builder, Caller>
  reads<Output extends z.ZodType, Input extends z.ZodType = z.ZodVoid>(
    output: Output,
    read: (app: AppContext, input: z.output<Input>, ctx: Caller) => Answer<Output>,
    input?: Input,
  ): TRPCQueryProcedure<Definition<Input, Output>>
  /** A mutation that answers what its use case returns. */
  answers<Output extends z.ZodType, Input extends z.ZodType = z.ZodVoid>(
    output: Output,
    useCase: UseCase<Caller, z.output<Input>, Answer<Output>>,
    input?: Input,
  ): TRPCMutationProcedure<Definition<Input, Output>>
  /** A mutation whose use case answers nothing. */
  does<Input extends z.ZodType = z.ZodVoid>(
    useCase: UseCase<Caller, z.output<Input>, Promise<unknown>>,
    input?: Input,
  ): TRPCMutationProcedure<Definition<Input, typeof okOutput>>
  /** A subscription to what `watch` yields. */
  watches<Item extends z.ZodType, Input extends z.ZodType = z.ZodVoid>(
    item: Item,
    watch: (app: AppContext, signal: AbortSignal, ctx: Caller, input: z.output<Input>) => Stream<z.input<Item>>,
    input?: Input,
  ): TRPCSubscriptionProcedure<{ meta: CallPolicy; input: z.input<Input>; output: AsyncIterable<z.output<Item>> }>
}

type Call = { ctx: CallContext & { actor: Actor }; input: unknown }
/** What is used of a builder here, without the types of its parts. */
type Chain = {
  _def: { meta?: CallPolicy | undefined }
  meta(policy: CallPolicy): Chain
  input(schema: z.ZodType): Chain
  output(schema: z.ZodType): Chain
  query(resolve: (call: Call) => unknown): unknown
  mutation(resolve: (call: Call) => unknown): unknown
  subscription(resolve: (call: Call & { signal: AbortSignal | undefined }) => unknown): unknown
}
type AnyUseCase = (ctx: CallContext, actor: Actor, input: unknown) => unknown
type AnyWatch = (app: AppContext, signal: AbortSignal, ctx: CallContext, input: unknown) => unknown
type AnyRead = (app: AppContext, input: unknown, ctx: CallContext) => unknown

/** Adds these parts to a builder whose steps make `Caller` of its context. */
export function declaring<Builder, Caller>(builder: Builder) {
  return withParts(builder as unknown as Chain) as unknown as Base<Builder, Caller>
}

function withParts(chain: Chain): Chain {
  const declare = (policy: CallPolicy) => withParts(chain.meta(policy))
  const parsing = (output: z.ZodType, input?: z.ZodType) => (input ? chain.input(input) : chain).output(output)
  // Each step of tRPC makes a builder of its own, so that no other one gets these parts.
  return Object.assign(chain, {
    declare,
    limited: (name: LimitUse['limit'], per: LimitUse['per'], each?: LimitUse['each']) =>
      declare({ limits: [...(chain._def.meta?.limits ?? []), limit(name, per, each)] }),
    rest: (url: string, summary: string, more?: Partial<RestCall>) => declare({ rest: { url, summary, ...more } }),
    restChange: (url: string, summary: string, more?: Partial<RestCall>) =>
      declare({ rest: { url, summary, refusals: [404, 409], ...more } }),
    reads: (output: z.ZodType, read: AnyRead, input?: z.ZodType) =>
      parsing(output, input).query(({ ctx, input: given }) => read(ctx.app, given, ctx)),
    answers: (output: z.ZodType, useCase: AnyUseCase, input?: z.ZodType) =>
      parsing(output, input).mutation(({ ctx, input: given }) => useCase(ctx, ctx.actor, given)),
    does: (useCase: AnyUseCase, input?: z.ZodType) =>
      parsing(okOutput, input).mutation(async ({ ctx, input: given }) => {
        await useCase(ctx, ctx.actor, given)
        return { ok: true }
      }),
    watches: (item: z.ZodType, watch: AnyWatch, input?: z.ZodType) =>
      parsing(streamed(item), input).subscription(
        withSignal(({ ctx, input: given, signal }: Call & { signal: AbortSignal }) =>
          watch(ctx.app, signal, ctx, given),
        ),
      ),
  } satisfies Record<Exclude<keyof Base<unknown, never>, never>, unknown>)
}

/** Makes use cases that answer what `read` returns after them, with what waits for a second person. */
export function changing<Given, Output>(read: (ctx: CallContext, actor: Actor, input: Given) => Output) {
  return <Input extends Given, Who extends Actor>(
    useCase: (ctx: CallContext, actor: Who, input: Input) => Promise<unknown>,
  ) =>
    async (ctx: CallContext, actor: Who, input: Input): Promise<Awaited<Output>> => {
      const waits = waitingOf(await useCase(ctx, actor, input))
      const answer = await read(ctx, actor, input)
      return waits.waiting ? { ...answer, ...waits } : answer
    }
}

/** Makes a use case whose call answers nothing, or what waits. */
export const acting = changing(() => ({ ok: true as const }))

/** The part of an answer that says that nothing has changed yet, if that is so. */
export function waitingOf(answer: unknown): { waiting?: Waiting } {
  const isWaiting = typeof answer === 'object' && answer !== null && 'waiting' in answer && answer.waiting !== undefined
  return isWaiting ? { waiting: answer.waiting as Waiting } : {}
}
