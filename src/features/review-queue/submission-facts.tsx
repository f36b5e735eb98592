import type { ReactNode } from 'react'
import { useCatalogue } from '#client/lib/catalogue.ts'
import { AddressText } from '#client/ui/address-text.tsx'
import { Time } from '#client/ui/time.tsx'
import type { KnownBalance } from '#shared/balance-schema.ts'
import { balancePlaceNames } from '#shared/inventory.ts'
import { formatDollars, formatRate } from '#shared/money.ts'
import { paymentTypeInfo } from '#shared/payment-method.ts'
import { removedMessages } from '#shared/removed.ts'
import type { Submission } from '#shared/submission-schema.ts'
import styles from './fact.module.css'
import { SecretValue } from './secret-value.tsx'

type Props = {
  submission: Submission
  isReadOnly?: boolean | undefined
}
const NOT_GIVEN = 'N/A'
/** A longer value stands below its label, where it has the whole width. */
const LONG = 20

type CardProps = Props & { keys?: { number: string; code: string }; numberLength?: string | undefined }

/** `keys` are the shortcuts that reveal number and code. */
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
