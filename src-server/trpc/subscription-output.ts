import { type TrackedEnvelope, tracked } from '@trpc/server'
import { z } from 'zod'

/** Output schema of a subscription: every value it yields is held against `item`. */
export function streamed<Item extends z.ZodType>(item: Item) {
  return z.custom<AsyncIterable<z.input<Item>>>().transform(async function* (values) {
    for await (const value of values) yield item.parse(value)
  })
}

/** The same for values that are `tracked`: each keeps its event id. */
export function streamedTracked<Item extends z.ZodType>(item: Item) {
  return z.custom<AsyncIterable<TrackedEnvelope<z.input<Item>>>>().transform(async function* (values) {
    for await (const [id, value] of values) yield tracked(id, item.parse(value))
  })
}
