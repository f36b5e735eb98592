import { z } from 'zod'
import { closeMonthInput, months, reopenMonthInput } from '#shared/month-schema.ts'
import { pageOf } from '#shared/paging-schema.ts'
import { requestKey } from '#shared/parts-schema.ts'
import { bankBalanceInput, reconciliation, reconciliationInput } from '#shared/reconciliation-schema.ts'
import { adjustInput, entryListInput, statementEntry } from '#shared/statement-entry-schema.ts'
import {
  changeAccountInput,
  fileColumns,
  fileColumnsInput,
  freeMovements,
  freeMovementsInput,
  importedStatement,
  importStatementInput,
  lineListInput,
  makeAccountInput,
  matchLineInput,
  moveMoneyInput,
  statementAccounts,
  statementImport,
  statementLine,
} from '#shared/statement-schema.ts'
import { idInput } from '#shared/text-schema.ts'
import { mayWait } from '#shared/waiting-act-schema.ts'
import { moveMoney } from '../../../payouts/money-place.ts'
import { closeMonth, listMonths, reopenMonth } from '../../../payouts/months/close-month.ts'
import { adjustLines, reverseEntry } from '../../../payouts/statements/adjust-lines.ts'
import { importStatement } from '../../../payouts/statements/import-statement.ts'
import {
  getStatementEntry,
  getStatementLine,
  listFreeMovementPage,
  listStatementEntries,
  listStatementLines,
} from '../../../payouts/statements/list-lines.ts'
import { matchLine, rematchAccount, unmatchLine } from '../../../payouts/statements/match-line.ts'
import { findColumns } from '../../../payouts/statements/reading/read-columns.ts'
import { listStatementImports, takeBackImport } from '../../../payouts/statements/remove-imports.ts'
import {
  changeStatementAccount,
  listStatementAccounts,
  makeStatementAccount,
  reconcileAccount,
  setBankBalance,
} from '../../../payouts/statements/statement-accounts.ts'
import { acting, changing, okOrWaiting, waitingOf } from '../declaring.ts'
import { financeChange, financeProcedure, ownerChange, router } from '../trpc.ts'

const accountsUrl = '/api/admin/statement-accounts'
const entriesUrl = '/api/admin/statement-entries'
const linesUrl = '/api/admin/statement-lines'
const monthsUrl = '/api/admin/months'

/** JSON of a file has a backslash before each quote and line end. */
const fileCall = { bodyLimit: 3 * 1024 * 1024 }

const changedLine = changing((ctx, _, input: { id: string }) => getStatementLine(ctx.app, input.id))

const changedEntry = changing((ctx, _, input: { id: string }) => getStatementEntry(ctx.app, input.id))

const changedAccounts = changing((ctx) => listStatementAccounts(ctx.app))

const changedMonths = changing((ctx) => listMonths(ctx.app))

