import { type RefObject, useRef, useState } from 'react'
import type { ApiError } from '#client/lib/trpc.ts'
import { Notice } from '#client/ui/notice.tsx'
import { useDropErrorToast, useToast } from '#client/ui/toast.tsx'
import type { AccountProblem } from '#shared/account.ts'

/** A problem that a form shows as a toast and at `field`, or above the form when there is no field. */
export type FormProblem = Omit<AccountProblem, 'field'> & { field?: string }

/**
 * Converts the error of a failed call into a form problem. Returns `fallback` for internal errors and when the server
 * cannot be reached.
 */
export function accountFailure(error: Pick<ApiError, 'message' | 'data'>, fallback: FormProblem): FormProblem {
  const data = error.data
  if (!data || data.code === 'internal') return fallback
  return { title: data.title ?? fallback.title, message: error.message, ...(data.field && { field: data.field }) }
}

type FormProblemState = {
  formRef: RefObject<HTMLFormElement | null>
  /** The problem, if it belongs to no field. Shown above the form. */
  general?: FormProblem
  /** The message to show at the field with this name. */
  errorAt: (field: string) => string | undefined
  /** Shows the problem as a toast and in the form, and focuses its field. */
  report: (problem: FormProblem) => void
  /** After a change: updates the problem if `problem` is about the same field, clears it otherwise. */
  recheck: (problem: FormProblem | undefined) => void
  clear: () => void
}

/** The one problem a form shows: set on submit, checked again on every change. Finds inputs by name. */
export function useFormProblem(fields: readonly string[]): FormProblemState {
  const formRef = useRef<HTMLFormElement>(null)
  const [problem, setProblem] = useState<FormProblem>()
  const toast = useToast()
  const dropErrorToast = useDropErrorToast()
  const atField = problem?.field !== undefined && fields.includes(problem.field)

  return {
    formRef,
    general: atField ? undefined : problem,
    errorAt: (field) => (problem?.field === field ? problem.message : undefined),
    report: (next) => {
      setProblem(next)
      toast({ title: next.title, description: next.message, tone: 'error' })
      const control = next.field ? formRef.current?.elements.namedItem(next.field) : undefined
      if (control instanceof HTMLElement) control.focus()
    },
    recheck: (next) => {
      const isSame = (shown: FormProblem | undefined) => shown?.field !== undefined && shown.field === next?.field
      if (problem && !isSame(problem)) dropErrorToast()
      setProblem((shown) => (isSame(shown) ? next : undefined))
    },
    clear: () => {
      dropErrorToast()
      setProblem(undefined)
    },
  }
}

/** Shows a problem that belongs to no field; renders nothing when there is none. */
export function FormNotice({ problem }: { problem: FormProblem | undefined }) {
  if (!problem) return null
  return (
    <Notice tone="bad" role="alert" title={problem.title}>
      {problem.message}
    </Notice>
  )
}
