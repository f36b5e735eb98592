import { Button } from '#client/ui/button.tsx'
import type { Payout } from '#shared/payout-schema.ts'
import styles from './payout-row.module.css'

type Hold = Payout['holds'][number]

/** What staff do with a payout. 'begin' locks it and shows where it goes. */
export type PayoutStep =
  | { kind: 'begin' }
  | { kind: 'sent' | 'unpaid' | 'hold' | 'cancel' | 'return' | 'close-debt' }
  | { kind: 'lift'; hold: Hold }

type PayoutButtonsProps = {
  payout: Payout
  staffId: string
  isBusy: boolean
  onStep: (step: PayoutStep) => void
}

/** The steps that the state of a payout allows. */
export function PayoutButtons({ payout, staffId, isBusy, onStep }: PayoutButtonsProps) {
  const { id, state, isOwed } = payout
  const of = <span className="visually-hidden"> {id}</span>
  const step = (name: string, kind: Exclude<PayoutStep['kind'], 'lift'>) => (
    <Button variant="secondary" size="small" onClick={() => onStep({ kind })}>
      {name}
      {of}
    </Button>
  )
  if (state === 'sending') return <SendingButtons {...{ payout, staffId, isBusy, onStep }} />
  if (state === 'sent' || state === 'paid')
    return <div className={styles.buttons}>{step('Record return...', 'return')}</div>
  if (isOwed) return <div className={styles.buttons}>{step('Close debt...', 'close-debt')}</div>
  if (state !== 'ready' && state !== 'held') return null
  return (
    <div className={styles.buttons}>
      {state === 'ready' && (
        <Button size="small" aria-keyshortcuts="p" busy={isBusy} onClick={() => onStep({ kind: 'begin' })}>
          Pay by hand{of}
        </Button>
      )}
      {payout.holds.map((hold) => (
        <Button key={hold.id} size="small" onClick={() => onStep({ kind: 'lift', hold })}>
          {liftName(hold)}
          {of}
        </Button>
      ))}
      {step('Hold...', 'hold')}
      {step('Cancel...', 'cancel')}
    </div>
  )
}

export function liftName({ kind }: Hold): string {
  if (kind === 'second-person') return 'Release...'
  return kind === 'by-hand' ? 'Lift hold...' : 'Lift account hold...'
}

/** The person who pays says how it ended. Without that person it takes two colleagues to say that it was not paid. */
function SendingButtons({ payout: { id, claimedBy, unpaidSays }, staffId, onStep }: PayoutButtonsProps) {
  const of = <span className="visually-hidden"> {id}</span>
  if (claimedBy?.id === staffId)
    return (
      <div className={styles.buttons}>
        <Button size="small" aria-keyshortcuts="s" onClick={() => onStep({ kind: 'sent' })}>
          Mark as sent{of}
        </Button>
        <Button variant="secondary" size="small" onClick={() => onStep({ kind: 'unpaid' })}>
          I have not paid{of}
        </Button>
      </div>
    )
  if (unpaidSays?.id === staffId) return null
  const name = claimedBy?.name ?? 'the colleague'
  return (
    <div className={styles.buttons}>
      <Button variant="secondary" size="small" onClick={() => onStep({ kind: 'unpaid' })}>
        {unpaidSays ? `Confirm that ${name} has not paid` : `Not paid, says ${name}`}
        {of}
      </Button>
    </div>
  )
}
