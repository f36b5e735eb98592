import { whyRow } from '#client/calls/payment-fields.tsx'
import { type FieldRow, stepDialog } from '#client/calls/step-dialog.tsx'
import { trpc } from '#client/lib/trpc.ts'
import { TextField } from '#client/ui/text-field.tsx'
import { formatDollars } from '#shared/money.ts'
import { MONTH_REASON_MAX_LENGTH, monthMessages, monthName } from '#shared/month.ts'
import type { NextMonth } from '#shared/month-schema.ts'
import { statementMessages } from '#shared/statement.ts'
import { typedDollars } from './statement-search.ts'

const why = (label: string) => whyRow(label, monthMessages.noReason, MONTH_REASON_MAX_LENGTH)

const suspenseRow = (amount: number): FieldRow => ({
  wrong: (typed) => (typedDollars(typed) === null ? statementMessages.badAmount : undefined),
  draw: (field) => (
    <TextField
      {...field}
      label="Suspense"
      hint={`Repeat ${formatDollars(amount)}: the books do not explain it.`}
      inputMode="text"
      autoComplete="off"
      isMoney
    />
  ),
})

/** Repeats what suspense has, and says why movements are without a line. */
export const CloseMonthDialog = stepDialog({
  useMutation: trpc.statements.closeMonth.useMutation,
  show: ({ month, accounts, suspense }: NextMonth) => {
    const isLate = accounts.some(({ ready }) => ready === 'explain')
    const fields: Readonly<Record<string, FieldRow>> = {
      ...(suspense !== 0 && { suspense: suspenseRow(suspense) }),
      ...(isLate && { note: why('Why movements have no line') }),
    }
    const name = monthName(month)
    const children = `Once a second person confirms it, nothing is booked in ${name} any more. An owner can reopen it.`
    return { title: `Close ${name}`, action: `Close ${name}`, children: <p>{children}</p>, fields }
  },
  input: ({ suspense, note }: Readonly<Record<string, string>>, { month }) => ({
    month,
    ...(suspense !== undefined && { suspense: typedDollars(suspense) ?? 0 }),
    ...(note !== undefined && { note }),
  }),
})

export const ReopenMonthDialog = stepDialog({
  useMutation: trpc.statements.reopenMonth.useMutation,
  show: (month: string) => ({
    title: `Reopen ${monthName(month)}`,
    action: 'Reopen',
    children: <p>Once a second person confirms it, its books can change. The closing is kept.</p>,
    fields: { reason: why('Why') },
  }),
  input: ({ reason }, month) => ({ month, reason }),
})
