import type { ServiceFigures } from '#shared/service-figures-schema.ts'
import type { Platform } from '../platform/platform.ts'
import type { Policies } from '../policies/policies.ts'
import { readFigures } from './read-figures.ts'

const KEPT_MS = 60_000

type Parts = Pick<Platform, 'db' | 'clock' | 'events'> & { policies: Pick<Policies, 'get'> }

/** The public figures, read from the rows at most once a minute. */
export function createLiveFigures({ db, clock, events, policies }: Parts) {
  let kept: { at: number; figures: Promise<ServiceFigures> } | undefined
  const stop = events.listen(({ name }) => {
    if (name === 'data.cleared' || name === 'policy.changed') kept = undefined
  })
  return {
    read() {
      const now = clock.now()
      if (kept && now.getTime() - kept.at < KEPT_MS && now.getTime() >= kept.at) return kept.figures
      const figures = readFigures(db, now, policies.get('reviews').leastSamples)
      const reading = { at: now.getTime(), figures }
      kept = reading
      // A failed read is not kept.
      figures.catch(() => {
        if (kept === reading) kept = undefined
      })
      return figures
    },
    stop,
  }
}
