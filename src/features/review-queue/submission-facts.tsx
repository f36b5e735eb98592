import { type ReactNode, useEffect, useState } from 'react'
import { useCatalogue } from '#client/lib/catalogue.ts'
import { useStaffPermissions } from '#client/lib/staff-session.ts'
import { trpc } from '#client/lib/trpc.ts'
import { AddressText } from '#client/ui/address-text.tsx'
import { RowButton } from '#client/ui/button.tsx'
import { CopyText } from '#client/ui/copy-button.tsx'
import { QueryPart } from '#client/ui/query-state.tsx'
import { Time } from '#client/ui/time.tsx'
import { isAppealReason } from '#shared/appeal.ts'
import { balancePlaceNames } from '#shared/inventory.ts'
import { formatDollars, formatRate } from '#shared/money.ts'
import { paymentTypeInfo } from '#shared/payment-method.ts'
import { removedMessages } from '#shared/removed.ts'
import type { Review, ReviewedChange } from '#shared/review-schema.ts'
import { statusLabels } from '#shared/status-label.ts'
import type { RevealableField } from '#shared/submission.ts'
import type { Submission } from '#shared/submission-schema.ts'
import type { StatusChange } from '#shared/transaction-schema.ts'
import styles from './fact.module.css'
import secretStyles from './secret-value.module.css'
import historyStyles from './submission-history.module.css'

const NOT_GIVEN = 'N/A'
/** A longer value stands below its label, where it has the whole width. */
const LONG = 20

const PAYMENT_DETAILS = 'Payment details'

type Rows = Readonly<Record<string, ReactNode>>
type Props = { submission: Submission; review?: Review | undefined; hasKeys?: boolean; isReadOnly?: boolean }

/** What is known of an order: its card, its payout and its customer. A registration has only the last. */
export function OrderFacts({ submission, review, hasKeys = false, isReadOnly = false }: Props) {
  const { id, cardBrand, cardNumber, securityCode, paymentMethod, paymentDetails, removedAt, email, phone } = submission
  const { quotedCardValue } = submission
  const { chosen, keptUntil } = review?.balance ?? {}
  const isRegistration = submission.status === 'registered'
  const isBank = paymentMethod === 'bank'
  const { mayReview } = useStaffPermissions()
  const brandName = useCatalogue().find(cardBrand)?.name ?? cardBrand
  const secret = (field: RevealableField, name: string, masked = '••••', key?: string) =>
    mayReview && !isReadOnly ? (
      <RevealableValue submissionId={id} shortcut={hasKeys ? key : undefined} {...{ field, name, masked }} />
    ) : (
      <span className={secretStyles.masked}>{masked}</span>
    )
  const card: Rows = {
    'Card brand': brandName,
    'Card value': formatDollars(submission.cardValue),
    'Typed first': quotedCardValue !== undefined && formatDollars(quotedCardValue),
    'Card number': removedAt ? (
      <>
        <span className="mono">{cardNumber}</span>{' '}
        <span className="muted">
          {removedMessages.label}, <Time at={removedAt} />
        </span>
      </>
    ) : (
      secret('cardNumber', 'card number', cardNumber, 'Shift+V')
    ),
    'Number length': review?.numberLength,
    'Security code': securityCode && secret('securityCode', 'security code', securityCode, 'v'),
    'Expiring date': submission.expiringDate,
    'Additional information': submission.additionalInfo,
  }
  const payout: Rows = {
    Payout: (
      <>
        <strong className="money text-base">{formatDollars(submission.payoutAmount)}</strong>{' '}
        <span className="muted">({formatRate(submission.exchangeRate)})</span>
      </>
    ),
    'Payment method': paymentMethod === 'N/A' ? NOT_GIVEN : paymentTypeInfo[paymentMethod].name,
    [PAYMENT_DETAILS]: isBank ? paymentDetails || NOT_GIVEN : <AddressText>{paymentDetails || NOT_GIVEN}</AddressText>,
    'Account number': isBank && secret('accountNumber', 'account number'),
    'Routing number': isBank && secret('routingNumber', 'routing number'),
  }
  const balance: Rows = {
    Balance: chosen && (
      <>
        {balancePlaceNames[chosen.place]}
        {chosen.name && `: ${chosen.name}`}{' '}
        <span className="muted">
          ({chosen.by}, <Time at={chosen.at} />)
        </span>
      </>
    ),
    'Number and code kept': keptUntil && (
      <>
        Until the card is used, at the latest <Time at={keptUntil} isDay />
      </>
    ),
  }
  const customer: Rows = {
    'Account name': submission.accountName,
    'Contact email': email ? (
      <a href={`mailto:${email}`}>
        <AddressText>{email}</AddressText>
      </a>
    ) : (
      NOT_GIVEN
    ),
    'Contact phone': phone ? <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a> : NOT_GIVEN,
    Submitted: <Time at={submission.createdAt} />,
  }
  const long = ['Additional information', ...Object.keys(balance)]
  if (isBank || paymentDetails.length > LONG) long.push(PAYMENT_DETAILS)
  if (email.length > LONG) long.push('Contact email')
  return (
    <>
      {!isRegistration && <Facts rows={card} long={long} />}
      <div className="stack gap-1 shrinks">
        {!isRegistration && <Facts rows={payout} long={long} />}
        <Facts rows={balance} long={long} />
        <Facts rows={customer} long={long} />
      </div>
    </>
  )
}

