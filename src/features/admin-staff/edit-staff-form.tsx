import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Form, SubmitButton, useForm } from '#client/ui/form.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { useToast } from '#client/ui/toast.tsx'
import type { StaffMember } from '#shared/staff-schema.ts'
import { RoleField } from './role-field.tsx'
import styles from './staff.module.css'

type Props = { member: StaffMember; roleLocked: string | undefined; onDone: () => void }

/** Edits name and role. Changing the role ends the sessions of the staff member. */
export function EditStaffForm({ member, roleLocked, onDone }: Props) {
  const utils = trpc.useUtils()
  const toast = useToast()
  const form = useForm({ name: member.name, role: member.role }, ({ name }) =>
    name.trim() ? undefined : { message: 'Enter a name.', field: 'name' },
  )
  const { role } = form.values
  const save = trpc.admin.staff.update.useMutation({
    onSuccess: () => {
      toast({ title: 'Changes saved' })
      onDone()
    },
    onError: ({ message }) => form.report({ message }),
    onSettled: () => utils.admin.staff.list.invalidate(),
  })

  return (
    <Form
      form={form}
      onSubmit={(values) => save.mutate({ id: member.id, ...values })}
      isPending={save.isPending}
      aria-label="Name and role"
    >
      <TextField {...form.bind('name')} label="Name" autoComplete="off" />
      <RoleField value={role} onValueChange={(next) => form.change({ role: next })} unchangeable={roleLocked} />
      {role !== member.role && <Notice tone="info">{member.name} is signed out and signs in with the new role.</Notice>}
      <div className={styles.buttons}>
        <SubmitButton>Save</SubmitButton>
        <Button variant="secondary" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}
