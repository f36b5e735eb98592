import { useState } from 'react'
import { useCall } from '#client/calls/use-call.ts'
import { trpc } from '#client/lib/trpc.ts'
import { usePolling } from '#client/lib/use-live-query.ts'
import { Tag } from '#client/ui/badge.tsx'
import { SmallButton } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { useForm } from '#client/ui/form.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { ListState } from '#client/ui/list-page.tsx'
import { OpenButton } from '#client/ui/open-button.tsx'
import { Table } from '#client/ui/table.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { Time } from '#client/ui/time.tsx'
import { type StaffRole, staffRoleNames } from '#shared/staff-role.ts'
import type { StaffMember } from '#shared/staff-schema.ts'
import { LinkedCustomer } from './linked-customer.tsx'
import { OneTimePassword } from './one-time-password.tsx'
import { RoleField, StaffDialog } from './staff-dialog.tsx'

const POLL_MS = 30_000

/** Staff accounts, for owners. Changes are pushed. `selfId` is the signed-in owner. */
export function StaffTab({ selfId }: { selfId: string }) {
  const query = trpc.admin.staff.list.useQuery(undefined, {
    // Public pages receive no staff changes, so the list is refetched on mount.
    staleTime: 0,
    ...usePolling(POLL_MS),
  })
  const [changed, setChanged] = useState<StaffMember>()

  return (
    <>
      <div className="cluster top spread gap-5 row-gap-3 margin-bottom-4">
        <div>
          <h2 className="text-xl">Staff</h2>
          <p className="muted margin-top-1">
            Owners have full access. Reviewers see card photos and numbers and decide orders. Support answers customers.
            Finance pays them.
          </p>
        </div>
        <OpenButton variant="primary" dialog={(onClose) => <AddStaffDialog onClose={onClose} />}>
          Add staff
        </OpenButton>
      </div>
      <ListState query={query} what="staff" headingLevel={3}>
        {(staff) => <StaffTable staff={staff} selfId={selfId} onChange={setChanged} />}
      </ListState>
      {changed && (
        <StaffDialog key={changed.id} member={changed} selfId={selfId} onClose={() => setChanged(undefined)} />
      )}
    </>
  )
}

type Props = { staff: readonly StaffMember[]; selfId: string; onChange: (member: StaffMember) => void }

function StaffTable({ staff, selfId, onChange }: Props) {
  return (
    <Table
      name="Staff accounts"
      rows={staff}
      rowKey={({ id }) => id}
      isMuted={({ isActive }) => !isActive}
      columns={[
        {
          name: 'Name',
          wraps: true,
          cell: ({ id, name, username, alsoCustomers }) => (
            <>
              {name}
              <span className="subline">
                {username}
                {id === selfId && ' (you)'}
              </span>
              {alsoCustomers.map((link) => (
                <LinkedCustomer key={link.customerId} link={link} />
              ))}
            </>
          ),
        },
        { name: 'Role', cell: ({ role }) => staffRoleNames[role] },
        {
          name: 'Two-step verification',
          cell: ({ hasSecondFactor }) => (
            <Tag tone={hasSecondFactor ? 'ok' : 'off'}>{hasSecondFactor ? 'On' : 'Off'}</Tag>
          ),
        },
        { name: 'Last sign-in', cell: ({ lastLoginAt }) => (lastLoginAt ? <Time at={lastLoginAt} /> : 'Never') },
        { name: 'Account', cell: (member) => <AccountState member={member} /> },
        {
          name: 'Change',
          kind: 'actions',
          cell: (member) => (
            <SmallButton aria-label={`Change ${member.name}`} onClick={() => onChange(member)}>
              Change
            </SmallButton>
          ),
        },
      ]}
    />
  )
}

function AccountState({ member }: { member: StaffMember }) {
  if (!member.isActive) return <Tag tone="bad">Disabled</Tag>
  if (member.hasOneTimePassword) return <Tag tone="warn">One-time password</Tag>
  return (
    <>
      <Tag tone="ok">Active</Tag>
      {member.isConfigured && <span className="subline">Set by ADMIN_USERNAME</span>}
    </>
  )
}

const empty: { name: string; username: string; role: StaffRole } = { name: '', username: '', role: 'reviewer' }
const required = { name: 'Enter a name.', username: 'Enter a username.' }

function AddStaffDialog({ onClose }: { onClose: () => void }) {
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
      call={add}
      onSubmit={({ username, ...values }) => add.mutate({ ...values, username: username.trim() })}
      onClose={onClose}
    >
      <TextField {...form.bind('name')} label="Name" />
      <TextField
        {...form.bind('username')}
        label="Username"
        hint="They use it to sign in."
        autoCapitalize="none"
        spellCheck={false}
      />
      <RoleField {...form.bind('role')} />
    </FormDialog>
  )
}
