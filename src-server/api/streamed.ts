import { z } from 'zod'

/** Output schema of a subscription: every value it yields is held against `item`. */
export function streamed<Item extends z.ZodType>(item: Item) {
  return z.custom<AsyncIterable<z.input<Item>>>().transform(async function* (values) {
    for await (const value of values) yield item.parse(value)
  })
}
