import { formatDateTime } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { RowButton } from '#client/ui/button.tsx'
import { Facts } from '#client/ui/facts.tsx'
import { PayoutLink } from '#client/ui/id-link.tsx'
import { QueryPart } from '#client/ui/query-state.tsx'
import { type Column, Table } from '#client/ui/table.tsx'
import { Time } from '#client/ui/time.tsx'
import { formatDollars } from '#shared/money.ts'
import type { Payout, PayoutDetail } from '#shared/payout-schema.ts'
import { accountName, transferName } from './ledger-names.ts'
import styles from './payout-row.module.css'
import { useMoneyNames } from './use-payouts.ts'

type PayoutDetailsProps = { payout: Payout; onStep: (step: { kind: 'correct-reference' }) => void }

export function PayoutDetails({ payout, onStep }: PayoutDetailsProps) {
  const { customer, payeeName, sentAt, endedAt, reference } = payout
  const query = trpc.payouts.get.useQuery({ id: payout.id })
  return (
    <div id={`details-${payout.id}`} className={`stack gap-3 ${styles.details}`}>
      <Facts
        className={`facts stack gap-1 breaks ${styles.facts}`}
        rowClass="cluster stretch gap-3 row-gap-0"
        facts={[
          ['Payee', payeeName],
          ['Email', customer.email],
          ['Reference', reference],
          ['Sent', sentAt && formatDateTime(sentAt)],
          ['Ended', endedAt && formatDateTime(endedAt)],
        ]}
      />
      {payout.state === 'paid' && payout.provider === 'hand' && (
        <div>
          <RowButton of={payout.id} onClick={() => onStep({ kind: 'correct-reference' })}>
            Correct reference...
          </RowButton>
        </div>
      )}
      <QueryPart query={query} lines={3} label="Loading the transfers..." failed="We couldn't load the transfers.">
        {({ attempts, transfers }) => (
          <>
            {attempts.length > 0 && <AttemptList payoutId={payout.id} attempts={attempts} />}
            <TransferTable transfers={transfers} name={`Transfers of ${payout.id}`} />
          </>
        )}
      </QueryPart>
    </div>
  )
}

function AttemptList({ payoutId, attempts }: { payoutId: string; attempts: readonly Attempt[] }) {
  return (
    <ul className="stack gap-2 plain breaks" aria-label={`Attempts to pay ${payoutId}`}>
      {attempts.map((attempt) => (
        <li key={attempt.key}>
          <p>
            <span className="mono">{attempt.key}</span> {attemptHead(attempt)}
          </p>
          {attemptNotes(attempt).map((note) => (
            <p key={note} className="muted">
              {note}
            </p>
          ))}
        </li>
      ))}
    </ul>
  )
}

type Attempt = PayoutDetail['attempts'][number]

const stateNames: Readonly<Record<Attempt['state'], string>> = {
  calling: 'begun',
  accepted: 'accepted',
  unknown: 'outcome unknown',
  refused: 'not paid',
  failed: 'failed',
  settled: 'paid',
  returned: 'came back',
}

const errorTexts: Readonly<Record<string, string>> = {
  UNCLAIMED: 'The customer has not claimed it at PayPal.',
  INSUFFICIENT_FUNDS: 'The balance of the PayPal account is not enough.',
  DUPLICATE_WITHOUT_LINK: 'PayPal says that it was sent before, and does not name that payment.',
  LOG: 'The recovery log beside the backups could not be written, so nothing was sent.',
  RESTORED: 'A backup was restored while PayPal was asked to pay it.',
  MISMATCH: 'PayPal answered about another payment.',
  TOO_OLD: 'PayPal gave no clear answer for a day.',
  timeout: 'PayPal did not answer in time.',
  connection: 'The connection to PayPal failed.',
  'rate-limited': 'PayPal asks to send less.',
  'server-error': 'PayPal has an internal error.',
  unreadable: 'The answer of PayPal could not be read.',
  'refused-repeat': 'PayPal refused to pay it again, so the first request may have paid it.',
  'not-found': 'PayPal does not find it.',
  unauthorized: 'PayPal does not accept the credentials of this site.',
}

const providerNames = { hand: 'By hand', paypal: 'By PayPal', 'set-off': 'Set off' } as const

export function attemptHead({ provider, state, calledAt }: Attempt) {
  return `${providerNames[provider]}, ${formatDateTime(calledAt)}: ${stateNames[state]}`
}

export function attemptNotes({ fee, error, nextPollAt }: Attempt) {
  const notes = [
    error && (errorTexts[error] ?? `PayPal says ${error}.`),
    fee !== undefined && `PayPal took a fee of ${formatDollars(fee)}.`,
    nextPollAt && `The server asks PayPal again ${formatDateTime(nextPollAt)}.`,
  ]
  return notes.filter((note) => typeof note === 'string')
}

type Transfer = PayoutDetail['transfers'][number]

export function TransferTable({ transfers, name }: { transfers: readonly Transfer[]; name: string }) {
  const names = useMoneyNames()
  const columns: readonly Column<Transfer>[] = [
    { name: 'Number', cell: ({ sequence }) => sequence },
    { name: 'Time', cell: ({ at }) => <Time at={at} /> },
    { name: 'What', cell: ({ kind }) => transferName(kind) },
    { name: 'Debit', cell: ({ debit }) => accountName(debit, names) },
    { name: 'Credit', cell: ({ credit }) => accountName(credit, names) },
    { name: 'Amount', cell: ({ amount }) => formatDollars(amount), kind: 'number' },
    { name: 'Payout', cell: ({ payoutId }) => payoutId && <PayoutLink id={payoutId} /> },
  ]
  return <Table name={name} columns={columns} rows={transfers} rowKey={({ sequence }) => sequence} />
}
