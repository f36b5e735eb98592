import { type TrackedEnvelope, tracked } from '@trpc/server'
import { z } from 'zod'

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
