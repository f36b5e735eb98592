import { z } from 'zod'
import { bankBalanceInput, reconciliation, reconciliationInput } from '#shared/reconciliation-schema.ts'
import {
  accountIdInput,
  adjustInput,
  changeAccountInput,
  entryIdInput,
  entryListInput,
  entryListOutput,
  fileColumns,
  fileColumnsInput,
  importedStatement,
  importStatementInput,
  lineIdInput,
  lineListInput,
  lineListOutput,
  makeAccountInput,
  matchLineInput,
  statementAccounts,
  statementEntry,
  statementLine,
  unmatchedPayoutsInput,
  unmatchedPayoutsOutput,
} from '#shared/statement-schema.ts'
import { adjustLines } from '../../../payouts/statements/adjust-lines.ts'
import { approveEntry, refuseEntry, reverseEntry } from '../../../payouts/statements/end-entry.ts'
import { findColumns } from '../../../payouts/statements/find-columns.ts'
import { importStatement } from '../../../payouts/statements/import-statement.ts'
import {
  getStatementEntry,
  getStatementLine,
  listStatementEntries,
  listStatementLines,
} from '../../../payouts/statements/list-lines.ts'
import { listUnmatchedPayouts } from '../../../payouts/statements/list-unmatched-payouts.ts'
import { matchLine } from '../../../payouts/statements/match-line.ts'
import { reconcileAccount, setBankBalance } from '../../../payouts/statements/reconcile-account.ts'
import { rematchAccount } from '../../../payouts/statements/rematch-account.ts'
import {
  changeStatementAccount,
  listStatementAccounts,
  makeStatementAccount,
} from '../../../payouts/statements/statement-accounts.ts'
import { unmatchLine } from '../../../payouts/statements/unmatch-line.ts'
import { answer, type Call, changing, reading } from '../resolvers.ts'
import { financeChange, financeProcedure, router } from '../trpc.ts'

const accountsUrl = '/api/admin/statement-accounts'
const entriesUrl = '/api/admin/statement-entries'
const linesUrl = '/api/admin/statement-lines'

/** JSON of a file has a backslash before each quote and line end. */
const fileCall = { bodyLimit: 1024 * 1024 }

const changedLine = changing(({ ctx, input }: Call<{ id: string }>) => getStatementLine(ctx.app, input.id))

const changedEntry = changing(({ ctx, input }: Call<{ id: string }>) => getStatementEntry(ctx.app, input.id))

const entryChange = (path: string, summary: string) =>
  financeChange.restChange(`${entriesUrl}/:id/${path}`, summary).output(statementEntry)

const changedAccounts = changing(({ ctx }: Call<unknown>) => listStatementAccounts(ctx.app))

const accountExample = {
  name: 'First Bank checking',
  provider: 'hand',
  methods: ['bank', 'zelle'],
  openingBalance: 25_000,
  openingOn: '2026-11-01',
  format: { date: 'Date', dateFormat: 'MM/DD/YYYY', decimal: '.', amount: 'Amount', description: 'Description' },
}

