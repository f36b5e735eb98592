import type { OpenReview } from '#shared/review-schema.ts'
import type { AppContext } from '../context.ts'

/** Now and at each change, until `signal` aborts. */
export function watchPresence(app: AppContext, signal: AbortSignal): AsyncGenerator<OpenReview[]> {
  // Before the first read, so that no change in between is lost.
  const events = app.events.subscribe(['review.presence-changed'], signal)
  return (async function* () {
    let last = await openReviews(app)
    yield last
    for await (const _ of events) {
      const now = await openReviews(app)
      if (JSON.stringify(now) !== JSON.stringify(last)) yield now
      last = now
    }
  })()
}

async function openReviews({ shared }: AppContext): Promise<OpenReview[]> {
  return (await shared.reviewPresence.all()).map(({ place, people }) => ({ submissionId: place, viewers: people }))
}
