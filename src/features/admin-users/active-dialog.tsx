import { useState } from 'react'
import { useCall } from '#client/calls/use-call.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useForm } from '#client/ui/form.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { disableReasons } from '#shared/registered-user.ts'
import type { UserDetail } from '#shared/registered-user-schema.ts'

export function ActiveDialog({ user, onClose }: { user: UserDetail; onClose: () => void }) {
  // Kept from the first render, because the mutation changes `user` before the dialog closes.
  const [active] = useState(!user.isActive)
  const form = useForm({ reason: '' }, undefined, { hasToast: false })
  const utils = trpc.useUtils()
  const change = trpc.admin.users.setActive.useMutation(
    useCall({
      form,
      failed: "That didn't work",
      toast: ({ isActive, name }) => ({ title: isActive ? 'Account enabled' : 'Account disabled', description: name }),
      onDone: (changed) => {
        utils.admin.users.get.setData({ userId: changed.id }, changed)
        onClose()
      },
    }),
  )
  return (
    <FormDialog
      form={form}
      isPending={change.isPending}
      title={active ? `Enable ${user.name}?` : `Disable ${user.name}?`}
      description={
        active
          ? 'They can sign in again with their existing password.'
          : "They will be signed out everywhere and can't sign in. Open orders stay in the queue."
      }
      action={active ? 'Enable account' : 'Disable account'}
      isDanger={!active}
      onSubmit={({ reason }) =>
        change.mutate({ userId: user.id, isActive: active, reason: disableReasons.find((each) => each === reason) })
      }
      onClose={onClose}
    >
      {!active && (
        <SelectField
          label="Reason"
          optional
          hint="Saved in the audit log. The customer isn't notified."
          {...form.bind('reason')}
          options={[{ value: '', name: 'No reason' }, ...disableReasons.map((name) => ({ value: name, name }))]}
        />
      )}
    </FormDialog>
  )
}
