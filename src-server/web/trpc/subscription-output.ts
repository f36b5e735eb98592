import { type TrackedEnvelope, tracked } from '@trpc/server'
import { z } from 'zod'
import type { ChatMessage } from '#shared/chat-schema.ts'

/** The output schema of a subscription, which parses every yielded value with `item`. */
export function streamed<Item extends z.ZodType>(item: Item) {
  return z.custom<AsyncIterable<z.input<Item>>>().transform(async function* (values) {
    for await (const value of values) yield item.parse(value)
  })
}

/** The same for `tracked` values, which keep their event id. */
export function streamedTracked<Item extends z.ZodType>(item: Item) {
  return z.custom<AsyncIterable<TrackedEnvelope<z.input<Item>>>>().transform(async function* (values) {
    for await (const [id, value] of values) yield tracked(id, item.parse(value))
  })
}

/** Tracks each message by its sequence, so that a page that reconnects names the last one it has. */
export async function* bySequence<Message extends ChatMessage>(
  messages: AsyncIterable<Message>,
): AsyncGenerator<TrackedEnvelope<Message>> {
  for await (const message of messages) yield tracked(String(message.sequence), message)
}

/** A resolver with a signal. tRPC types it as optional; a call without one gets a subscription that has ended. */
export function withSignal<Context, Input, Output>(
  resolve: (call: { ctx: Context; input: Input; signal: AbortSignal }) => Output,
): (call: { ctx: Context; input: Input; signal: AbortSignal | undefined }) => Output {
  return ({ ctx, input, signal = AbortSignal.abort() }) => resolve({ ctx, input, signal })
}
