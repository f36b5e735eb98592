import { formatDay } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { type FormProblem, useForm } from '#client/ui/form.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { parseDollars } from '#shared/money.ts'
import { statementMessages } from '#shared/statement.ts'
import type { StatementAccount } from '#shared/statement-schema.ts'
import { typedDollars } from './statement-search.ts'
import { useStepOutcome } from './use-step-outcome.ts'

type BankBalanceDialogProps = { account: StatementAccount; day: string; onClose: () => void }

/** Enters what the bank has at the end of a day, for statements without balances. */
export function BankBalanceDialog({ account, day, onClose }: BankBalanceDialogProps) {
  const form = useForm({ balance: '' }, ({ balance }): FormProblem | undefined =>
    typedDollars(balance, parseDollars) === null
      ? { message: statementMessages.badBalance, field: 'balance' }
      : undefined,
  )
  const store = trpc.statements.setBalance.useMutation(useStepOutcome(form, onClose))
  return (
    <FormDialog
      title="Enter bank balance"
      description={account.name}
      size="small"
      action="Save"
      pendingAction="Saving..."
      form={form}
      isPending={store.isPending}
      onSubmit={({ balance }) =>
        store.mutate({ id: account.id, on: day, balance: typedDollars(balance, parseDollars) ?? 0 })
      }
      onClose={onClose}
    >
      <TextField
        {...form.bind('balance')}
        label={`Balance at the end of ${formatDay(day)}`}
        hint="As the statement says. A minus before it means that the account is overdrawn."
        inputMode="text"
        autoComplete="off"
        isMoney
      />
    </FormDialog>
  )
}
