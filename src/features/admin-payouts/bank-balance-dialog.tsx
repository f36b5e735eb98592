import { stepDialog } from '#client/calls/step-dialog.tsx'
import { formatDay } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { TextField } from '#client/ui/text-field.tsx'
import { parseDollars } from '#shared/money.ts'
import { statementMessages } from '#shared/statement.ts'
import type { StatementAccount } from '#shared/statement-schema.ts'
import { typedDollars } from './statement-search.ts'

/** For statements without balances. */
export const BankBalanceDialog = stepDialog({
  useMutation: trpc.statements.setBalance.useMutation,
  show: ({ account, day }: { account: StatementAccount; day: string }) => ({
    title: 'Enter bank balance',
    description: account.name,
    action: 'Save',
    fields: {
      balance: {
        wrong: (typed) => (typedDollars(typed, parseDollars) === null ? statementMessages.badBalance : undefined),
        draw: (field) => (
          <TextField
            {...field}
            label={`Balance at the end of ${formatDay(day)}`}
            hint="As the statement says. A minus before it means that the account is overdrawn."
            inputMode="text"
            autoComplete="off"
            isMoney
          />
        ),
      },
    },
  }),
  input: ({ balance }, { account, day }) => ({
    id: account.id,
    on: day,
    balance: typedDollars(balance, parseDollars) ?? 0,
  }),
})
