import type { CatalogueOutput } from '#shared/catalogue-schema.ts'
import type { AppContext } from '../../context.ts'

/**
 * The catalogue at once and after each publish, from this call until `signal` aborts. Listening starts before the
 * generator is first read.
 */
export function catalogueSignals(
  { catalogue, events }: AppContext,
  signal: AbortSignal,
): AsyncGenerator<CatalogueOutput> {
  const changes = events.subscribe(['catalogue.changed'], signal)
  return (async function* () {
    let sent = catalogue.current
    yield sent.output
    for await (const _ of changes) {
      await catalogue.refresh()
      if (catalogue.current === sent) continue
      sent = catalogue.current
      yield sent.output
    }
  })()
}
