import { useState } from 'react'
import { whyRow } from '#client/calls/payment-fields.tsx'
import { stepDialog } from '#client/calls/step-dialog.tsx'
import { formatDateTime } from '#client/lib/format.ts'
import { singleKeys, useControlKeys } from '#client/lib/single-keys.ts'
import { trpc } from '#client/lib/trpc.ts'
import { LabelTag } from '#client/ui/badge.tsx'
import { Button, RowButton } from '#client/ui/button.tsx'
import { Facts } from '#client/ui/facts.tsx'
import { LotLink, OrderLink, PayoutLink, ReviewLink } from '#client/ui/id-link.tsx'
import { OnePage } from '#client/ui/list-page.tsx'
import { Section } from '#client/ui/section.tsx'
import { Stats } from '#client/ui/stats.tsx'
import { type Column, Table } from '#client/ui/table.tsx'
import { Time } from '#client/ui/time.tsx'
import {
  balancePlaceNames,
  dispositionNames,
  inventoryMessages,
  isOurs,
  MAX_ITEM_NOTE_LENGTH,
  type NewKind,
  writeOffCauseNames,
} from '#shared/inventory.ts'
import type { ItemDetail, ItemDisposition } from '#shared/inventory-schema.ts'
import { itemLabels } from '#shared/item-label.ts'
import { formatDollars } from '#shared/money.ts'
import { payoutLabels } from '#shared/payout-label.ts'
import { DisposeDialog } from './dispose-dialog.tsx'
import styles from './item-page.module.css'
import { actionNames, amountsOf, buyerText } from './item-texts.ts'
import { useItemPolling } from './use-inventory.ts'

export function ItemPage({ id }: { id: string }) {
  const query = trpc.inventory.get.useQuery({ id }, useItemPolling())
  useControlKeys('srmw')
  return (
    <OnePage query={query} what="card" all={{ to: '/admin/inventory' }}>
      {(item) => <Card item={item} />}
    </OnePage>
  )
}

function Card({ item }: { item: ItemDetail }) {
  const [asked, setAsked] = useState<NewKind>()
  return (
    <section className="stack gap-5" aria-labelledby="item-title">
      <header className="cluster gap-3 row-gap-1">
        <h2 id="item-title">
          {item.brandName} {formatDollars(item.faceValue)}
        </h2>
        <span className="mono muted">{item.numberEnd}</span>
        <LabelTag label={itemLabels[item.state]} />
      </header>
      <Stats narrow="pairs" figures={figuresOf(item)} />
      <Actions item={item} onAsk={setAsked} />
      <Section id="item-facts" title="Facts" className="stack gap-3">
        <Facts className={`facts stack gap-1 breaks ${styles.facts}`} facts={factsOf(item)} />
      </Section>
      <Section id="item-history" title="History" className="stack gap-3">
        <HistoryTable item={item} />
      </Section>
      {asked && <DisposeDialog kind={asked} items={[item]} onClose={() => setAsked(undefined)} />}
    </section>
  )
}

function figuresOf({ cost, leftFaceValue, leftCost, proceeds, fees }: ItemDetail) {
  return [
    { label: 'Cost', value: formatDollars(cost) },
    { label: 'Face value left', value: formatDollars(leftFaceValue) },
    { label: 'Cost left', value: formatDollars(leftCost) },
    { label: 'Came in', value: formatDollars(proceeds) },
    { label: 'Fees', value: formatDollars(fees) },
  ]
}

const keys: Partial<Record<NewKind, string>> = { sold: 's', redeemed: 'r', transferred: 'm', 'written-off': 'w' }

function kindsOf({ state, leftFaceValue, dispositions }: ItemDetail) {
  const was = (kind: string) => dispositions.some((each) => each.kind === kind && !each.isCorrected)
  return [
    ...(leftFaceValue > 0 && state === 'in-stock' ? (['sold'] as const) : []),
    ...(leftFaceValue > 0 && isOurs(state) ? (['redeemed', 'transferred', 'written-off'] as const) : []),
    ...(was('sold') ? (['charged-back'] as const) : []),
    ...(was('written-off') || was('charged-back') ? (['recovered'] as const) : []),
  ]
}

function Actions({ item, onAsk }: { item: ItemDetail; onAsk: (kind: NewKind) => void }) {
  const areOn = singleKeys.use()
  const kinds = kindsOf(item)
  if (item.state === 'withdrawn')
    return <p className="muted">Its payout came back. It is in stock again when the order is paid again.</p>
  if (item.state === 'listed')
    return (
      <p className="muted">
        It is listed in the lot {item.openLotId && <LotLink id={item.openLotId} />}. Record what became of it there.
      </p>
    )
  return (
    <div className="stack gap-2">
      {item.state === 'to-check' && (
        <p>
          A buyer knows its code and has refused it. Record a balance check of <ReviewLink id={item.id} />: it is in
          stock again when its balance is there.
        </p>
      )}
      <div className="cluster stretch gap-2">
        {kinds.map((kind, at) => (
          <Button
            key={kind}
            variant={at === 0 ? 'primary' : 'secondary'}
            size="small"
            aria-keyshortcuts={keys[kind]}
            onClick={() => onAsk(kind)}
          >
            {actionNames[kind]}...
          </Button>
        ))}
      </div>
      {areOn && kinds.includes('sold') && (
        <p className="muted pointer-only">Keys: S records a sale, R a redemption, M a move, W writes off.</p>
      )}
    </div>
  )
}

