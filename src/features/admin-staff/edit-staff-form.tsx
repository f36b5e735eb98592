import { type FormEvent, useRef, useState } from 'react'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
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
  const [name, setName] = useState(member.name)
  const [role, setRole] = useState(member.role)
  const [tried, setTried] = useState(false)
  const nameRef = useRef<HTMLInputElement>(null)
  const save = trpc.admin.staff.update.useMutation({
    onSuccess: () => {
      toast({ title: 'Changes saved' })
      onDone()
    },
    onSettled: () => utils.admin.staff.list.invalidate(),
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!name.trim()) nameRef.current?.focus()
    else if (!save.isPending) save.mutate({ id: member.id, name, role })
  }

  return (
    <form className={styles.form} noValidate onSubmit={submit} aria-label="Name and role">
      {save.isError && (
        <Notice tone="bad" role="alert">
          {save.error.message}
        </Notice>
      )}
      <TextField
        ref={nameRef}
        label="Name"
        name="name"
        autoComplete="off"
        value={name}
        onValueChange={setName}
        error={tried && !name.trim() ? 'Enter a name.' : undefined}
      />
      <RoleField value={role} onValueChange={setRole} unchangeable={roleLocked} />
      {role !== member.role && <Notice tone="info">{member.name} is signed out and signs in with the new role.</Notice>}
      <div className={styles.buttons}>
        <Button type="submit" busy={save.isPending}>
          Save
        </Button>
        <Button variant="secondary" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
