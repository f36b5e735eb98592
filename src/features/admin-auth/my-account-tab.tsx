import { type ReactNode, useRef, useState } from 'react'
import { ChangePasswordForm } from '#client/calls/change-password-form.tsx'
import { useCall } from '#client/calls/use-call.ts'
import { counted, formatDate } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useFocusOnMount } from '#client/lib/use-focus-on-mount.ts'
import { Tag } from '#client/ui/badge.tsx'
import { QuietButton, SecondaryButton, SmallButton } from '#client/ui/button.tsx'
import { Facts } from '#client/ui/facts.tsx'
import { Form, useForm } from '#client/ui/form.tsx'
import { FormButtons } from '#client/ui/form-dialog.tsx'
import { CurrentPasswordField } from '#client/ui/password-field.tsx'
import { QueryPart } from '#client/ui/query-state.tsx'
import { Section } from '#client/ui/section.tsx'
import { useToast } from '#client/ui/toast.tsx'
import type { StaffProfile } from '#shared/account-schema.ts'
import { recoveryMessages } from '#shared/recovery.ts'
import type { SecondFactorState } from '#shared/second-factor-schema.ts'
import { staffRoleNames } from '#shared/staff-role.ts'
import { CodeField, codeMissing } from './code-field.tsx'
import { EnrolSecondFactor, RecoveryCodes } from './enrol-second-factor.tsx'
import styles from './my-account.module.css'

export function MyAccountTab({ staff, sessions }: { staff: StaffProfile; sessions: ReactNode }) {
  const toast = useToast()
  const showChanged = () =>
    toast({ title: recoveryMessages.passwordChangedTitle, description: recoveryMessages.passwordChanged })
  return (
    <div className={`stack gap-6 ${styles.sections}`}>
      <h2 className="visually-hidden">My account</h2>
      <Facts
        className="facts breaks cluster stretch gap-6 row-gap-3"
        facts={[
          ['Name', staff.name !== staff.username && staff.name],
          ['Username', staff.username],
          ['Role', staffRoleNames[staff.role]],
        ]}
      />
      <Section id="change-password" title="Password" headClass={`margin-bottom-3 text-lg ${styles.heading}`}>
        <ChangePasswordForm isStaff className={styles.form} username={staff.username} onDone={showChanged} />
      </Section>
      <SecondFactorSection />
      {sessions}
    </div>
  )
}

type Doing = 'nothing' | 'turning on' | 'turning off' | 'renewing'

function SecondFactorSection() {
  const [doing, setDoing] = useState<Doing>('nothing')
  const heading = useRef<HTMLHeadingElement>(null)
  const utils = trpc.useUtils()
  const toast = useToast()
  const query = trpc.admin.me.secondFactor.useQuery(undefined, { staleTime: 0 })

  // The clicked button is unmounted with its form, so the focus moves to the heading.
  const close = () => {
    setDoing('nothing')
    heading.current?.focus()
  }
  const finish = (title: string) => {
    toast({ title })
    close()
    void utils.admin.me.secondFactor.invalidate()
    // Where a second factor is required, turning it off restricts the session.
    void utils.account.session.invalidate()
  }

  return (
    <Section
      id="second-factor"
      title="Two-step verification"
      headRef={heading}
      headClass={`margin-bottom-3 text-lg ${styles.heading}`}
    >
      <QueryPart
        query={query}
        lines={2}
        label="Loading two-step verification..."
        failed="We couldn't load your two-step verification"
        failedAs="notice"
      >
        {(state) => doing === 'nothing' && <FactorState state={state} onDo={setDoing} />}
      </QueryPart>
      {doing === 'turning on' && (
        <EnrolSecondFactor headingLevel={4} onDone={() => finish('Two-step verification turned on')} onCancel={close} />
      )}
      {doing === 'turning off' && (
        <TurnOffForm onDone={() => finish('Two-step verification turned off')} onCancel={close} />
      )}
      {doing === 'renewing' && <RenewCodesForm onDone={() => finish('Recovery codes replaced')} onCancel={close} />}
    </Section>
  )
}

const FEW_CODES = 3

function FactorState({ state, onDo }: { state: SecondFactorState; onDo: (doing: Doing) => void }) {
  const { since, recoveryCodesLeft: left } = state
  if (since === null)
    return (
      <>
        <p className={`muted ${styles.lead}`}>
          Adds a code from your phone when you sign in, so a stolen password isn't enough.
        </p>
        <SecondaryButton onClick={() => onDo('turning on')}>Set up</SecondaryButton>
      </>
    )
  return (
    <>
      <p className="cluster gap-3 row-gap-2 margin-bottom-3">
        <Tag tone="ok">On</Tag>
        <span>since {formatDate(since)}</span>
        <span className={left <= FEW_CODES ? 'bad strong' : undefined}>{counted(left, 'recovery code')} left</span>
      </p>
      <div className="cluster gap-3">
        <SmallButton onClick={() => onDo('renewing')}>New recovery codes</SmallButton>
        <QuietButton onClick={() => onDo('turning off')}>Turn off</QuietButton>
      </div>
    </>
  )
}

type FormProps = { onDone: () => void; onCancel: () => void }

function RenewCodesForm({ onDone, onCancel }: FormProps) {
  const form = useForm({ code: '' }, ({ code }) => (code.trim() ? undefined : codeMissing))
  const field = useFocusOnMount<HTMLInputElement>()
  const { mutate, isPending, data } = trpc.admin.me.renewRecoveryCodes.useMutation(useCall({ form, at: 'code' }))

  if (data) return <RecoveryCodes codes={data.recoveryCodes} headingLevel={4} onDone={onDone} />
  return (
    <Form form={form} onSubmit={mutate} isPending={isPending} className={styles.form} aria-label="New recovery codes">
      <p className={`muted ${styles.lead}`}>Your current codes will stop working.</p>
      <CodeField ref={field} {...form.bind('code')} hint="From your app, or a recovery code." />
      <FormButtons onCancel={onCancel}>Create new codes</FormButtons>
    </Form>
  )
}

function TurnOffForm({ onDone, onCancel }: FormProps) {
  const form = useForm({ currentPassword: '', code: '' }, missingField)
  const password = useFocusOnMount<HTMLInputElement>()
  const remove = trpc.admin.me.removeSecondFactor.useMutation(useCall({ form, onDone }))

  return (
    <Form
      form={form}
      onSubmit={remove.mutate}
      call={remove}
      lead={
        <p className={`muted ${styles.lead}`}>
          You'll sign in with your password alone. Your recovery codes will stop working.
        </p>
      }
      className={styles.form}
      aria-label="Turn off two-step verification"
    >
      <CurrentPasswordField ref={password} {...form.bind('currentPassword')} />
      <CodeField {...form.bind('code')} hint="From your app, or a recovery code." />
      <FormButtons variant="danger" onCancel={onCancel}>
        Turn off
      </FormButtons>
    </Form>
  )
}

function missingField({ currentPassword, code }: { currentPassword: string; code: string }) {
  if (!currentPassword) return { message: 'Enter your password.', field: 'currentPassword' }
  return code.trim() ? undefined : codeMissing
}
