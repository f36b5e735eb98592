import { type FormEvent, useRef, useState } from 'react'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import type { StaffRole } from '#shared/staff-role.ts'
import { OneTimePassword } from './one-time-password.tsx'
import { RoleField } from './role-field.tsx'

/** Creates a staff account and shows its one-time password once. */
export function AddStaffDialog({ onClose }: { onClose: () => void }) {
  const utils = trpc.useUtils()
  const { mutate, isPending, data, error } = trpc.admin.staff.add.useMutation({
    onError: () => usernameRef.current?.focus(),
    onSettled: () => utils.admin.staff.list.invalidate(),
  })
  const [name, setName] = useState('')
  const [username, setUsername] = useState('')
  const [role, setRole] = useState<StaffRole>('reviewer')
  const [tried, setTried] = useState(false)
  const nameRef = useRef<HTMLInputElement>(null)
  const usernameRef = useRef<HTMLInputElement>(null)
  const atField = error?.data?.field

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!name.trim()) nameRef.current?.focus()
    else if (!username.trim()) usernameRef.current?.focus()
    else if (!isPending) mutate({ name, username: username.trim(), role })
  }

  return (
    <Dialog
      onClose={onClose}
      // A click outside must not close the dialog while it shows the password.
      locked={isPending || data !== undefined}
      size="small"
      title={data ? 'Staff added' : 'Add staff'}
    >
      {data ? (
        <OneTimePassword username={data.username} password={data.password} onDone={onClose} />
      ) : (
        <form className="stack gap-4" noValidate onSubmit={submit} aria-label="Add staff">
          {error && atField === undefined && (
            <Notice tone="bad" role="alert">
              {error.message}
            </Notice>
          )}
          <TextField
            ref={nameRef}
            label="Name"
            name="name"
            autoComplete="off"
            value={name}
            onValueChange={setName}
            error={tried && !name.trim() ? 'Enter a name.' : atField === 'name' ? error?.message : undefined}
          />
          <TextField
            ref={usernameRef}
            label="Username"
            name="username"
            hint="They use it to sign in."
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={username}
            onValueChange={setUsername}
            error={
              tried && !username.trim() ? 'Enter a username.' : atField === 'username' ? error?.message : undefined
            }
          />
          <RoleField value={role} onValueChange={setRole} />
          <div className="cluster gap-3">
            <Button type="submit" busy={isPending}>
              Add
            </Button>
            <Button variant="secondary" onClick={onClose}>
              Cancel
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  )
}
