import type { OpenReview } from '#shared/review.ts'
import type { AppContext } from '../context.ts'

/** Every order that somebody has open and who, now and at each change, until `signal` aborts. */
export function watchPresence(ctx: AppContext, signal: AbortSignal): AsyncGenerator<OpenReview[]> {
  // Listening starts before the first read: what changes in between is in one of the two.
  const events = ctx.events.subscribe(['review.presence-changed'], signal)
  return (async function* () {
    let last = openReviews(ctx)
    yield last
    for await (const _ of events) {
      const now = openReviews(ctx)
      if (JSON.stringify(now) !== JSON.stringify(last)) yield now
      last = now
    }
  })()
}

function openReviews({ reviewPresence }: AppContext): OpenReview[] {
  return reviewPresence.all().map(({ place, people }) => ({ submissionId: place, viewers: people }))
}
