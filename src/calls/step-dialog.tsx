import { type ComponentProps, Fragment, type ReactNode, useState } from 'react'
import { newRequestKey } from '#client/lib/request-key.ts'
import type { Call, CallError } from '#client/ui/call-problem.ts'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { type FormProblem, useForm } from '#client/ui/form.tsx'
import { ConfirmDialog, FormDialog, type QuestionProps } from '#client/ui/form-dialog.tsx'
import type { ToastMessage } from '#client/ui/toast-view.tsx'
import { useCall } from './use-call.ts'

type BoundField<Value> = {
  name: string
  value: Value
  error: string | undefined
  onValueChange(value: Value): void
}

/** A field of a step: its first value, what is wrong with a value, and its control. */
export type FieldRow<Value extends string = string> = {
  start?: Value
  wrong?(value: Value): string | undefined
  draw(field: BoundField<Value>, values: Readonly<Record<string, string>>): ReactNode
}

type Rows = Readonly<Record<string, FieldRow>>
type ValuesOf<Fields extends Rows> = {
  [Name in keyof Fields & string]: Fields[Name] extends FieldRow<infer Value> ? Value : never
}

type StepProps<Subject> = { subject: Subject; onClose: () => void }

type CallbacksOf<Result> = { onSuccess: (result: Result) => void; onError: (error: CallError) => void }

export type StepMutation<Input, Result> = (options: CallbacksOf<Result>) => {
  mutate: (input: Input) => void
  isPending: boolean
}

type Step<Subject, Fields extends Rows, Input, Result> = {
  useMutation: StepMutation<Input, Result>
  show: (subject: Subject) => Omit<QuestionProps, 'isPending' | 'onCancel' | 'onClose'> & {
    fields: Fields
    toast?: string | ((result: Result) => string | ToastMessage)
  }
  /** `requestKey` is another one each time that the dialog is opened. */
  input: (values: ValuesOf<Fields>, subject: Subject, requestKey: string) => Input
  done?: (result: Result, subject: Subject) => void
  /** The field that takes refusals of fields that the form does not have. */
  otherAt?: keyof Fields & string
}

/** A dialog of one call whose form is a table of fields. */
export function stepDialog<Subject, Fields extends Rows, Input, Result>(step: Step<Subject, Fields, Input, Result>) {
  return function StepDialog({ subject, onClose }: StepProps<Subject>) {
    const { fields, toast, children, ...dialog } = step.show(subject)
    const rows = Object.entries(fields)
    const start = Object.fromEntries(rows.map(([name, { start = '' }]) => [name, start]))
    const form = useForm<Readonly<Record<string, string>>>(start, (values) =>
      rows.flatMap(([field, row]): FormProblem[] => {
        const message = row.wrong?.(values[field] ?? '')
        return message === undefined ? [] : [{ field, message }]
      }),
    )
    const { otherAt } = step
    const [requestKey] = useState(newRequestKey)
    const onDone = (result: Result) => {
      step.done?.(result, subject)
      onClose()
    }
    const { mutate, isPending } = step.useMutation(useCall({ form, toast, otherAt, onDone }))
    return (
      <FormDialog
        size="small"
        pendingAction="Saving..."
        {...dialog}
        form={form}
        isPending={isPending}
        onSubmit={(values) => mutate(step.input(values as ValuesOf<Fields>, subject, requestKey))}
        onClose={onClose}
      >
        {children}
        {rows.map(([name, row]) => (
          <Fragment key={name}>{row.draw(form.bind(name), form.values)}</Fragment>
        ))}
      </FormDialog>
    )
  }
}

type Question<Subject, Input, Result> = {
  useMutation: (options: CallbacksOf<Result>) => Call & { mutate: (input: Input) => void }
  show: (subject: Subject) => Omit<ComponentProps<typeof ConfirmDialog>, 'call' | 'onConfirm' | 'onClose'> & {
    toast?: string | ToastMessage
    sure?: { label: string; reason: string }
  }
  input: (subject: Subject) => Input
}

/** A dialog that asks before one call without a form. */
export function questionDialog<Subject, Input, Result>(question: Question<Subject, Input, Result>) {
  return function QuestionDialog({ subject, onClose }: StepProps<Subject>) {
    const { toast, sure, children, ...dialog } = question.show(subject)
    const [isSure, setIsSure] = useState(false)
    const call = question.useMutation(useCall({ toast, onDone: onClose }))
    return (
      <ConfirmDialog
        disabledReason={isSure ? undefined : sure?.reason}
        {...dialog}
        call={call}
        onConfirm={() => call.mutate(question.input(subject))}
        onClose={onClose}
      >
        {children}
        {sure && <Checkbox label={sure.label} checked={isSure} onCheckedChange={setIsSure} />}
      </ConfirmDialog>
    )
  }
}
