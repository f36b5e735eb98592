import { useQueryClient } from '@tanstack/react-query'
import { type CallName, readAgain } from '#client/lib/read-again.ts'
import { type CallError, callProblem, type Failed } from '#client/ui/call-problem.ts'
import type { FormState } from '#client/ui/form.tsx'
import { useToast } from '#client/ui/toast.tsx'
import type { ToastMessage } from '#client/ui/toast-view.tsx'
import type { Waiting } from '#shared/waiting-act-schema.ts'

export type CallOptions<Result, Values> = {
  /** Shows a refusal, at the field that the server names. */
  form?: FormState<Values>
  at?: keyof Values & string
  otherAt?: keyof Values & string
  /** Without a form or a dialog that shows it, a refusal with a title is a toast. */
  failed?: Failed
  /** What a refusal says when the server cannot be reached. */
  unreached?: string
  toast?: string | ToastMessage | ((result: Result) => string | ToastMessage)
  onDone?: (result: Result) => void
  /** What a call of a customer changed; for staff, `staff-changes.ts` lists it. */
  changes?: readonly CallName[]
}

/** The options of a call: what follows a success, and where a refusal is shown. */
export function useCall<Result, Values extends object>(options: CallOptions<Result, Values>) {
  const { form, at, otherAt, failed, unreached, toast, onDone, changes } = options
  const show = useToast()
  const client = useQueryClient()
  return {
    onSuccess: (result: Result) => {
      const message = waits(result) ?? (typeof toast === 'function' ? toast(result) : toast)
      if (message) show(typeof message === 'string' ? { title: message } : message)
      onDone?.(result)
    },
    onError: (error: CallError) => {
      const problem = callProblem(error, failed, unreached)
      const isOther = problem.field !== undefined && form && !(problem.field in form.values)
      const field = at ?? (isOther ? otherAt : undefined)
      if (form) form.report({ ...problem, ...(field && { field }) })
      else if (problem.title) show({ title: problem.title, description: problem.message, tone: 'error' })
    },
    ...(changes && { onSettled: () => readAgain(client, changes) }),
  }
}

export const waitsToast = { title: 'Waits for a second person', tone: 'waits' } as const

/** An act that waits has changed nothing yet, whatever the page says of a success. */
function waits(result: unknown) {
  const isAct = (result as { waiting?: Partial<Waiting> } | undefined)?.waiting?.kind !== undefined
  return isAct ? ({ ...waitsToast, description: 'It is done once someone else releases it.' } as const) : undefined
}
