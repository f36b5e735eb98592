import { expect, vi } from 'vitest'
import { LOCK_LEASE_MS } from '#shared/review.ts'
import type { TestApp } from './test-app.ts'

/** Advances the clock and waits until the lock of this submission lasts for another third of a lease at least. */
export async function renewalAfter(ms: number, { ctx, clock }: TestApp, submissionId: string): Promise<void> {
  clock.advance(ms)
  const lock = ctx.db.selectFrom('review_locks').select('lease_until').where('submission_id', '=', submissionId)
  await vi.waitFor(async () => {
    const { lease_until } = await lock.executeTakeFirstOrThrow()
    expect(Date.parse(lease_until)).toBeGreaterThan(clock.now().getTime() + LOCK_LEASE_MS / 3)
  })
}
