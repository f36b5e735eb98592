import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useCall } from '#client/calls/use-call.ts'
import { counted, formatDateTime } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { buttonClass, CallButton, SmallButton } from '#client/ui/button.tsx'
import { Form, SubmitButton, useForm } from '#client/ui/form.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { LOOSER_AFTER_HOURS } from '#shared/controls.ts'
import { isEmail } from '#shared/email.ts'
import { formatCents } from '#shared/money.ts'
import type { SetupStep } from '#shared/setup.ts'
import type { SetupState } from '#shared/setup-schema.ts'
import { siteMessages } from '#shared/site-problems.ts'
import styles from './open-shop.module.css'
import { useSetupCall } from './use-setup.ts'

type Step = { title: string; text: ReactNode; action?: ReactNode }

export function SetupStepItem({ name, isDone, setup }: { name: SetupStep; isDone: boolean; setup: SetupState }) {
  const { title, text, action } = steps[name](setup)
  return (
    <li className={`gap-2 top pad-block-3 line-top ${styles.step}`} data-done={isDone ? '' : undefined}>
      {isDone ? <Icon name="check" size={18} className={styles.check} /> : <span className={styles.mark} />}
      <div className="cluster spread gap-3 row-gap-2">
        <div className="shrinks breaks">
          <p className={isDone ? undefined : 'strong'}>
            {title}
            <span className="visually-hidden">{isDone ? ', done' : ', not done'}</span>
          </p>
          {!isDone && <div className="muted text-sm">{text}</div>}
        </div>
        {!isDone && action}
      </div>
    </li>
  )
}

const secondary = buttonClass('secondary', 'small')

const settings = (tab: string | undefined, label: string) => (
  <Link to="/admin/settings" search={tab === undefined ? {} : { tab }} className={secondary}>
    {label}
  </Link>
)

const steps: Readonly<Record<SetupStep, (setup: SetupState) => Step>> = {
  rates: ({ boughtBrands }) => ({
    title: 'Check the rates that are live',
    text: `You buy ${boughtBrands} brands at the built-in rates now. Publish your own, or confirm these.`,
    action: (
      <Link to="/admin/rates" className={secondary}>
        Open rates
      </Link>
    ),
  }),
  'two-step': () => ({
    title: 'Turn on two-step verification for your account',
    text: 'An owner can pay, see card numbers and change rates. A password alone is not enough.',
    action: settings(undefined, 'My account'),
  }),
  staff: ({ reviewers, finance }) => ({
    title: 'Add a reviewer and a finance account',
    text: `Now: ${countOf(reviewers, 'reviewer')}, ${countOf(finance, 'finance account')}. With both, no one person checks and pays the same order.`,
    action: settings('staff', 'Add staff'),
  }),
  rules: () => ({
    title: 'Decide the rules',
    text: 'Reasons of rejections, who may set Completed, what staff may do with their own orders.',
    action: settings('rules', 'Open rules'),
  }),
  controls: () => ({
    title: 'Decide who confirms large amounts',
    text: <ControlsQuestion more={settings('rules', 'Open rules')} />,
  }),
  'money-accounts': ({ unopened: [account, ...others] }) => ({
    title: account ? `Enter the opening balance of ${account.name}` : 'Add your money accounts',
    text: account
      ? `The books compare it with the bank from its first day on${others.length > 0 ? `, and ${counted(others.length, 'other account')} too` : ''}.`
      : 'Where your money is: bank, PayPal, cash. Payouts and sales are booked there, and compared with statements.',
    action: (
      <Link to="/admin/payouts" search={{ show: 'statements', bank: account?.id }} className={secondary}>
        {account ? 'Open the account' : 'Add accounts'}
      </Link>
    ),
  }),
  mail: (setup) => ({ title: 'Send a test email', text: <TestMail setup={setup} /> }),
  site: () => ({
    title: 'Say who you are',
    text: 'Brand name, support address, company line, the time zone of your books and the claims on the home page.',
    action: settings('site', 'Open site'),
  }),
  backup: ({ backup }) => ({ title: 'Back up to another disk', text: backupText(backup) }),
  address: () => ({
    title: 'Set the public address',
    text: 'Set PUBLIC_URL on the server, such as https://cards.example. Links in emails and search engines need it.',
  }),
}

function backupText({ isConfigured, isCluster, lastAt }: SetupState['backup']) {
  const last = lastAt === null ? 'There is no backup yet.' : `The last backup is of ${formatDateTime(lastAt)}.`
  if (!isConfigured)
    return `BACKUP_DIR is not set, so backups stay on the disk of the data. ${isCluster ? '' : last}`.trim()
  return `${last} Run npm run backup on the server every day.`
}

function countOf(value: number, what: string) {
  return value === 0 ? `no ${what}` : counted(value, what)
}

/** Asks an owner who confirms large amounts, and says what it means to work alone. `more` stands beside the answers. */
function ControlsQuestion({ more }: { more: ReactNode }) {
  const utils = trpc.useUtils()
  const { data } = trpc.admin.policies.list.useQuery()
  const controls = data?.find((policy) => policy.name === 'controls')
  const toast = { title: 'Confirmed', description: "This step of 'Open your shop' is done." }
  const keep = trpc.admin.setup.confirm.useMutation(useSetupCall({ toast, failed: "It wasn't confirmed" }))
  const workAlone = trpc.admin.policies.change.useMutation(
    useCall({
      toast: { title: 'You work alone', description: `From ${LOOSER_AFTER_HOURS} hours after now.` },
      failed: "It wasn't saved",
      onDone: () => utils.admin.invalidate(),
    }),
  )
  if (!controls) return null
  const { values, version } = controls
  const cents = values.secondPersonFrom
  const now = cents === null ? 'no second person is asked' : `a second person is asked from ${formatCents(cents)} on`
  const mayBeAlone = !values.worksAlone && !controls.waiting
  return (
    <div className="stack start gap-2">
      <p>Now {now}. If you work alone, you repeat the amount instead, and no one else sees a mistake or a theft.</p>
      <div className="cluster gap-2">
        <CallButton call={keep} input={{ step: 'controls' }}>
          Keep this
        </CallButton>
        {mayBeAlone && (
          <SmallButton
            busy={workAlone.isPending}
            onClick={() =>
              workAlone.mutate({ name: 'controls', base: version, values: { ...values, worksAlone: true } })
            }
          >
            I work alone
          </SmallButton>
        )}
        {more}
      </div>
    </div>
  )
}

/** Sends a mail to an address of the owner through the outbox, and says what became of it. */
function TestMail({ setup: { mailServer, testMail } }: { setup: SetupState }) {
  const form = useForm({ to: testMail?.to ?? '' }, ({ to }) =>
    isEmail(to.trim()) ? undefined : { field: 'to', message: siteMessages.supportEmail },
  )
  const send = trpc.admin.setup.sendTestMail.useMutation(useSetupCall({ form, at: 'to' }))
  return (
    <div className="stack gap-2">
      <p>
        {mailServer === null
          ? 'SMTP_URL is not set on the server: emails become files there and reach no customer.'
          : `Customers get their emails by ${mailServer}. See whether one arrives.`}
      </p>
      <Form
        form={form}
        call={send}
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
