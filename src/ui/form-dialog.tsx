import { type ComponentProps, type ReactNode, useRef } from 'react'
import { Button, SecondaryButton } from './button.tsx'
import { type Call, callProblem, type Failed } from './call-problem.ts'
import { Dialog, type DialogProps } from './dialog.tsx'
import { Form, type FormProblem, type FormState, SubmitButton } from './form.tsx'
import { ProblemNotice } from './notice.tsx'

export type QuestionProps = Pick<DialogProps, 'title' | 'description' | 'size' | 'onClose'> & {
  /** The id of what the dialog is about, as its description. */
  of?: string | undefined
  action: string
  call?: Call
  /** If that is more than `call`. */
  isPending?: boolean
  pendingAction?: string
  isDanger?: boolean
  disabledReason?: string | undefined
  /** The label of the other button, which closes the dialog unless `onCancel` is given. */
  cancel?: string
  onCancel?: () => void
  children?: ReactNode
}

type FormDialogProps<Values> = QuestionProps &
  Pick<DialogProps, 'firstFocus' | 'side'> & {
    form: FormState<Values>
    formName?: string
    lead?: ReactNode
    otherButton?: ReactNode
    onSubmit: (values: Values) => void
  }

/** Cannot be closed while it is sent, nor by a press outside once something was entered. */
export function FormDialog<Values>(props: FormDialogProps<Values>) {
  const { form, formName, lead, otherButton, onSubmit, call, action, pendingAction, isDanger } = props
  const { title, description = idOf(props), size, side, firstFocus, onClose, disabledReason, children } = props
  const { isPending = call?.isPending ?? false } = props
  return (
    <Dialog locked={isPending} keepsOpen={form.isChanged} {...{ title, description, size, side, firstFocus, onClose }}>
      <Form {...{ form, isPending, onSubmit, lead }} aria-label={formName ?? title}>
        {children}
        <DialogButtons>
          <SubmitButton {...{ disabledReason }} variant={isDanger ? 'danger' : 'primary'} pendingLabel={pendingAction}>
            {action}
          </SubmitButton>
          <CancelButton {...props} isPending={isPending} />
          {otherButton}
        </DialogButtons>
      </Form>
    </Dialog>
  )
}

type ConfirmDialogProps = QuestionProps & {
  failed?: Failed
  unreached?: string
  /** Why the action failed, if not as its call says. */
  problem?: FormProblem | null | undefined
  firstFocus?: 'title' | 'action'
  /** The action is not possible any more, as `problem` says: the only button closes the dialog. */
  isOver?: boolean
  onConfirm: () => void
}

/** Asks before an action; `children` may have controls whose state the caller keeps. Locked while the action runs. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { call, failed, unreached, firstFocus, onConfirm, action, pendingAction, isDanger, disabledReason } = props
  const { title, description = idOf(props), size = 'small', isOver = false, onClose, children } = props
  const { isPending = call?.isPending ?? false, problem = call?.error && callProblem(call.error, failed, unreached) } =
    props
  const button = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      locked={isPending}
      firstFocus={firstFocus === 'action' ? button : firstFocus}
      {...{ title, description, size, onClose }}
    >
      <div className="stack gap-4">
        {children}
        <ProblemNotice {...problem} />
        <DialogButtons>
          {isOver ? (
            <SecondaryButton autoFocus onClick={onClose}>
              Close
            </SecondaryButton>
          ) : (
            <>
              <Button
                ref={button}
                variant={isDanger ? 'danger' : 'primary'}
                busy={isPending}
                disabledReason={disabledReason}
                onClick={onConfirm}
              >
                {isPending && pendingAction ? pendingAction : action}
              </Button>
              <CancelButton {...props} isPending={isPending} />
            </>
          )}
        </DialogButtons>
      </div>
    </Dialog>
  )
}

const idOf = ({ of }: QuestionProps) => of && <span className="mono">{of}</span>

function CancelButton({ cancel = 'Cancel', onClose, onCancel = onClose, isPending }: QuestionProps) {
  return (
    <SecondaryButton onClick={onCancel} disabledReason={isPending ? 'Saving your change' : undefined}>
      {cancel}
    </SecondaryButton>
  )
}

type FormButtonsProps = ComponentProps<typeof SubmitButton> & { cancel?: string; onCancel?: (() => void) | undefined }

/** Sends a form, or leaves it. */
export function FormButtons({ cancel = 'Cancel', onCancel, ...submit }: FormButtonsProps) {
  return (
    <DialogButtons>
      <SubmitButton {...submit} />
      {onCancel && <SecondaryButton onClick={onCancel}>{cancel}</SecondaryButton>}
    </DialogButtons>
  )
}

export function DialogButtons({ children }: { children: ReactNode }) {
  return <div className="cluster gap-3 pad-top-2">{children}</div>
}
