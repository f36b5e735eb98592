import { adjustInput, entryIdInput, entryListInput, entryListOutput, statementEntry } from '#shared/statement-schema.ts'
import { adjustLines } from '../../../payouts/statements/adjust-lines.ts'
import { approveEntry, refuseEntry, reverseEntry } from '../../../payouts/statements/end-entry.ts'
import { getStatementEntry, listStatementEntries } from '../../../payouts/statements/list-lines.ts'
import { changeCall, restCall } from '../../http/rest-call.ts'
import { type Call, changing, reading } from '../resolvers.ts'
import { financeChange, financeProcedure } from '../trpc.ts'

const entriesUrl = '/api/admin/statement-entries'

const changedEntry = changing(({ ctx, input }: Call<{ id: string }>) => getStatementEntry(ctx.app, input.id))

export const statementEntryProcedures = {
  adjust: financeChange
    .meta({
      rest: changeCall(entriesUrl, 'Make an adjusting entry of what lines differ by from the books', {
        description:
          '`amount` repeats the difference; another one is a conflict. From the amount of the policy it waits for a second person.',
        example: { lines: ['SL-7K3M9Q2XVB'], kind: 'fee', amount: -1.5, note: 'Wire fee of November.' },
      }),
    })
    .input(adjustInput)
    .output(statementEntry)
    .mutation(async ({ ctx, input }) => getStatementEntry(ctx.app, await adjustLines(ctx, ctx.actor, input))),

  entries: financeProcedure
    .meta({
      rest: restCall(entriesUrl, 'A page of adjusting entries, newest first', {
        example: { page: 1, limit: 25, state: 'waiting' },
      }),
    })
    .input(entryListInput.prefault({}))
    .output(entryListOutput)
    .query(reading(listStatementEntries)),

  approveEntry: financeChange
    .meta({ rest: changeCall(`${entriesUrl}/:id/approve`, 'Approve an adjusting entry as its second person') })
    .input(entryIdInput)
    .output(statementEntry)
    .mutation(changedEntry(approveEntry)),

  refuseEntry: financeChange
    .meta({ rest: changeCall(`${entriesUrl}/:id/refuse`, 'Refuse an adjusting entry that waits for a second person') })
    .input(entryIdInput)
    .output(statementEntry)
    .mutation(changedEntry(refuseEntry)),

  reverseEntry: financeChange
    .meta({ rest: changeCall(`${entriesUrl}/:id/reverse`, 'Reverse an adjusting entry: its lines are as before') })
    .input(entryIdInput)
    .output(statementEntry)
    .mutation(changedEntry(reverseEntry)),
}
