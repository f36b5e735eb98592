import { auditListInput, auditListOutput, auditSignal } from '#shared/audit-schema.ts'
import { listEntries } from '../../../../audit/list-entries.ts'
import { reading } from '../../resolvers.ts'
import { auditSignals } from '../../signals.ts'
import { streamed, withSignal } from '../../subscription-output.ts'
import { ownerProcedure, router } from '../../trpc.ts'

export const auditRouter = router({
  list: ownerProcedure.input(auditListInput).output(auditListOutput).query(reading(listEntries)),

  watch: ownerProcedure
    .output(streamed(auditSignal))
    .subscription(withSignal(({ ctx, signal }) => auditSignals(ctx.app, signal))),
})
