import { useCall } from '#client/calls/use-call.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { CallNotice } from '#client/ui/call-notice.tsx'
import { Form, SubmitButton, useForm } from '#client/ui/form.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { withoutInvisible } from '#shared/compact-text.ts'
import { staffLinkMessages } from '#shared/staff-role.ts'
import type { StaffMember } from '#shared/staff-schema.ts'
import { LinkedCustomer } from './linked-customer.tsx'

type CustomerLinksProps = { member: StaffMember; isSelf: boolean; onDone: () => void }

/** The customers who a member of staff is: they do not decide on orders of these customers. */
export function CustomerLinks({ member, isSelf, onDone }: CustomerLinksProps) {
  const { id, name, alsoCustomers } = member
  const remove = trpc.admin.staff.unlink.useMutation(useCall({ toast: 'Link removed', onDone }))
  return (
    <section aria-labelledby="customer-links" className="pad-top-4 line-top">
      <h3 id="customer-links" className="margin-bottom-2 text-base">
        Customer accounts
      </h3>
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
                <Button
                  variant="secondary"
                  size="small"
                  busy={remove.isPending && remove.variables.customerId === link.customerId}
                  onClick={() => remove.mutate({ id, customerId: link.customerId })}
                >
                  Remove<span className="visually-hidden"> the link to {link.name}</span>
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {isSelf && alsoCustomers.length > 0 && <p className="muted">{staffLinkMessages.ownLink}</p>}
      <LinkForm id={id} onDone={onDone} />
    </section>
  )
}

function LinkForm({ id, onDone }: { id: string; onDone: () => void }) {
  const form = useForm({ email: '' }, undefined, { required: { email: 'Enter an email address.' } })
  const link = trpc.admin.staff.link.useMutation(useCall({ form, at: 'email', toast: 'Customer linked', onDone }))
  return (
    <Form
      form={form}
      onSubmit={({ email }) => link.mutate({ id, email })}
      isPending={link.isPending}
      aria-label="Link a customer"
    >
      <TextField
        {...form.bind('email')}
        clean={withoutInvisible}
        label="Email address of the customer"
        type="email"
        autoComplete="off"
      />
      <div>
        <SubmitButton variant="secondary">Link customer</SubmitButton>
      </div>
    </Form>
  )
}
