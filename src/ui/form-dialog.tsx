import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog, type DialogProps } from './dialog.tsx'
import { Form, type FormState, SubmitButton } from './form.tsx'

type FormDialogProps<Values> = Pick<DialogProps, 'title' | 'description' | 'size' | 'firstFocus'> & {
  form: FormState<Values>
  isPending: boolean
  /** The label of the submit button. */
  action: string
  pendingAction?: string
  isDanger?: boolean
  /** The label of the button that closes the dialog. */
  cancel?: string
  /** Receives valid values only. */
  onSubmit: (values: Values) => void
  onClose: () => void
  children?: ReactNode
}

/**
 * A form in a dialog. It cannot be closed while it is sent. A press outside does not close it once something was
 * entered, because that would be lost.
 */
export function FormDialog<Values>(props: FormDialogProps<Values>) {
  const { form, isPending, action, pendingAction, isDanger, cancel = 'Cancel', onSubmit, onClose, children } = props
  const { title, description, size, firstFocus } = props
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isPending && onClose()}
      locked={isPending}
      keepsOpen={form.isChanged}
      {...{ title, description, size, firstFocus }}
    >
      <Form form={form} isPending={isPending} onSubmit={onSubmit} aria-label={title}>
        {children}
        <DialogButtons>
          <SubmitButton variant={isDanger ? 'danger' : 'primary'} pendingLabel={pendingAction}>
            {action}
          </SubmitButton>
          <Button variant="secondary" onClick={onClose} disabledReason={isPending ? 'Saving your change' : undefined}>
            {cancel}
          </Button>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}

/** The buttons at the end of a dialog. */
export function DialogButtons({ children }: { children: ReactNode }) {
  return <div className="cluster gap-3 pad-top-2">{children}</div>
}
