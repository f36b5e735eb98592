import type { PageFacts } from '#shared/site-settings-schema.ts'
import type { AppContext } from '../../context.ts'

/** What pages show of the newest catalogue and the newest values of the site. */
export function pageFactsOf({ catalogue, site }: Pick<AppContext, 'catalogue' | 'site'>): PageFacts {
  return { ...catalogue.current.output, site: site.current }
}

/** The facts at once, and after each change, until `signal` aborts. Listening starts before the first read. */
export function catalogueSignals(app: AppContext, signal: AbortSignal): AsyncGenerator<PageFacts> {
  const { catalogue, site, events } = app
  const changes = events.subscribe(['catalogue.changed', 'site.changed', 'policy.changed'], signal)
  return (async function* () {
    let sent = { catalogue: catalogue.current, site: site.current.version }
    yield pageFactsOf(app)
    for await (const _ of changes) {
      await Promise.all([catalogue.refresh(), site.refresh()])
      if (catalogue.current === sent.catalogue && site.current.version === sent.site) continue
      sent = { catalogue: catalogue.current, site: site.current.version }
      yield pageFactsOf(app)
    }
  })()
}
