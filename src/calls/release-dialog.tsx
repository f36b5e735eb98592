import type { ReactNode } from 'react'
import { trpc } from '#client/lib/trpc.ts'
import { controlsMessages } from '#shared/controls.ts'
import { dollarsOf, formatDollars, parseDollars } from '#shared/money.ts'
import { MoneyField } from './payment-fields.tsx'
import { stepDialog } from './step-dialog.tsx'

/** The value of the amount until the server asks for it, which shows its field. */
const NOT_ASKED = 'not asked'

type Released = { title: string; id: string; amount: number; about: ReactNode }

/** Releases what waits for a second person. Who works alone repeats the amount, for which the server asks. */
export const ReleaseDialog = stepDialog({
  useMutation: trpc.waitingActs.release.useMutation,
  show: ({ title, id, amount, about }: Released) => ({
    ...{ title, of: id, children: about },
    ...{ action: 'Release', pendingAction: 'Releasing...', cancel: 'Close' },
    toast: ({ state }: { state: string }) =>
      state === 'overtaken'
        ? { title: 'Not done', description: 'It had changed since it was asked.', tone: 'error' as const }
        : `${formatDollars(amount)} is released.`,
    fields: {
      amount: {
        start: NOT_ASKED,
        wrong: (typed) =>
          typed !== NOT_ASKED && parseDollars(typed) === null ? controlsMessages.typeAmount : undefined,
        draw: ({ value, ...field }) =>
          (field.error !== undefined || value !== NOT_ASKED) && (
            <MoneyField {...field} value={value === NOT_ASKED ? '' : value} autoFocus />
          ),
      },
    },
  }),
  input: ({ amount }, { id }) => ({ id, ...(amount !== NOT_ASKED && { amount: dollarsOf(amount) }) }),
})