const reconciled = changing((ctx, _, { id, on }: { id: string; on: string }) =>
  reconcileAccount(ctx.app, { id, from: on, to: on }),
)

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
    .reads(statementAccounts, listStatementAccounts),

  makeAccount: financeChange
    .rest(accountsUrl, 'Add an account whose statements are to be imported', {
      description: 'Each payment method is paid from one account. The columns can be chosen later.',
      example: accountExample,
      refusals: [409],
    })
    .answers(statementAccounts, changedAccounts(makeStatementAccount), makeAccountInput),

  changeAccount: financeChange
    .restChange(`${accountsUrl}/:id`, 'Change an account: all of its fields', {
      description: 'The opening balance of an account with lines stays as it is.',
      example: { ...accountExample, provider: undefined },
    })
    .answers(statementAccounts, changedAccounts(changeStatementAccount), changeAccountInput),

  moveMoney: financeChange
    .rest('/api/admin/money-moves', 'Book that money went from one place to another', {
      description:
        'Between money accounts, or from or to `owner`, or out of what was `unassigned`. The fee is taken from where it left. Between places of different kinds it waits for a second person from the amount of the controls on.',
      example: { from: 'SA-7K3M9Q2XVB', to: 'SA-0C4N8R2WZT', amount: 500, on: '2026-11-28' },
    })
    .answers(okOrWaiting, acting(moveMoney), moveMoneyInput),

  /** A mutation, because a file is too long for the query of a URL. It stores nothing. */
  columns: financeProcedure
    .limited('statementImports', 'staff')
    .rest('/api/admin/statement-columns', 'The columns of a CSV file of a bank', {
      scopes: ['payouts:read'],
      description:
        'Stores nothing. The header is the first line with the most cells; with `noHeader` the columns are numbers. OFX needs no columns.',
      example: { csv: 'Date,Description,Amount\n11/03/2026,WIRE PO-7K3M9Q2XVB,-92.00' },
      ...fileCall,
    })
    .answers(fileColumns, (ctx, _, input) => findColumns(ctx, input), fileColumnsInput),

  import: financeProcedure
    .limited('statementImports', 'staff')
    .restChange(`${accountsUrl}/:id/import`, 'Import a file of a bank or of PayPal (CSV, OFX), and match its lines', {
      description:
        'With a fault nothing is stored; `faults` names each by line and column. Rows that are no bookings are in `leftOut`. The same file twice does nothing, and lines of an earlier file are stored once. `dryRun` returns the same and stores nothing.',
      refusals: [409],
      example: { csv: 'Date,Description,Amount\n11/03/2026,WIRE PO-7K3M9Q2XVB,-92.00', dryRun: true },
      ...fileCall,
    })
    .answers(importedStatement, importStatement, importStatementInput),

  imports: financeProcedure
    .rest(`${accountsUrl}/:id/imports`, 'The newest 50 imports of an account')
    .reads(z.array(statementImport), listStatementImports, idInput),

  takeBack: financeChange
    .rest('/api/admin/statement-imports/:id/take-back', 'Remove an import with all of its lines', {
      description: 'Refused when a line was matched by hand or is in an adjusting entry.',
      refusals: [409],
    })
    .answers(
      z.array(statementImport),
      async (ctx, actor, input) => listStatementImports(ctx.app, { id: await takeBackImport(ctx, actor, input) }),
      idInput,
    ),

  rematch: financeProcedure
    .limited('statementImports', 'staff')
    .restChange(`${accountsUrl}/:id/rematch`, 'Look again for the movements of open lines')
    .answers(z.object({ matched: z.number(), differs: z.number() }), rematchAccount, idInput),

  lines: financeProcedure
    .rest(linesUrl, 'A page of lines of statements, newest first', {
      description: 'Money that left the account is negative. `difference` is what the books do not have.',
      example: { page: 1, limit: 25, state: 'open' },
    })
    .reads(pageOf(statementLine), listStatementLines, lineListInput.prefault({})),

  movements: financeProcedure
    .rest(`${accountsUrl}/:id/movements`, 'Movements that are in no match, oldest first or nearest to `near`')
    .reads(freeMovements, listFreeMovementPage, freeMovementsInput),

  matchLine: financeChange
    .restChange(`${linesUrl}/:id/match`, 'Say which movements a line is of, with other lines', {
      description:
        'A match has any number of lines and movements. With another sum it is `differs`, and takes more of both.',
      example: { payouts: ['PO-7K3M9Q2XVB'] },
    })
    .answers(statementLine, changedLine(matchLine), matchLineInput),

  unmatchLine: financeChange
    .restChange(`${linesUrl}/:id/unmatch`, 'End the match of a line')
    .answers(statementLine, changedLine(unmatchLine), idInput),

  adjust: financeChange
    .restChange(entriesUrl, 'Make an adjusting entry of what lines or movements differ by', {
      description:
        '`amount` repeats the difference; another one is a conflict. Of `movements` of an `account` without a line it is the opposite of their sum: of kind `opening` the bank had booked them before the first day. From the amount of the controls on it waits for a second person; then the answer has no entry.',
      example: { lines: ['SL-7K3M9Q2XVB'], kind: 'fee', amount: -1.5, note: 'Wire fee of November.' },
    })
    .answers(
      statementEntry.partial().extend(mayWait),
      async (ctx, actor, input) => {
        const done = await adjustLines(ctx, actor, input)
        return done.result ? getStatementEntry(ctx.app, done.result) : waitingOf(done)
      },
      adjustInput,
    ),

  entries: financeProcedure
    .rest(entriesUrl, 'A page of adjusting entries, newest first', {
      example: { page: 1, limit: 25, state: 'posted' },
    })
    .reads(pageOf(statementEntry), listStatementEntries, entryListInput.prefault({})),

  reverseEntry: financeChange
    .restChange(`${entriesUrl}/:id/reverse`, 'Reverse an adjusting entry: its lines are as before')
    .answers(statementEntry.extend(mayWait), changedEntry(reverseEntry), idInput.extend({ requestKey })),

  months: financeProcedure
    .rest(monthsUrl, 'The newest 24 months, their closings, and what the next one needs to be closed')
    .reads(months, listMonths),

  closeMonth: financeChange
    .rest(`${monthsUrl}/:month/close`, 'Close a month, once a second person confirms it', {
      refusals: [409],
      description:
        'The month after the newest closed one. Each money account is reconciled at its end, and nothing is unassigned. `suspense` repeats what suspense has, and `note` says why movements are without a line for 7 days. `sha256` is that of `journal.csv`.',
      example: { suspense: 0, note: 'The check of Nov 20 was not cashed yet.' },
    })
    .answers(months, changedMonths(closeMonth), closeMonthInput),

  reopenMonth: ownerChange
    .rest(`${monthsUrl}/:month/reopen`, 'Reopen the newest closed month, once a second person confirms it', {
      refusals: [409],
      description: 'The former closing is kept.',
      example: { reason: 'The wire of Nov 12 was booked twice.' },
    })
    .answers(months, changedMonths(reopenMonth), reopenMonthInput),

  reconciliation: financeProcedure
    .rest(`${accountsUrl}/:id/reconciliation`, 'What an account has in the books and at the bank', {
      description:
        'Both days are inclusive. The balance of the bank, with the movements that no line covers and without the lines that no movement covers, is that of the books: `difference` is zero. It is reconciled when also no line is open, and no movement is without a line for 7 days.',
      example: { from: '2026-11-01', to: '2026-11-30' },
    })
    .reads(reconciliation, reconcileAccount, reconciliationInput),

  setBalance: financeChange
    .restChange(`${accountsUrl}/:id/balance`, 'Enter what the bank had at the end of a day', {
      example: { on: '2026-11-30', balance: 18_310.25 },
    })
    .answers(reconciliation, reconciled(setBankBalance), bankBalanceInput),
})
