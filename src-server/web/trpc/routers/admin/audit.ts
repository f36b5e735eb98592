import { auditListInput, auditListOutput, auditSignal } from '#shared/audit-schema.ts'
import { listEntries } from '../../../../audit/list-entries.ts'
import type { AppContext } from '../../../../context.ts'
import { streamed, withSignal } from '../../subscription-output.ts'
import { ownerProcedure, router } from '../../trpc.ts'

export const auditRouter = router({
  list: ownerProcedure
    .input(auditListInput)
    .output(auditListOutput)
    .query(({ ctx, input }) => listEntries(ctx.app, input)),

  watch: ownerProcedure
    .output(streamed(auditSignal))
    .subscription(withSignal(({ ctx, signal }) => auditSignals(ctx.app, signal))),
})

/** Subscribes immediately, before the generator is first read. */
function auditSignals({ events }: AppContext, signal: AbortSignal) {
  const written = events.subscribe(['audit.written'], signal)
  return (async function* () {
    for await (const event of written) yield { sequence: event.name === 'resync' ? null : event.sequence }
  })()
}
