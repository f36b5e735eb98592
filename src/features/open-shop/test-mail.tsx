import { useCall } from '#client/calls/use-call.ts'
import { formatDateTime } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Form, SubmitButton, useForm } from '#client/ui/form.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { isEmail } from '#shared/email.ts'
import type { SetupState } from '#shared/setup-schema.ts'
import { siteMessages } from '#shared/site-problems.ts'
import styles from './open-shop.module.css'

/** Sends a mail to an address of the owner through the outbox, and says what became of it. */
export function TestMail({ setup: { mailServer, testMail } }: { setup: SetupState }) {
  const utils = trpc.useUtils()
  const form = useForm({ to: testMail?.to ?? '' }, ({ to }) =>
    isEmail(to.trim()) ? undefined : { field: 'to', message: siteMessages.supportEmail },
  )
  const send = trpc.admin.setup.sendTestMail.useMutation(
    useCall({ form, at: 'to', onDone: (state) => utils.admin.setup.get.setData(undefined, state) }),
  )
  return (
    <div className="stack gap-2">
      <p>
        {mailServer === null
          ? 'SMTP_URL is not set on the server: emails become files there and reach no customer.'
          : `Customers get their emails by ${mailServer}. See whether one arrives.`}
      </p>
      <Form
        form={form}
        isPending={send.isPending}
        onSubmit={({ to }) => send.mutate({ to: to.trim() })}
        aria-label="Test email"
        className={styles.mail}
      >
        <TextField {...form.bind('to')} label="Your email address" type="email" autoComplete="email" />
        <SubmitButton variant="secondary" size="small" pendingLabel="Sending...">
          Send a test email
        </SubmitButton>
      </Form>
      <p role="status">{testMail && outcomeOf(testMail, mailServer)}</p>
    </div>
  )
}

function outcomeOf({ to, state, at, error, willRetry }: NonNullable<SetupState['testMail']>, server: string | null) {
  switch (state) {
    case 'waiting':
      return `The email to ${to} is being sent...`
    case 'delivered':
      return server === null
        ? `Written to a file on the server, ${formatDateTime(at)}.`
        : `Delivered to the mail server for ${to}, ${formatDateTime(at)}.`
    case 'failed':
      return `Not delivered to ${to}: ${error} ${willRetry ? 'It will be tried again.' : 'It will not be tried again.'}`
  }
}
