import { useState } from 'react'
import { useCall } from '#client/calls/use-call.ts'
import { trpc } from '#client/lib/trpc.ts'
import { CallButton, SmallButton } from '#client/ui/button.tsx'
import { CallNotice } from '#client/ui/call-notice.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Form, SubmitButton, useForm } from '#client/ui/form.tsx'
import { FormButtons } from '#client/ui/form-dialog.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { Section } from '#client/ui/section.tsx'
import { optionsOf, SelectField, type SelectFieldProps } from '#client/ui/select-field.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { withoutInvisible } from '#shared/compact-text.ts'
import { type StaffRole, staffLinkMessages, staffMessages, staffRoleNames, staffRoles } from '#shared/staff-role.ts'
import type { StaffMember } from '#shared/staff-schema.ts'
import { LinkedCustomer } from './linked-customer.tsx'
import { OneTimePassword } from './one-time-password.tsx'

type Props = {
  /** Snapshot from the time the dialog was opened. */
  member: StaffMember
  selfId: string
  onClose: () => void
}

export function StaffDialog({ member, selfId, onClose }: Props) {
  // True while a one-time password is shown: the dialog then offers nothing else.
  const [isLocked, setIsLocked] = useState(false)
  const locked = member.isConfigured ? staffMessages.configured : member.id === selfId ? staffMessages.self : undefined
  return (
    <Dialog
      onClose={onClose}
      locked={isLocked}
      title={member.name}
      description={<span className="mono">{member.username}</span>}
    >
      <div className="stack gap-5">
        {!isLocked && <EditStaffForm member={member} roleLocked={locked} onDone={onClose} />}
        {locked === undefined && (
          <>
            <ResetStaff member={member} onLocked={setIsLocked} onDone={onClose} />
            {!isLocked && <EnableStaff member={member} onDone={onClose} />}
          </>
        )}
        {!isLocked && <CustomerLinks member={member} isSelf={member.id === selfId} onDone={onClose} />}
      </div>
    </Dialog>
  )
}

const part = { headClass: 'margin-bottom-2 text-base', className: 'pad-top-4 line-top' }

/** Disables or enables an account. Both can be undone, so there is no confirmation. */
function EnableStaff({ member, onDone }: { member: StaffMember; onDone: () => void }) {
  const { isActive, name } = member
  const set = trpc.admin.staff.setActive.useMutation(
    useCall({ toast: isActive ? `${name} is disabled` : `${name} can sign in again`, onDone }),
  )
  return (
    <Section id="enable-staff" title="Account" {...part}>
      <CallNotice error={set.error} />
      <p className="muted margin-bottom-3">
        {isActive
          ? `If you disable this account, ${name} will be signed out everywhere and can't sign in. Their past work is kept.`
          : `${name} is disabled and can't sign in.`}
      </p>
      <CallButton variant={isActive ? 'danger' : 'secondary'} call={set} input={{ id: member.id, isActive: !isActive }}>
        {isActive ? 'Disable' : 'Enable'}
      </CallButton>
    </Section>
  )
}

type EditStaffFormProps = { member: StaffMember; roleLocked: string | undefined; onDone: () => void }

function EditStaffForm({ member, roleLocked, onDone }: EditStaffFormProps) {
  const form = useForm({ name: member.name, role: member.role }, undefined, { required: { name: 'Enter a name.' } })
  const { role } = form.values
  const save = trpc.admin.staff.update.useMutation(useCall({ form, toast: 'Changes saved', onDone }))

  return (
    <Form
      form={form}
      onSubmit={(values) => save.mutate({ id: member.id, ...values })}
      call={save}
      aria-label="Name and role"
    >
      <TextField {...form.bind('name')} label="Name" />
      <RoleField {...form.bind('role')} unchangeable={roleLocked} />
      {role !== member.role && (
        <Notice tone="info">{member.name} will be signed out and can sign in with the new role.</Notice>
      )}
      <FormButtons onCancel={onDone}>Save</FormButtons>
    </Form>
  )
}

type ResetStaffProps = { member: StaffMember; onLocked: (isLocked: boolean) => void; onDone: () => void }

