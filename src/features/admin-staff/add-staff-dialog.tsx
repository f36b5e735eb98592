import { useCall } from '#client/calls/use-call.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { useForm } from '#client/ui/form.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import type { StaffRole } from '#shared/staff-role.ts'
import { OneTimePassword } from './one-time-password.tsx'
import { RoleField } from './role-field.tsx'

const empty: { name: string; username: string; role: StaffRole } = { name: '', username: '', role: 'reviewer' }
const required = { name: 'Enter a name.', username: 'Enter a username.' }

export function AddStaffDialog({ onClose }: { onClose: () => void }) {
  const form = useForm(empty, undefined, { required, hasSummary: false })
  const call = useCall({ form })
  const add = trpc.admin.staff.add.useMutation({
    onError: (error) => {
      call.onError(error)
      form.focus('username')
    },
  })
  if (add.data)
    return (
      // A click outside must not close the dialog while it shows the password.
      <Dialog locked size="small" title="Staff added" onClose={onClose}>
        <OneTimePassword {...add.data} onDone={onClose} />
      </Dialog>
    )
  return (
    <FormDialog
      size="small"
      title="Add staff"
      action="Add"
      form={form}
      isPending={add.isPending}
      onSubmit={({ username, ...values }) => add.mutate({ ...values, username: username.trim() })}
      onClose={onClose}
    >
      <TextField {...form.bind('name')} label="Name" autoComplete="off" />
      <TextField
        {...form.bind('username')}
        label="Username"
        hint="They use it to sign in."
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <RoleField {...form.bind('role')} />
    </FormDialog>
  )
}