function factsOf(item: ItemDetail) {
  const { id, customer, place, payout, approvedBy, approvedAt, boughtAt } = item
  return [
    ['Order', <OrderLink key={id} id={id} />],
    ['Seller', customer.name || 'The account was deleted'],
    [
      'Where the balance is',
      place ? `${balancePlaceNames[place.place]}: ${place.name || 'a name that was erased'}` : '–',
    ],
    ['Approved', `${formatDateTime(approvedAt)} by ${approvedBy.name}`],
    ['Bought', formatDateTime(boughtAt)],
    [
      'Payout',
      <>
        <PayoutLink id={payout.id} /> {payoutLabels[payout.state].name}, {formatDollars(payout.amount)}
        {payout.fee > 0 && `, fee ${formatDollars(payout.fee)}`}
        {payout.reference && `, reference ${payout.reference}`}
      </>,
    ],
  ] as const
}

function HistoryTable({ item }: { item: ItemDetail }) {
  const { dispositions } = item
  const [wrongId, setWrongId] = useState<string>()
  const wrong = dispositions.find(({ id }) => id === wrongId)
  if (dispositions.length === 0) return <p className="muted">Nothing is recorded yet.</p>
  return (
    <>
      <Table
        name="History, the first first"
        columns={columnsOf(dispositions, setWrongId)}
        rows={dispositions}
        rowKey={({ id }) => id}
        isMuted={({ isCorrected }) => isCorrected === true}
        narrow="labelled"
      />
      {wrong && <CorrectDialog subject={{ item, wrong }} onClose={() => setWrongId(undefined)} />}
    </>
  )
}

function columnsOf(
  dispositions: readonly ItemDisposition[],
  onCorrect: (disposition: string) => void,
): readonly Column<ItemDisposition>[] {
  const correctedKind = ({ corrects }: ItemDisposition) => dispositions.find(({ id }) => id === corrects)?.kind
  return [
    {
      name: 'What',
      cell: (row) => {
        const kind = correctedKind(row)
        return (
          <>
            {dispositionNames[row.kind]}
            {kind && `: ${dispositionNames[kind].toLowerCase()}`}
            {row.isCorrected && <span className="muted"> (corrected)</span>}
          </>
        )
      },
    },
    { name: 'Day', cell: ({ at }) => <Time at={at} isDay /> },
    { name: 'Amounts', wraps: true, cell: (row) => amountsOf(row).join(', ') || '–' },
    { name: 'Details', wraps: true, cell: (row) => <Details row={row} /> },
    {
      name: 'Recorded',
      wraps: true,
      cell: ({ madeAt, madeBy }) => `${formatDateTime(madeAt)}${madeBy ? ` by ${madeBy.name}` : ''}`,
    },
    {
      name: 'Correction',
      kind: 'actions',
      cell: ({ id, mayCorrect, kind }) =>
        mayCorrect && (
          <RowButton of={dispositionNames[kind]} onClick={() => onCorrect(id)}>
            Correct...
          </RowButton>
        ),
    },
  ]
}

function Details({ row: { buyer, place, cause, reference, lotId, note } }: { row: ItemDisposition }) {
  const parts = [
    buyer && `to ${buyerText(buyer)}`,
    place && `at ${place}`,
    cause && writeOffCauseNames[cause],
    reference && `reference ${reference}`,
    lotId && `lot ${lotId}`,
    note && `“${note}”`,
  ].filter(Boolean)
  return parts.length === 0 ? '–' : parts.join(', ')
}

const CorrectDialog = stepDialog({
  useMutation: trpc.inventory.correct.useMutation,
  show: ({ item, wrong }: { item: ItemDetail; wrong: ItemDisposition }) => ({
    title: 'Correct',
    of: item.id,
    action: 'Take it back',
    cancel: 'Close',
    toast: 'Corrected.',
    children: (
      <p>
        {[dispositionNames[wrong.kind], ...amountsOf(wrong)].join(', ')}. Stock and ledger are as before it, and the
        history keeps both. Then record what is right.
      </p>
    ),
    fields: { note: whyRow('Why', inventoryMessages.noReason, MAX_ITEM_NOTE_LENGTH) },
  }),
  input: ({ note }, { item: { id, version }, wrong }) => ({ id, version, disposition: wrong.id, note }),
})