/** Rows without a value are left out. */
function Facts({ rows, long }: { rows: Rows; long: readonly string[] }) {
  const shown = Object.entries(rows).filter(([, value]) => value)
  if (shown.length === 0) return null
  return (
    <dl className={`facts stack gap-1 shrinks breaks ${styles.facts}`}>
      {shown.map(([label, value]) => (
        <div key={label} className={long.includes(label) ? `keeps-lines ${styles.long}` : `row gap-2 ${styles.fact}`}>
          <dt>{label}</dt>
          <dd className={label === PAYMENT_DETAILS ? 'mono' : undefined}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const HIDE_AFTER_MS = 30_000

type RevealableValueProps = {
  submissionId: string
  field: RevealableField
  /** Lower case; completes 'Reveal ...'. */
  name: string
  masked: string
  shortcut: string | undefined
}

function RevealableValue({ submissionId, field, name, masked, shortcut }: RevealableValueProps) {
  // The server audits every reveal. Only the mutation keeps the value, so hiding it removes it from memory.
  const { data, error, isPending, mutate, reset } = trpc.admin.submissions.reveal.useMutation({ gcTime: 0 })
  const value = data?.value
  const isShown = value !== undefined
  useEffect(() => {
    if (value === undefined) return
    const timer = setTimeout(reset, HIDE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [value, reset])
  // Security codes are erased at a final status, card numbers some time later.
  const message = error?.data?.code === 'not_found' ? 'No longer kept' : error?.message
  return (
    <span className={secretStyles.secret}>
      <span className={isShown ? secretStyles.shown : secretStyles.masked}>
        {isShown ? formatCardCode(value) : masked}
      </span>
      {/* One button for both states, so that the focus is kept. */}
      <RowButton
        of={name}
        variant="quiet"
        busy={isPending}
        aria-keyshortcuts={shortcut}
        onClick={isShown ? reset : () => mutate({ submissionId, field })}
      >
        {isShown ? 'Hide' : 'Reveal'}
      </RowButton>
      {isShown && <CopyText text={value} of={name} />}
      <span role="status" className={message ? `bad ${secretStyles.error}` : 'visually-hidden'}>
        {message ?? (isShown ? `${name} revealed, hidden again in 30 seconds` : '')}
      </span>
    </span>
  )
}

/** Groups a long code by four for display; the copy button uses the original. */
export function formatCardCode(code: string) {
  return /^[0-9A-Za-z]{8,}$/.test(code) ? code.replace(/.{4}(?=.)/g, '$& ') : code
}

export function SubmissionHistory({ submissionId }: { submissionId: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details className="pad-top-2 muted" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        History<span className="visually-hidden"> of {submissionId}</span>
      </summary>
      {isOpen && <History submissionId={submissionId} />}
    </details>
  )
}

function History({ submissionId }: { submissionId: string }) {
  const query = trpc.admin.submissions.history.useQuery({ submissionId })
  return (
    <QueryPart query={query} lines={2} label="Loading history..." failed="The history could not be loaded.">
      {(changes) => <HistoryList changes={changes} />}
    </QueryPart>
  )
}

export function HistoryList({ changes }: { changes: readonly (StatusChange & { undo?: ReviewedChange['undo'] })[] }) {
  return (
    <ol className={`plain stack gap-2 ${historyStyles.changes}`}>
      {changes.map((change) => (
        <li key={change.id}>
          <Time at={change.at} className="muted" />
          <span>
            <ChangeMessages change={change} /> by {change.by}
            {change.undo && <span className="muted"> ({undoMessages[change.undo]})</span>}
            {change.reason && <span className="block measure muted">{change.reason}</span>}
          </span>
        </li>
      ))}
    </ol>
  )
}

const undoMessages = { undone: 'undone before the customer saw it', undo: 'undid the decision' } as const

function ChangeMessages({
  change: { from, to, reasonCode, photosAdded, photoReplaced, withdrawn },
}: {
  change: StatusChange
}) {
  const name = (status: StatusChange['to']) => statusLabels[status].name
  if (from === null) return <strong>Submitted</strong>
  if (photoReplaced) return <strong>Photo replaced</strong>
  if (from === to && isAppealReason(reasonCode)) return <strong>Appeal</strong>
  if (withdrawn) return <strong>Withdrawn</strong>
  return (
    <>
      {photosAdded && <strong>Photos added: </strong>}
      {name(from)} to <strong>{name(to)}</strong>
    </>
  )
}