function ResetStaff({ member, onLocked, onDone }: ResetStaffProps) {
  const [isAsking, setIsAsking] = useState(false)
  const reset = trpc.admin.staff.reset.useMutation({
    // A click outside must not close the dialog while it shows the password.
    onSuccess: () => onLocked(true),
  })
  return (
    <Section id="reset-staff" title="Sign-in" {...part}>
      {reset.data ? (
        <OneTimePassword username={reset.data.username} password={reset.data.password} onDone={onDone} />
      ) : (
        <>
          <CallNotice error={reset.error} />
          <p className="muted margin-bottom-3">
            Lost password or phone? This creates a one-time password and turns off two-step verification. {member.name}{' '}
            will be signed out everywhere.
          </p>
          {isAsking ? (
            <div className="cluster gap-3">
              <CallButton variant="danger" call={reset} input={{ id: member.id }}>
                Reset now
              </CallButton>
              <SmallButton onClick={() => setIsAsking(false)}>Cancel</SmallButton>
            </div>
          ) : (
            <SmallButton onClick={() => setIsAsking(true)}>Reset sign-in</SmallButton>
          )}
        </>
      )}
    </Section>
  )
}

/** The customers who a member of staff is: they do not decide on orders of these customers. */
function CustomerLinks({ member, isSelf, onDone }: { member: StaffMember; isSelf: boolean; onDone: () => void }) {
  const { id, name, alsoCustomers } = member
  const remove = trpc.admin.staff.unlink.useMutation(useCall({ toast: 'Link removed', onDone }))
  return (
    <Section id="customer-links" title="Customer accounts" {...part}>
      <p className="muted margin-bottom-3">
        Colleagues decide and pay the orders of {name}. The rule is in the tab Rules. A browser that signs in as both is
        noticed by itself.
      </p>
      <CallNotice error={remove.error} />
      {alsoCustomers.length > 0 && (
        <ul className="plain stack gap-3 margin-bottom-4">
          {alsoCustomers.map((link) => (
            <li key={link.customerId} className="cluster spread gap-4 row-gap-2">
              <LinkedCustomer link={link} />
              {!isSelf && (
                <SmallButton
                  busy={remove.isPending && remove.variables.customerId === link.customerId}
                  onClick={() => remove.mutate({ id, customerId: link.customerId })}
                >
                  Remove<span className="visually-hidden"> the link to {link.name}</span>
                </SmallButton>
              )}
            </li>
          ))}
        </ul>
      )}
      {isSelf && alsoCustomers.length > 0 && <p className="muted">{staffLinkMessages.ownLink}</p>}
      <LinkForm id={id} onDone={onDone} />
    </Section>
  )
}

function LinkForm({ id, onDone }: { id: string; onDone: () => void }) {
  const form = useForm({ email: '' }, undefined, { required: { email: 'Enter an email address.' } })
  const link = trpc.admin.staff.link.useMutation(useCall({ form, at: 'email', toast: 'Customer linked', onDone }))
  return (
    <Form form={form} onSubmit={({ email }) => link.mutate({ id, email })} call={link} aria-label="Link a customer">
      <TextField {...form.bind('email')} clean={withoutInvisible} label="Email address of the customer" type="email" />
      <div>
        <SubmitButton variant="secondary">Link customer</SubmitButton>
      </div>
    </Form>
  )
}

const hints: Readonly<Record<StaffRole, string>> = {
  owner: 'Full access, including staff accounts.',
  reviewer: 'Sees card photos and numbers and decides orders.',
  support: "Answers customers. Can't see card photos or numbers.",
  finance: "Pays customers. Can't see card photos or numbers, decide orders or chat.",
}

type RoleFieldProps = Pick<SelectFieldProps<StaffRole>, 'name' | 'value' | 'onValueChange'> & {
  unchangeable?: string | undefined
}

/** Role select. `unchangeable` is the reason why the role cannot be changed. */
export function RoleField({ unchangeable, ...field }: RoleFieldProps) {
  const roles = staffRoles.filter((role) => unchangeable === undefined || role === field.value)
  const hint = unchangeable ?? hints[field.value]
  return <SelectField {...field} label="Role" hint={hint} options={optionsOf(roles, staffRoleNames)} />
}
