import { type RefObject, useRef, useState } from 'react'
import { useDropErrorToast, useToast } from '#client/ui/toast.tsx'
import type { FormProblem } from './account-failure.ts'

type FormProblemState = {
  formRef: RefObject<HTMLFormElement | null>
  /** What belongs to no field and stands above the form. */
  general?: FormProblem
  /** Words to show at the field with this name. */
  errorAt: (field: string) => string | undefined
  /** Says it as a toast and in the form, and focuses its field. */
  report: (problem: FormProblem) => void
  /** After a change: keeps what is still wrong with the field shown, and forgets the rest. */
  recheck: (problem: FormProblem | undefined) => void
  clear: () => void
}

/** The one problem a form shows: reported on submit, then followed on every change. Inputs are found by name. */
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
