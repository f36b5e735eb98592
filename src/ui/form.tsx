import {
  createContext,
  type FormEvent,
  type FormHTMLAttributes,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react'
import { Button, type ButtonProps } from './button.tsx'
import { classNames } from './class-names.ts'
import { ErrorSummary, type FieldProblem } from './error-summary.tsx'
import { Notice } from './notice.tsx'
import { useDropErrorToast, useToast } from './toast.tsx'

/** What is wrong with a form: shown at the control named `field`, or above the form if the form has no such field. */
export type FormProblem = { title?: string; message: string; field?: string }

/** The fields of free text, which `bind` can connect with a control. */
type TextFieldName<Values> = {
  [Field in keyof Values & string]: string extends Values[Field] ? Field : never
}[keyof Values & string]

export type FormState<Values> = {
  formRef: RefObject<HTMLFormElement | null>
  values: Values
  /** Whether something was entered. */
  isChanged: boolean
  /** Changes some values, and updates the shown problem if the form still has it at the same field. */
  change: (part: Partial<Values>) => void
  /** Name, value, error and change handler of a text field. */
  bind: (field: TextFieldName<Values>) => {
    name: string
    value: string
    error: string | undefined
    onValueChange: (value: string) => void
  }
  /** Restores the initial values. */
  reset: () => void
  /** The required fields that are empty, after a submit was refused. */
  missing: readonly FieldProblem[]
  /** Counts the refused submits with several empty fields, each of which shows a summary; 0 after any other submit. */
  summaries: number
  /** Focuses the control with this name. */
  focus: (field: string) => void
  /** The problem, if it belongs to no field. Shown above the form. */
  general: FormProblem | undefined
  /** The message to show at the field with this name. */
  errorAt: (field: string) => string | undefined
  /** Shows a problem, for instance the refusal of the server, and focuses its field. */
  report: (problem: FormProblem) => void
  /** Passes valid values to `send`; reports the problem of others. */
  submit: (send: (values: Values) => void) => void
}

type FormOptions<Values> = {
  hasToast?: boolean
  /** What to do about each field while it is empty: 'Enter your email address'. */
  required?: Partial<Record<TextFieldName<Values>, string>>
}

/**
 * The values of a form and its one problem: found by `check` on submit, checked again on every change. Controls are
 * found by name. Problems with a title are toasts too, unless `hasToast` is false. Of the `required` fields, every
 * empty one is marked.
 */
export function useForm<Values extends object>(
  initial: Values,
  check: (values: Values) => FormProblem | undefined,
  { hasToast = true, required = {} }: FormOptions<Values> = {},
): FormState<Values> {
  const formRef = useRef<HTMLFormElement>(null)
  const [start] = useState(initial)
  const [values, setValues] = useState(start)
  const [problem, setProblem] = useState<FormProblem>()
  const [isRefused, setIsRefused] = useState(false)
  const [summaries, setSummaries] = useState(0)
  const toast = useToast()
  const dropErrorToast = useDropErrorToast()

  const change = (part: Partial<Values>) => {
    // A password manager fills several fields before the next render, hence the updater function.
    setValues((old) => ({ ...old, ...part }))
    const next = check({ ...values, ...part })
    const isSame = (shown: FormProblem | undefined) => shown?.field !== undefined && shown.field === next?.field
    if (problem && !isSame(problem)) dropErrorToast()
    setProblem((shown) => (isSame(shown) ? next : undefined))
  }
  const focus = (field: string) => {
    const control = formRef.current?.elements.namedItem(field)
    if (control instanceof HTMLElement) control.focus()
  }
  const show = (next: FormProblem) => {
    setProblem(next)
    if (hasToast && next.title) toast({ title: next.title, description: next.message, tone: 'error' })
  }
  const report = (next: FormProblem) => {
    show(next)
    if (next.field) focus(next.field)
  }
  const emptyFields = Object.entries<string | undefined>(required).flatMap(([field, message]): FieldProblem[] =>
    message && !String(values[field as keyof Values]).trim() ? [{ field, message }] : [],
  )
  const missing = isRefused ? emptyFields : []
  const errorAt = (field: string) =>
    missing.find((each) => each.field === field)?.message ?? (problem?.field === field ? problem.message : undefined)

  return {
    formRef,
    values,
    isChanged: values !== start,
    change,
    bind: (field) => ({
      name: field,
      value: values[field] as string,
      error: errorAt(field),
      onValueChange: (value) => change({ [field]: value } as Partial<Values>),
    }),
    reset: () => setValues(start),
    missing,
    summaries,
    focus,
    general: problem?.field !== undefined && problem.field in initial ? undefined : problem,
    errorAt,
    report,
    submit: (send) => {
      const wrong = check(values)
      setIsRefused(wrong !== undefined)
      // One empty field takes the focus itself; several are listed first.
      const hasSummary = wrong !== undefined && emptyFields.length > 1
      setSummaries((count) => (hasSummary ? count + 1 : 0))
      if (wrong) return hasSummary ? show(wrong) : report(wrong)
      dropErrorToast()
      setProblem(undefined)
      send(values)
    },
  }
}

const PendingContext = createContext(false)

type FormProps<Values> = Omit<FormHTMLAttributes<HTMLFormElement>, 'onSubmit'> & {
  form: FormState<Values>
  /** Receives valid values only, and none while `isPending`. */
  onSubmit: (values: Values) => void
  isPending: boolean
  /** What stands above the notice of a problem. */
  lead?: ReactNode
}

/** A form of `useForm`. Contains a `SubmitButton`. */
export function Form<Values>({ form, onSubmit, isPending, lead, className, children, ...rest }: FormProps<Values>) {
  const { formRef, general, missing, summaries } = form
  const summary = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (summaries > 0) summary.current?.focus()
  }, [summaries])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending) form.submit(onSubmit)
  }
  return (
    <form {...rest} ref={formRef} className={classNames('stack gap-4', className)} noValidate onSubmit={submit}>
      {lead}
      {summaries > 0 && missing.length > 0 && <ErrorSummary ref={summary} problems={missing} onGoTo={form.focus} />}
      {general && (
        <Notice tone="bad" role="alert" title={general.title}>
          {general.message}
        </Notice>
      )}
      <PendingContext value={isPending}>{children}</PendingContext>
    </form>
  )
}

type SubmitButtonProps = Omit<ButtonProps, 'type' | 'busy' | 'children'> & {
  children: string
  /** The label while the form is sent. */
  pendingLabel?: string
}

/** The submit button of a `Form`, busy while the form is sent. */
export function SubmitButton({ pendingLabel, children, ...rest }: SubmitButtonProps) {
  const isPending = useContext(PendingContext)
  return (
    <Button {...rest} type="submit" busy={isPending}>
      {isPending && pendingLabel !== undefined ? pendingLabel : children}
    </Button>
  )
}
