import {
  createContext,
  type FormEvent,
  type FormHTMLAttributes,
  type ReactNode,
  type RefObject,
  useContext,
  useRef,
  useState,
} from 'react'
import { Button, type ButtonProps } from './button.tsx'
import { classNames } from './class-names.ts'
import styles from './form.module.css'
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
  /** Whether a submit was tried. */
  wasSubmitted: boolean
  /** The problem, if it belongs to no field. Shown above the form. */
  general: FormProblem | undefined
  /** The message to show at the field with this name. */
  errorAt: (field: string) => string | undefined
  /** Shows a problem, for instance the refusal of the server, and focuses its field. */
  report: (problem: FormProblem) => void
  /** Passes valid values to `send`; reports the problem of others. */
  submit: (send: (values: Values) => void) => void
}

/**
 * The values of a form and its one problem: found by `check` on submit, checked again on every change. Controls are
 * found by name. Problems with a title are toasts too, unless `hasToast` is false.
 */
export function useForm<Values extends object>(
  initial: Values,
  check: (values: Values) => FormProblem | undefined,
  { hasToast = true }: { hasToast?: boolean } = {},
): FormState<Values> {
  const formRef = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState(initial)
  const [problem, setProblem] = useState<FormProblem>()
  const [wasSubmitted, setWasSubmitted] = useState(false)
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
  const report = (next: FormProblem) => {
    setProblem(next)
    if (hasToast && next.title) toast({ title: next.title, description: next.message, tone: 'error' })
    const control = next.field ? formRef.current?.elements.namedItem(next.field) : undefined
    if (control instanceof HTMLElement) control.focus()
  }
  const errorAt = (field: string) => (problem?.field === field ? problem.message : undefined)

  return {
    formRef,
    values,
    change,
    bind: (field) => ({
      name: field,
      value: values[field] as string,
      error: errorAt(field),
      onValueChange: (value) => change({ [field]: value } as Partial<Values>),
    }),
    reset: () => setValues(initial),
    wasSubmitted,
    general: problem?.field !== undefined && problem.field in initial ? undefined : problem,
    errorAt,
    report,
    submit: (send) => {
      setWasSubmitted(true)
      const wrong = check(values)
      if (wrong) return report(wrong)
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

/** A form with one problem at a time; see `useForm`. Contains a `SubmitButton`. */
export function Form<Values>({ form, onSubmit, isPending, lead, className, children, ...rest }: FormProps<Values>) {
  const { formRef, general } = form
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending) form.submit(onSubmit)
  }
  return (
    <form {...rest} ref={formRef} className={classNames(styles.form, className)} noValidate onSubmit={submit}>
      {lead}
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
