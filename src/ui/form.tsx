import {
  createContext,
  type FormEvent,
  type FormHTMLAttributes,
  type MouseEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react'
import { Button, type ButtonProps } from './button.tsx'
import { classNames } from './class-names.ts'
import styles from './form.module.css'
import { Notice } from './notice.tsx'
import { useDropErrorToast, useToast } from './toast.tsx'

/** What is wrong with a form: shown at the control named `field`, or above the form without one. */
export type FormProblem = { title?: string; message: string; field?: string }

type FieldProblem = { field: string; message: string }

/** The fields of text, or of one of some words, which `bind` can connect with a control. */
type TextFieldName<Values> = {
  [Field in keyof Values & string]: Values[Field] extends string ? Field : never
}[keyof Values & string]

export type FormState<Values> = {
  formRef: RefObject<HTMLFormElement | null>
  values: Values
  isChanged: boolean
  /** Changes some values, and updates the shown problems that the form still has at the same fields. */
  change: (part: Partial<Values>) => void
  /** Name, value, error and change handler of a text field or select. */
  bind: <Field extends TextFieldName<Values>>(
    field: Field,
  ) => {
    name: string
    value: Values[Field]
    error: string | undefined
    onValueChange: (value: Values[Field]) => void
  }
  reset: () => void
  missing: readonly FieldProblem[]
  /** Counts the refused submits with several empty fields, each of which shows a summary; 0 after any other submit. */
  summaries: number
  focus: (...fields: string[]) => void
  general: readonly FormProblem[]
  errorAt: (field: string) => string | undefined
  /** Shows the refusal of the server, and focuses its field if the form has it. */
  report: (problem: FormProblem) => void
  submit: (send: (values: Values) => void) => void
}

type FormOptions<Values> = {
  hasToast?: boolean
  /** Whether several empty fields are listed before one takes the focus. */
  hasSummary?: boolean
  /** What to do about each field while it is empty: 'Enter your email address'. */
  required?: Partial<Record<TextFieldName<Values>, string>>
}

/**
 * The values and problems of a form: `check` runs on submit, and again on every change. Controls are found by name,
 * other places by `data-field`. A first problem with a title is a toast too, unless `hasToast` is false.
 */
export function useForm<Values extends object>(
  initial: Values,
  check: (values: Values) => FormProblem | readonly FormProblem[] | undefined = () => undefined,
  { hasToast = true, hasSummary = true, required = {} }: FormOptions<Values> = {},
): FormState<Values> {
  const formRef = useRef<HTMLFormElement>(null)
  const [start] = useState(initial)
  const [values, setValues] = useState(start)
  const [problems, setProblems] = useState<readonly FormProblem[]>([])
  const [isRefused, setIsRefused] = useState(false)
  const [summaries, setSummaries] = useState(0)
  const toast = useToast()
  const dropErrorToast = useDropErrorToast()

  const emptyOf = (given: Values) =>
    Object.entries<string | undefined>(required).flatMap(([field, message]): FieldProblem[] =>
      message && !String(given[field as keyof Values]).trim() ? [{ field, message }] : [],
    )
  const problemsOf = (given: Values) => {
    const found = [check(given) ?? []].flat()
    return found.length > 0 ? found : emptyOf(given)
  }
  const change = (part: Partial<Values>) => {
    // A password manager fills several fields before the next render, hence the updater function.
    setValues((old) => ({ ...old, ...part }))
    const found = problemsOf({ ...values, ...part })
    const stillWrong = (shown: readonly FormProblem[]) =>
      shown.flatMap(({ field }) => found.find((each) => field !== undefined && each.field === field) ?? [])
    if (problems.length > 0 && stillWrong(problems.slice(0, 1)).length === 0) dropErrorToast()
    setProblems(stillWrong)
  }
  const focus = (...fields: string[]) => {
    const places = fields.map((field) => `[name="${field}"], [data-field="${field}"]`)
    if (places.length > 0) formRef.current?.querySelector<HTMLElement>(places.join())?.focus()
  }
  const show = (found: readonly FormProblem[]) => {
    setProblems(found)
    const [first] = found
    if (hasToast && first?.title) toast({ title: first.title, description: first.message, tone: 'error' })
  }
  const emptyFields = emptyOf(values)
  const missing = isRefused ? emptyFields : []
  const errorAt = (field: string) =>
    (missing.find((each) => each.field === field) ?? problems.find((each) => each.field === field))?.message

  return {
    formRef,
    values,
    isChanged: values !== start,
    change,
    bind: (field) => ({
      name: field,
      value: values[field],
      error: errorAt(field),
      onValueChange: (value) => change({ [field]: value as string } as Partial<Values>),
    }),
    reset: () => setValues(start),
    missing,
    summaries,
    focus,
    general: problems.filter(({ field }) => field === undefined),
    errorAt,
    report: ({ field, ...problem }) => {
      const isField = field !== undefined && field in initial
      show([isField ? { ...problem, field } : problem])
      if (isField) focus(field)
    },
    submit: (send) => {
      const found = problemsOf(values)
      const [first] = found
      setIsRefused(first !== undefined)
      // One empty field takes the focus itself; several are listed first.
      const isListed = hasSummary && emptyFields.length > 1
      setSummaries((count) => (isListed ? count + 1 : 0))
      show(found)
      if (!first) {
        dropErrorToast()
        send(values)
      } else if (!isListed) focus(...found.flatMap(({ field }) => field ?? []))
    },
  }
}

const PendingContext = createContext(false)

type FormProps<Values> = Omit<FormHTMLAttributes<HTMLFormElement>, 'onSubmit'> & {
  form: FormState<Values>
  onSubmit: (values: Values) => void
  /** What it sends; `isPending` if that is more than a call. */
  call?: { isPending: boolean }
  isPending?: boolean
  lead?: ReactNode
}

export function Form<Values>(props: FormProps<Values>) {
  const { form, onSubmit, call, isPending = call?.isPending ?? false, lead, className, children, ...rest } = props
  const { formRef, general, missing, summaries } = form
  const summary = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (summaries > 0) summary.current?.focus()
  }, [summaries])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // A dialog with a form may be rendered inside another form, whose handler React would call as well.
    event.stopPropagation()
    if (!isPending) form.submit(onSubmit)
  }
  return (
    <form {...rest} ref={formRef} className={classNames('stack gap-4', className)} noValidate onSubmit={submit}>
      {lead}
      {summaries > 0 && missing.length > 0 && <ErrorSummary ref={summary} problems={missing} onGoTo={form.focus} />}
      {general.length > 0 && (
        <Notice tone="bad" role="alert" title={general[0]?.title}>
          {general.map(({ message }) => (
            <p key={message}>{message}</p>
          ))}
        </Notice>
      )}
      <PendingContext value={isPending}>{children}</PendingContext>
    </form>
  )
}

type ErrorSummaryProps = {
  ref?: Ref<HTMLDivElement>
  problems: readonly FieldProblem[]
  onGoTo: (field: string) => void
}

function ErrorSummary({ ref, problems, onGoTo }: ErrorSummaryProps) {
  const goTo = (field: string) => (event: MouseEvent) => {
    event.preventDefault()
    onGoTo(field)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would announce the links as a form field
    <div ref={ref} className={`pad-4 ${styles.box}`} role="group" aria-label="There is a problem" tabIndex={-1}>
      <p className="strong">There is a problem</p>
      <ul className="plain margin-top-1">
        {problems.map(({ field, message }) => (
          <li key={field}>
            <a href={`#${field}`} onClick={goTo(field)}>
              {message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

type SubmitButtonProps = Omit<ButtonProps, 'type' | 'busy'> & { pendingLabel?: string }

/** Busy while the form is sent. */
export function SubmitButton({ pendingLabel, children, ...rest }: SubmitButtonProps) {
  const isPending = useContext(PendingContext)
  return (
    <Button {...rest} type="submit" busy={isPending}>
      {isPending && pendingLabel !== undefined ? pendingLabel : children}
    </Button>
  )
}
