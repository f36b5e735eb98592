import { Link } from '@tanstack/react-router'
import { useStaffPermissions } from '#client/lib/staff-session.ts'
import { AddressText } from '#client/ui/address-text.tsx'
import { ChoiceButtons } from '#client/ui/choice-buttons.tsx'
import { optionsOf, SelectField } from '#client/ui/select-field.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import type { Balance } from '#shared/balance-schema.ts'
import { balanceMessages, balancePlaceNames, balancePlaces, MAX_PLACE_LENGTH } from '#shared/inventory.ts'
import { maskPayout } from '#shared/mask-payout.ts'
import { formatCents, formatDollars, roundedCents } from '#shared/money.ts'
import { holdReasons, paidMoney, paidMoneyNames, paidMoneyTexts, payoutMessages } from '#shared/payout.ts'
import { payoutLabels } from '#shared/payout-label.ts'
import type { Submission } from '#shared/submission-schema.ts'
import { asksMoney, canApprove, type Draft } from './draft.ts'
import type { Decision } from './use-decisions.ts'

type Props = { decision: Decision }

/** What a decision means for the money of its order, and what it asks about that and about the balance of the card. */
export function DecisionMoney({ decision }: Props) {
  return (
    <>
      <PayoutLine decision={decision} />
      <PaidMoneyChoice decision={decision} />
      <BalanceFields decision={decision} />
    </>
  )
}

function PayoutLine({ decision }: Props) {
  const { submission, draft, paysItself, secondPersonFromCents: from, mayComplete } = decision
  const { payout, payoutAmount, status } = submission
  if (paysItself) return mayComplete && <SaysPaid submission={submission} />
  if (canApprove(submission)) {
    if (!draft.approves && draft.status !== status) return null
    return (
      <p className="muted breaks">
        {draft.approves ? 'Pays' : 'Approval pays'} {formatDollars(payoutAmount)} to{' '}
        <AddressText>{payeeOf(submission)}</AddressText>.
        {from !== null &&
          roundedCents(payoutAmount) >= from &&
          ` From ${formatCents(from)} a second person releases it.`}
      </p>
    )
  }
  if (!payout) return null
  const holds = payout.holds.map((kind) => holdReasons[kind]).join(', ')
  return (
    <p className="muted breaks">
      Payout <PayoutId id={payout.id} /> is {payoutLabels[payout.state].name}
      {holds && `: ${holds}`}.{cancels(draft, submission) && <strong> This change cancels it.</strong>}
    </p>
  )
}

export function SaysPaid({ submission }: { submission: Submission }) {
  const { payout, payoutAmount } = submission
  const isWaiting = payout?.state === 'ready' || (payout?.state === 'held' && payout.holds.length === 0)
  return (
    <p className="breaks">
      You say that you paid <strong className="money">{formatDollars(payoutAmount)}</strong> to{' '}
      <AddressText>{payeeOf(submission)}</AddressText>.
      {isWaiting && (
        <>
          {' '}
          Payout <PayoutId id={payout.id} /> is then sent by hand.
        </>
      )}{' '}
      This can't be undone.
    </p>
  )
}

function PayoutId({ id }: { id: string }) {
  const { mayPay } = useStaffPermissions()
  if (!mayPay) return <span className="mono">{id}</span>
  return (
    <Link to="/admin/payouts" search={{ search: id }} className="mono">
      {id}
    </Link>
  )
}

function cancels({ status }: Draft, { status: former, payout }: Submission) {
  if (status === former || status === 'processing' || status === 'completed') return false
  return payout?.state === 'held' || payout?.state === 'ready'
}

/** 'PayPal da…s@mail.com': masked also where staff may see the details, because screens are seen by others. */
function payeeOf({ paymentMethod, paymentDetails, paymentLabel }: Submission) {
  if (paymentMethod === 'N/A' || !paymentDetails) return paymentLabel
  if (paymentMethod !== 'bank') return maskPayout({ type: paymentMethod, details: paymentDetails })
  // The masked account number, of which the last two dots and four digits are shown.
  const [, account = ''] = /^Account ([^,]+)/.exec(paymentDetails) ?? []
  return `Bank ${account.slice(-6)}`
}

function PaidMoneyChoice({ decision: { submission, draft, change } }: Props) {
  const { mayPay } = useStaffPermissions()
  if (!asksMoney(draft, submission)) return null
  const choices = mayPay ? paidMoney : paidMoney.slice(0, 1)
  return (
    <div className="stack gap-1">
      <p className="strong">{formatDollars(submission.payoutAmount)} was paid for this order. What became of it?</p>
      <ChoiceButtons
        label="What became of the money"
        choices={optionsOf(choices, paidMoneyNames)}
        chosen={draft.money}
        onChoose={(money) => change({ money })}
      />
      {draft.money && (
        <p className="muted">
          {paidMoneyNames[draft.money]}: {paidMoneyTexts[draft.money]}.
          {draft.money !== 'sent' && " This can't be undone."}
        </p>
      )}
      {!mayPay && <p className="muted">{payoutMessages.onlyPayReturns}</p>}
    </div>
  )
}

const placeNames: Readonly<Record<Balance['place'], string>> = {
  account: 'Name of the account',
  safe: 'Where the card is',
  buyer: 'Name of the buyer',
}

const placeOptions = [{ value: '' as const, name: 'Not recorded' }, ...optionsOf(balancePlaces, balancePlaceNames)]

function BalanceFields({ decision: { balance, change } }: Props) {
  if (!balance) return null
  const { value, isHeld } = balance
  const choose = (chosen: Balance | null) => change({ balance: chosen })
  return (
    <>
      <SelectField
        label={balanceMessages.question}
        value={value?.place ?? ''}
        options={placeOptions}
        onValueChange={(place) => choose(place === '' ? null : { place, name: '' })}
        hint={isHeld && value?.place === 'safe' ? 'Number and code are kept until the card is used.' : undefined}
      />
      {value && (
        <TextField
          label={placeNames[value.place]}
          optional={value.place === 'safe'}
          maxLength={MAX_PLACE_LENGTH}
          value={value.name}
          onValueChange={(name) => choose({ ...value, name })}
        />
      )}
    </>
  )
}
