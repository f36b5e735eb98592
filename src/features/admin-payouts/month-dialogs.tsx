import { whyRow } from '#client/calls/payment-fields.tsx'
import { type FieldRow, stepDialog } from '#client/calls/step-dialog.tsx'

import { trpc } from '#client/lib/trpc.ts'
import { TextField } from '#client/ui/text-field.tsx'
import { formatDollars } from '#shared/money.ts'
import { MONTH_REASON_MAX_LENGTH, monthName } from '#shared/month.ts'
import type { NextMonth } from '#shared/month-schema.ts'
import { statementMessages } from '#shared/statement.ts'
import { explanation } from './reconciliation-panel.tsx'
import { typedDollars } from './statement-search.ts'

type Closing = { next: NextMonth; requestKey: string }
type Rows = Readonly<Record<string, FieldRow>>

/** Repeats what suspense has, and says why movements are without a line. */
export const CloseMonthDialog = stepDialog({
  useMutation: trpc.statements.closeMonth.useMutation,
  show: ({ next: { month, accounts, suspense } }: Closing) => {
    const late = accounts.filter(({ ready }) => ready === 'explain')
    const fields: Rows = {
      ...(suspense !== 0 && {
        suspense: {
          wrong: (typed) => (typedDollars(typed) === null ? statementMessages.badAmount : undefined),
          draw: (field) => (
            <TextField
              {...field}
              label="Suspense"
              hint={`Repeat ${formatDollars(suspense)}: the books do not explain it.`}
              inputMode="text"
              autoComplete="off"
              isMoney
            />
          ),
        } satisfies FieldRow,
      }),
      ...(late.length > 0 && { note: whyRow('Why movements have no line', 'Enter why.', MONTH_REASON_MAX_LENGTH) }),
    }
    return {
      title: `Close ${monthName(month)}`,
      action: `Close ${monthName(month)}`,
      children: (
        <>
          <p>
            Once a second person confirms it, nothing is booked in {monthName(month)} any more. An owner can reopen it.
          </p>
          {late.map((account) => (
            <p key={account.id}>
              {account.name}: {explanation(account)}
            </p>
          ))}
        </>
      ),
      fields,
    }
  },
  input: ({ suspense, note }: Readonly<Record<string, string>>, { next: { month }, requestKey }) => ({
    ...{ month, requestKey },
    ...(suspense !== undefined && { suspense: typedDollars(suspense) ?? 0 }),
    ...(note !== undefined && { note }),
  }),
})

export const ReopenMonthDialog = stepDialog({
  useMutation: trpc.statements.reopenMonth.useMutation,
  show: ({ month }: { month: string; requestKey: string }) => ({
    title: `Reopen ${monthName(month)}`,
    action: 'Reopen',
    children: <p>Once a second person confirms it, its books can change. The closing is kept.</p>,
    fields: { reason: whyRow('Why', 'Enter why.', MONTH_REASON_MAX_LENGTH) },
  }),
  input: ({ reason }, { month, requestKey }) => ({ month, reason, requestKey }),
})