export const statementsRouter = router({
  accounts: financeProcedure
    .rest(accountsUrl, 'The accounts whose statements are imported')
    .output(statementAccounts)
    .query(reading(listStatementAccounts)),

  makeAccount: financeChange
    .restChange(accountsUrl, 'Add an account whose statements are to be imported', {
      description: 'Each payment method is paid from one account. The columns can be chosen later.',
      example: accountExample,
      refusals: [409],
    })
    .input(makeAccountInput)
    .output(statementAccounts)
    .mutation(changedAccounts(makeStatementAccount)),

  changeAccount: financeChange
    .restChange(`${accountsUrl}/:id`, 'Change an account: all of its fields', {
      description: 'The opening balance of an account with lines stays as it is.',
      example: { ...accountExample, provider: undefined },
    })
    .input(changeAccountInput)
    .output(statementAccounts)
    .mutation(changedAccounts(changeStatementAccount)),

  /** A mutation, because a file is too long for the query of a URL. It stores nothing. */
  columns: financeProcedure
    .limited('statementImports', 'staff')
    .rest('/api/admin/statement-columns', 'The columns of a CSV file of a bank', {
      scopes: ['payouts:read'],
      description: 'Stores nothing. The header is the first line with the most cells.',
      example: { csv: 'Date,Description,Amount\n11/03/2026,WIRE PO-7K3M9Q2XVB,-92.00' },
      ...fileCall,
    })
    .input(fileColumnsInput)
    .output(fileColumns)
    .mutation(({ ctx, input }) => findColumns(ctx, input.csv)),

  import: financeProcedure
    .limited('statementImports', 'staff')
    .restChange(`${accountsUrl}/:id/import`, 'Import a CSV file of a bank or of PayPal, and match its lines', {
      description:
        'With a fault nothing is stored; `faults` names each by line and column. The same file twice does nothing, and lines of an earlier file are stored once. `dryRun` returns the same and stores nothing.',
      example: { csv: 'Date,Description,Amount\n11/03/2026,WIRE PO-7K3M9Q2XVB,-92.00', dryRun: true },
      ...fileCall,
    })
    .input(importStatementInput)
    .output(importedStatement)
    .mutation(answer(importStatement)),

  rematch: financeChange
    .restChange(`${accountsUrl}/:id/rematch`, 'Look again for the payouts of open lines', { refusals: [404] })
    .input(accountIdInput)
    .output(z.object({ matched: z.number(), differs: z.number() }))
    .mutation(answer(rematchAccount)),

  lines: financeProcedure
    .rest(linesUrl, 'A page of lines of statements, newest first', {
      description: 'Money that left the account is negative. `difference` is what the books do not have.',
      example: { page: 1, limit: 25, state: 'open' },
    })
    .input(lineListInput.prefault({}))
    .output(lineListOutput)
    .query(reading(listStatementLines)),

  payouts: financeProcedure
    .rest(`${accountsUrl}/:id/payouts`, 'Sent payouts of an account without a line, oldest first')
    .input(unmatchedPayoutsInput)
    .output(unmatchedPayoutsOutput)
    .query(reading(listUnmatchedPayouts)),

  matchLine: financeChange
    .restChange(`${linesUrl}/:id/match`, 'Say which payouts a line pays, or gives back', {
      description: 'One payout, or all of a bank batch. With another sum than theirs the line is `differs`.',
      example: { payouts: ['PO-7K3M9Q2XVB'] },
    })
    .input(matchLineInput)
    .output(statementLine)
    .mutation(changedLine(matchLine)),

  unmatchLine: financeChange
    .restChange(`${linesUrl}/:id/unmatch`, 'Take the payouts of a line away from it')
    .input(lineIdInput)
    .output(statementLine)
    .mutation(changedLine(unmatchLine)),

  adjust: financeChange
    .restChange(entriesUrl, 'Make an adjusting entry of what lines differ by from the books', {
      description:
        '`amount` repeats the difference; another one is a conflict. From the amount of the policy it waits for a second person.',
      example: { lines: ['SL-7K3M9Q2XVB'], kind: 'fee', amount: -1.5, note: 'Wire fee of November.' },
    })
    .input(adjustInput)
    .output(statementEntry)
    .mutation(async ({ ctx, input }) => getStatementEntry(ctx.app, await adjustLines(ctx, ctx.actor, input))),

  entries: financeProcedure
    .rest(entriesUrl, 'A page of adjusting entries, newest first', {
      example: { page: 1, limit: 25, state: 'waiting' },
    })
    .input(entryListInput.prefault({}))
    .output(entryListOutput)
    .query(reading(listStatementEntries)),

  approveEntry: entryChange('approve', 'Approve an adjusting entry as its second person')
    .input(entryIdInput)
    .mutation(changedEntry(approveEntry)),

  refuseEntry: entryChange('refuse', 'Refuse an adjusting entry that waits for a second person')
    .input(entryIdInput)
    .mutation(changedEntry(refuseEntry)),

  reverseEntry: entryChange('reverse', 'Reverse an adjusting entry: its lines are as before')
    .input(entryIdInput)
    .mutation(changedEntry(reverseEntry)),

  reconciliation: financeProcedure
    .rest(`${accountsUrl}/:id/reconciliation`, 'What an account has in the books and at the bank', {
      description: 'Both days are inclusive. It is reconciled when nothing is open and the difference is zero.',
      example: { from: '2026-11-01', to: '2026-11-30' },
    })
    .input(reconciliationInput)
    .output(reconciliation)
    .query(reading(reconcileAccount)),

  setBalance: financeChange
    .restChange(`${accountsUrl}/:id/balance`, 'Enter what the bank had at the end of a day', {
      example: { on: '2026-11-30', balance: 18_310.25 },
    })
    .input(bankBalanceInput)
    .output(reconciliation)
    .mutation(async ({ ctx, input }) => {
      await setBankBalance(ctx, ctx.actor, input)
      return reconcileAccount(ctx.app, { id: input.id, from: input.on, to: input.on })
    }),
})
