import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { formatDateTime } from '#client/lib/format.ts'
import { singleKeys } from '#client/lib/single-keys.ts'
import { LabelTag } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { LotLink, OrderLink, PayoutLink } from '#client/ui/id-link.tsx'
import { ListState } from '#client/ui/list-page.tsx'
import { Stats } from '#client/ui/stats.tsx'
import { balancePlaceNames, type NewKind } from '#shared/inventory.ts'
import type { ItemDetail } from '#shared/inventory-schema.ts'
import { itemLabels } from '#shared/item-label.ts'
import { formatDollars } from '#shared/money.ts'
import { payoutLabels } from '#shared/payout-label.ts'
import { DisposeDialog } from './dispose-dialog.tsx'
import { HistoryTable } from './history-table.tsx'
import styles from './item-page.module.css'
import { actionNames } from './item-texts.ts'
import { useControlKeys, useItem } from './use-inventory.ts'

export function ItemPage({ id }: { id: string }) {
  const query = useItem(id)
  useControlKeys('srmw')
  return (
    <>
      <p className="pad-bottom-3">
        <Link to="/admin/inventory">All cards</Link>
      </p>
      <ListState query={query} what="card">
        {(item) => <Card item={item} />}
      </ListState>
    </>
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
      <section className="stack gap-3" aria-label="Facts">
        <h3>Facts</h3>
        <Facts item={item} />
      </section>
      <section className="stack gap-3" aria-label="History">
        <h3>History</h3>
        <HistoryTable item={item} />
      </section>
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

function kindsOf({ state, leftFaceValue, dispositions }: ItemDetail): readonly NewKind[] {
  const was = (kind: string) => dispositions.some((each) => each.kind === kind && !each.isCorrected)
  return [
    ...(leftFaceValue > 0 && state === 'in-stock' ? (['sold', 'redeemed', 'transferred', 'written-off'] as const) : []),
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

function Facts({ item }: { item: ItemDetail }) {
  const { id, customer, place, payout, approvedBy, approvedAt, boughtAt } = item
  const facts: readonly (readonly [label: string, value: ReactNode])[] = [
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
  ]
  return (
    <dl className={`facts stack gap-1 breaks ${styles.facts}`}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
