import { Link } from '@tanstack/react-router'
import { buttonClass } from '#client/ui/button.tsx'
import { RowButton } from '#client/ui/row-button.tsx'
import type { Payout } from '#shared/payout-schema.ts'
import styles from './payout-row.module.css'
import { canSendByPayPal } from './paypal-choice.ts'

type Hold = Payout['holds'][number]

/** 'begin' locks a payout and shows where it goes, 'send' asks before it is sent by PayPal. */
export type PayoutStep =
  | { kind: 'begin' }
  | { kind: 'send' | 'settle-paid' | 'settle-unpaid' }
  | { kind: 'sent' | 'unpaid' | 'hold' | 'cancel' | 'cancel-unclaimed' | 'return' | 'close-debt' | 'fee' }
  | { kind: 'correct-reference' | 'report' }
  | { kind: 'lift'; hold: Hold }

type PayoutButtonsProps = {
  payout: Payout
  staffId: string
  hasPayPal: boolean
  isBusy: boolean
  onStep: (step: PayoutStep) => void
}

export function PayoutButtons(props: PayoutButtonsProps) {
  const { payout, isBusy, onStep } = props
  const { id, state, attention, isOwed } = payout
  const of = <span className="visually-hidden"> {id}</span>
  const step = (name: string, kind: Exclude<PayoutStep['kind'], 'lift'>) => (
    <RowButton of={id} onClick={() => onStep({ kind })}>
      {name}
    </RowButton>
  )
  if (attention === 'unknown') return <UnknownButtons {...props} />
  if (state === 'sending') return payout.provider === 'hand' ? <SendingButtons {...props} /> : null
  if (state === 'sent' || state === 'paid')
    return (
      <div className={`cluster stretch gap-2 row-gap-1 ${styles.buttons}`}>
        {payout.isUnclaimed && step('Cancel at PayPal...', 'cancel-unclaimed')}
        {payout.problem === undefined && step('Record return...', 'return')}
        {payout.problem === undefined && step('Report a problem...', 'report')}
        {payout.problem === 'open' && (
          <Link to="/admin/payouts" search={{ show: 'problems' }} className={buttonClass('primary', 'small')}>
            Decide the problem{of}
          </Link>
        )}
        {state === 'paid' && payout.provider === 'paypal' && step('Correct fee...', 'fee')}
      </div>
    )
  if (isOwed)
    return (
      <div className={`cluster stretch gap-2 row-gap-1 ${styles.buttons}`}>
        <LiftButtons {...props} />
        {step('Close debt...', 'close-debt')}
      </div>
    )
  if (state !== 'ready' && state !== 'held') return null
  const isForPayPal = props.hasPayPal && canSendByPayPal(payout)
  return (
    <div className={`cluster stretch gap-2 row-gap-1 ${styles.buttons}`}>
      {isForPayPal && (
        <RowButton of={id} variant="primary" onClick={() => onStep({ kind: 'send' })}>
          Send by PayPal...
        </RowButton>
      )}
      {state === 'ready' && (
        <RowButton
          of={id}
          variant={isForPayPal ? 'secondary' : 'primary'}
          aria-keyshortcuts="p"
          busy={isBusy}
          onClick={() => onStep({ kind: 'begin' })}
        >
          Pay by hand
        </RowButton>
      )}
      <LiftButtons {...props} />
      {step('Hold...', 'hold')}
      {step('Cancel...', 'cancel')}
    </div>
  )
}

function LiftButtons({ payout: { id, holds }, onStep }: PayoutButtonsProps) {
  return holds.map((hold) => (
    <RowButton key={hold.id} of={id} variant="primary" onClick={() => onStep({ kind: 'lift', hold })}>
      {liftName(hold)}
    </RowButton>
  ))
}

export function liftName({ kind }: Hold): string {
  if (kind === 'second-person') return 'Release...'
  return kind === 'account-changed' ? 'Lift account hold...' : 'Lift hold...'
}

/** A person who has looked at PayPal says what became of the payout; that nothing did takes two of them. */
function UnknownButtons({ payout: { id, state, unpaidReportedBy }, staffId, onStep }: PayoutButtonsProps) {
  return (
    <div className={`cluster stretch gap-2 row-gap-1 ${styles.buttons}`}>
      <RowButton of={id} onClick={() => onStep({ kind: 'settle-paid' })}>
        PayPal has paid it...
      </RowButton>
      {state === 'sending' && unpaidReportedBy?.id !== staffId && (
        <RowButton of={id} onClick={() => onStep({ kind: 'settle-unpaid' })}>
          {unpaidReportedBy ? 'Confirm that PayPal does not know it...' : 'PayPal does not know it...'}
        </RowButton>
      )}
      {state === 'sent' && (
        <RowButton of={id} onClick={() => onStep({ kind: 'return' })}>
          Record return...
        </RowButton>
      )}
    </div>
  )
}

/** The person who pays says how it ended. Without that person it takes two colleagues to say that it was not paid. */
function SendingButtons({ payout: { id, claimedBy, unpaidReportedBy }, staffId, onStep }: PayoutButtonsProps) {
  if (claimedBy?.id === staffId)
    return (
      <div className={`cluster stretch gap-2 row-gap-1 ${styles.buttons}`}>
        <RowButton of={id} variant="primary" aria-keyshortcuts="s" onClick={() => onStep({ kind: 'sent' })}>
          Mark as sent
        </RowButton>
        <RowButton of={id} onClick={() => onStep({ kind: 'unpaid' })}>
          Not sent, put it back...
        </RowButton>
      </div>
    )
  if (unpaidReportedBy?.id === staffId) return null
  const name = claimedBy?.name ?? 'the colleague'
  return (
    <div className={`cluster stretch gap-2 row-gap-1 ${styles.buttons}`}>
      <RowButton of={id} onClick={() => onStep({ kind: 'unpaid' })}>
        {unpaidReportedBy ? `Confirm that ${name} has not paid` : `Not paid, says ${name}`}
      </RowButton>
    </div>
  )
}
