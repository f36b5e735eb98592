import { useState } from 'react'
import { useStaffPermissions } from '#client/lib/staff-session.ts'
import { Tag } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { ItemLink } from '#client/ui/id-link.tsx'
import { balancePlaceNames, dispositionNames } from '#shared/inventory.ts'
import type { OrderItem } from '#shared/inventory-schema.ts'
import { itemLabels } from '#shared/item-label.ts'
import { formatDollars } from '#shared/money.ts'
import record from './order-record.module.css'
import { RecordItemDialog } from './record-item-dialog.tsx'

export function OrderItemBlock({ item }: { item: OrderItem }) {
  const { mayPay } = useStaffPermissions()
  const [isRecording, setIsRecording] = useState(false)
  const { id, state, place, last, cost, leftFaceValue, proceeds } = item
  const isInStock = state === 'in-stock' && leftFaceValue > 0
  return (
    <section aria-labelledby="order-item">
      <h4 id="order-item" className={record.heading}>
        Inventory
      </h4>
      <div className="stack gap-2">
        <p className="breaks">
          <Tag tone={itemLabels[state].tone}>{itemLabels[state].name}</Tag> Cost {formatDollars(cost)}.{' '}
          {place && `${balancePlaceNames[place.place]}: ${place.name || 'a name that was erased'}. `}
          {last &&
            last.kind !== 'transferred' &&
            `${dispositionNames[last.kind]}, ${formatDollars(proceeds)} came in. `}
          {mayPay && <ItemLink id={id} />}
        </p>
        {isInStock && item.mayRecord && !mayPay && (
          <div>
            <Button variant="secondary" size="small" onClick={() => setIsRecording(true)}>
              Record what became of it...
            </Button>
          </div>
        )}
      </div>
      {isRecording && <RecordItemDialog item={item} onClose={() => setIsRecording(false)} />}
    </section>
  )
}
