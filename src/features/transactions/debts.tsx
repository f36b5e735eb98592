import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useCall } from '#client/calls/use-call.ts'
import { unreachable } from '#client/lib/fetch-response.ts'
import { formatDay } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Button, buttonClass, SecondaryButton } from '#client/ui/button.tsx'
import { CallNotice } from '#client/ui/call-notice.tsx'
import { Facts } from '#client/ui/facts.tsx'
import { FileList } from '#client/ui/file-link.tsx'
import { ConfirmDialog } from '#client/ui/form-dialog.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { formatDollars, sumOfDollars } from '#shared/money.ts'
import { clawbackText, debtText } from '#shared/problem.ts'
import type { Debt } from '#shared/problem-schema.ts'
import { Actions, OrderPart } from './order-part.tsx'
import styles from './transaction-page.module.css'

export function OrderDebts({ orderId }: { orderId: string }) {
  const { data: debts = [] } = trpc.transactions.debts.useQuery()
  return debts.map((debt) => <OrderDebt key={debt.orderId} debt={debt} orderId={orderId} />)
}

function OrderDebt({ debt, orderId }: { debt: Debt; orderId: string }) {
  const isOwn = debt.orderId === orderId
  return (
    <>
      {isOwn && <DebtSection debt={debt} />}
      {debt.offers
        .filter(({ payoutOrderId }) => isOwn || payoutOrderId === orderId)
        .map((offer) => (
          <OfferQuestion key={offer.id} debt={debt} offer={offer} />
        ))}
    </>
  )
}

const entryTexts: Readonly<Record<Debt['entries'][number]['how'], string>> = {
  repaid: 'You repaid',
  'set-off': 'Taken from a payout, as you agreed:',
  waived: 'You do not have to repay',
  returned: 'Refund of',
  'came-back': 'Our payout came back to us:',
}

function DebtSection({ debt }: { debt: Debt }) {
  const { orderId, problem, reason, owed, repaid, open, evidence, entries } = debt
  const isRepaid = open === 0
  return (
    <OrderPart id="your-debt" title={isRepaid ? 'What you owed' : 'What you owe'}>
      <p className="strong">
        {isRepaid ? `You owe nothing more for order ${orderId}.` : debtText(formatDollars(open), orderId)}
      </p>
      <p>{clawbackText(problem)}</p>
      {reason !== '' && <p className="quotation">{reason}</p>}
      <FileList files={evidence} label="What we found" />
      <Facts
        className={`facts ${styles.sums}`}
        rowClass="row stretch spread gap-3"
        valueClass="tabular strong"
        facts={[
          ['To repay', formatDollars(owed)],
          ['Repaid so far', formatDollars(repaid)],
          ['Left to repay', formatDollars(open)],
        ]}
      />
      {entries.length > 0 && (
        <ul className="plain stack gap-1" aria-label="Repayments">
          {entries.map(({ how, amount, at, reference }) => (
            <li key={`${at} ${how} ${amount} ${reference}`} className="breaks">
              {entryTexts[how]} {formatDollars(amount)} on {formatDay(at)}
              {reference && `, ${reference}`}
            </li>
          ))}
        </ul>
      )}
      {!isRepaid && <HowToRepay orderId={orderId} />}
    </OrderPart>
  )
}

function HowToRepay({ orderId }: { orderId: string }) {
  return (
    <>
      <h3>How to repay</h3>
      <p>
        Write to us, and we answer where to send it. Give {orderId} as the reference; you can pay in parts. Is this
        wrong? Write to us before you pay. We take nothing from your other payouts unless you agree to it.
      </p>
      <Actions>
        <Link to="/contact" search={{ about: `Order ${orderId}` }} className={buttonClass()}>
          Contact support about it
        </Link>
      </Actions>
    </>
  )
}

function OfferQuestion({ debt, offer }: { debt: Debt; offer: Debt['offers'][number] }) {
  const utils = trpc.useUtils()
  const [isAccepting, setIsAccepting] = useState(false)
  const answer = trpc.transactions.answerOffer.useMutation(
    useCall({
      onDone: (debts) => {
        setIsAccepting(false)
        utils.transactions.debts.setData(undefined, debts)
      },
      changes: ['transactions'],
    }),
  )
  const [amount, left] = [formatDollars(offer.amount), sumOfDollars([debt.open, -offer.amount])]
  const after = left > 0 ? `Then ${formatDollars(left)} is left to repay.` : 'Then you owe nothing more for it.'
  return (
    <OrderPart id={`offer-${offer.id}`} title="A question about your payout">
      <p>
        We suggest to take {amount}, your payout for order {offer.payoutOrderId}, for the card of order {debt.orderId}.{' '}
        {after}
      </p>
      <p>The payout waits for your answer. If you decline, we send it to you as usual.</p>
      {!isAccepting && <CallNotice error={answer.error} unreached={unreachable} />}
      <Actions>
        <Button onClick={() => setIsAccepting(true)}>Accept...</Button>
        <SecondaryButton
          busy={answer.isPending && !isAccepting}
          onClick={() => answer.mutate({ id: offer.id, accepts: false })}
        >
          Decline, pay me {amount}
        </SecondaryButton>
      </Actions>
      {isAccepting && (
        <ConfirmDialog
          title={`Use ${amount} for what you owe?`}
          action={`Use ${amount} for it`}
          pendingAction="Saving..."
          call={answer}
          unreached={unreachable}
          onConfirm={() => answer.mutate({ id: offer.id, accepts: true })}
          onClose={() => setIsAccepting(false)}
        >
          <p>
            The payout of {amount} for order {offer.payoutOrderId} is not sent to you. It pays what you owe for order{' '}
            {debt.orderId}. {after}
          </p>
        </ConfirmDialog>
      )}
    </OrderPart>
  )
}

export function DebtNotices() {
  const { data: debts = [] } = trpc.transactions.debts.useQuery()
  return debts
    .filter(({ open, refund }) => open > 0 || (refund && refund.state !== 'paid'))
    .map(({ orderId, open, offers, refund }) => (
      <div key={orderId} className="margin-bottom-5">
        <Notice
          tone={refund && !refund.isOwed ? 'info' : 'warn'}
          title={refund ? `Order ${orderId}: ${refund.message}` : debtText(formatDollars(open), orderId)}
        >
          <Link to="/transactions/$reference" params={{ reference: orderId }} className="touch-target">
            {refund
              ? 'See your refund'
              : `See why, and ${offers.length > 0 ? 'answer our question' : 'how to repay it'}`}
          </Link>
        </Notice>
      </div>
    ))
}
