import { vi } from 'vitest'
import type { TestApp } from './test-app.ts'

const seen = { name: 'submission.code-erased', submissionId: 'before the failure' } as const

/**
 * Makes the node of a journal bus miss events: its database fails and comes back with an older journal. Resolves when
 * the node has delivered a resync.
 */
export async function missEvents({ ctx, clock, log }: Pick<TestApp, 'ctx' | 'clock' | 'log'>): Promise<void> {
  const heard = new Set<string>()
  const stop = ctx.events.listen((event) => heard.add('submissionId' in event ? event.submissionId : event.name))
  const advanceUntil = (isDone: () => boolean) =>
    vi.waitFor(() => {
      clock.advance(1_000)
      if (!isDone()) throw new Error('The node has not read its journal yet.')
    })
  const at = clock.now().toISOString()
  await ctx.db
    .insertInto('events')
    .values({ id: 1_000_000, payload: JSON.stringify(seen), node: 'elsewhere', at })
    .execute()
  await advanceUntil(() => heard.has(seen.submissionId))
  await ctx.db.schema.alterTable('events').renameTo('broken_events').execute()
  await advanceUntil(() => log().includes('could not read events of other nodes'))
  await ctx.db.schema.alterTable('broken_events').renameTo('events').execute()
  await ctx.db.deleteFrom('events').execute()
  await advanceUntil(() => heard.has('resync'))
  stop()
}
