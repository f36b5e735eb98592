import { type ReactNode, useEffect } from 'react'
import { useCatalogue } from '#client/lib/catalogue.ts'
import { useStaffPermissions } from '#client/lib/staff-session.ts'
import { trpc } from '#client/lib/trpc.ts'
import { AddressText } from '#client/ui/address-text.tsx'
import { CopyText } from '#client/ui/copy-button.tsx'
import { RowButton } from '#client/ui/row-button.tsx'
import { Time } from '#client/ui/time.tsx'
import type { KnownBalance } from '#shared/balance-schema.ts'
import { balancePlaceNames } from '#shared/inventory.ts'
import { formatDollars, formatRate } from '#shared/money.ts'
import { paymentTypeInfo } from '#shared/payment-method.ts'
import { removedMessages } from '#shared/removed.ts'
import type { RevealableField } from '#shared/submission.ts'
import type { Submission } from '#shared/submission-schema.ts'
import styles from './fact.module.css'
import secretStyles from './secret-value.module.css'

type Props = {
  submission: Submission
  isReadOnly?: boolean | undefined
}
const NOT_GIVEN = 'N/A'
/** A longer value stands below its label, where it has the whole width. */
const LONG = 20

type CardProps = Props & { keys?: { number: string; code: string }; numberLength?: string | undefined }

export function CardFacts({ submission, isReadOnly, keys, numberLength }: CardProps) {
  const { id, cardBrand, cardNumber, securityCode, expiringDate, additionalInfo, removedAt } = submission
  return (
    <Facts>
      <Fact label="Card brand">{useCatalogue().find(cardBrand)?.name ?? cardBrand}</Fact>
      <Fact label="Card value">{formatDollars(submission.cardValue)}</Fact>
      {submission.quotedCardValue !== undefined && (
        <Fact label="Typed first">{formatDollars(submission.quotedCardValue)}</Fact>
      )}
      <Fact label="Card number">
        {removedAt ? (
          <>
            <span className="mono">{cardNumber}</span>{' '}
            <span className="muted">
              {removedMessages.label}, <Time at={removedAt} />
            </span>
          </>
        ) : (
          <SecretValue
            submissionId={id}
            field="cardNumber"
            name="card number"
            masked={cardNumber}
            isReadOnly={isReadOnly}
            shortcut={keys?.number}
          />
        )}
      </Fact>
      {numberLength && <Fact label="Number length">{numberLength}</Fact>}
      {securityCode && (
        <Fact label="Security code">
          <SecretValue
            submissionId={id}
            field="securityCode"
            name="security code"
            masked={securityCode}
            isReadOnly={isReadOnly}
            shortcut={keys?.code}
          />
        </Fact>
      )}
      {expiringDate && <Fact label="Expiring date">{expiringDate}</Fact>}
      {additionalInfo && (
        <Fact label="Additional information" long>
          {additionalInfo}
        </Fact>
      )}
    </Facts>
  )
}

export function PayoutFacts({ submission, isReadOnly }: Props) {
  const { id, paymentMethod, paymentDetails, payoutAmount, exchangeRate } = submission
  const secret = { submissionId: id, masked: '••••', isReadOnly }
  return (
    <Facts>
      <Fact label="Payout">
        <strong className="money text-base">{formatDollars(payoutAmount)}</strong>{' '}
        <span className="muted">({formatRate(exchangeRate)})</span>
      </Fact>
      <Fact label="Payment method">{paymentMethod === 'N/A' ? NOT_GIVEN : paymentTypeInfo[paymentMethod].name}</Fact>
      {paymentMethod === 'bank' ? (
        <>
          <Fact label="Payment details" mono long>
            {paymentDetails}
          </Fact>
          <Fact label="Account number">
            <SecretValue {...secret} field="accountNumber" name="account number" />
          </Fact>
          <Fact label="Routing number">
            <SecretValue {...secret} field="routingNumber" name="routing number" />
          </Fact>
        </>
      ) : (
        <Fact label="Payment details" mono long={paymentDetails.length > LONG}>
          <AddressText>{paymentDetails || NOT_GIVEN}</AddressText>
        </Fact>
      )}
    </Facts>
  )
}

export function BalanceFacts({ balance: { chosen, keptUntil } }: { balance: KnownBalance }) {
  if (!chosen && !keptUntil) return null
  return (
    <Facts>
      {chosen && (
        <Fact label="Balance" long>
          {balancePlaceNames[chosen.place]}
          {chosen.name && `: ${chosen.name}`}{' '}
          <span className="muted">
            ({chosen.by}, <Time at={chosen.at} />)
          </span>
        </Fact>
      )}
      {keptUntil && (
        <Fact label="Number and code kept" long>
          Until the card is used, at the latest <Time at={keptUntil} isDay />
        </Fact>
      )}
    </Facts>
  )
}

export function ContactFacts({ submission: { email, phone, accountName, createdAt } }: Props) {
  return (
    <Facts>
      {accountName && <Fact label="Account name">{accountName}</Fact>}
      <Fact label="Contact email" long={email.length > LONG}>
        {email ? (
          <a href={`mailto:${email}`}>
            <AddressText>{email}</AddressText>
          </a>
        ) : (
          NOT_GIVEN
        )}
      </Fact>
      <Fact label="Contact phone">
        {phone ? <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a> : NOT_GIVEN}
      </Fact>
      <Fact label="Submitted">
        <Time at={createdAt} />
      </Fact>
    </Facts>
  )
}

function Facts({ children }: { children: ReactNode }) {
  return <dl className={`facts stack gap-1 shrinks breaks ${styles.facts}`}>{children}</dl>
}

type FactProps = {
  label: string
  children: ReactNode
  mono?: boolean
  long?: boolean
}

function Fact({ label, children, mono, long }: FactProps) {
  return (
    <div className={long ? styles.long : `row gap-2 ${styles.fact}`}>
      <dt>{label}</dt>
      <dd className={mono ? 'mono' : undefined}>{children}</dd>
    </div>
  )
}

const HIDE_AFTER_MS = 30_000

type SecretValueProps = {
  submissionId: string
  field: RevealableField
  /** Lower case; completes 'Reveal ...'. */
  name: string
  masked: string
  isReadOnly?: boolean | undefined
  shortcut?: string
}

function SecretValue({ isReadOnly, ...props }: SecretValueProps) {
  const { mayReview } = useStaffPermissions()
  if (mayReview && !isReadOnly) return <RevealableValue {...props} />
  return <span className={secretStyles.masked}>{props.masked}</span>
}

function RevealableValue({ submissionId, field, name, masked, shortcut }: Omit<SecretValueProps, 'isReadOnly'>) {
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
export function formatCardCode(code: string): string {
  return /^[0-9A-Za-z]{8,}$/.test(code) ? code.replace(/.{4}(?=.)/g, '$& ') : code
}
