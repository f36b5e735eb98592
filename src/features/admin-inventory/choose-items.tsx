import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import type { NewKind } from '#shared/inventory.ts'
import type { Item } from '#shared/inventory-schema.ts'
import { formatDollars, sumOfDollars } from '#shared/money.ts'
import { DisposeDialog } from './dispose-dialog.tsx'
import { actionNames } from './item-texts.ts'
import { MakeLotDialog } from './lots/make-lot-dialog.tsx'

const kinds = ['sold', 'redeemed', 'transferred', 'written-off'] as const satisfies readonly NewKind[]

type ChooseItemsProps = {
  items: readonly Item[]
  chosen: readonly Item[]
  onChoose: (ids: ReadonlySet<string>) => void
}

export function ChooseItems({ items, chosen, onChoose }: ChooseItemsProps) {
  const [asked, setAsked] = useState<NewKind | 'lot'>()
  const navigate = useNavigate()
  const cost = sumOfDollars(chosen.map(({ leftCost }) => leftCost))
  return (
    <div className="cluster gap-3 row-gap-1 pad-bottom-2">
      <Checkbox
        label={chosen.length === 0 ? 'All of this page' : `${chosen.length} chosen, cost ${formatDollars(cost)}`}
        checked={chosen.length === items.length}
        onCheckedChange={(all) => onChoose(new Set(all ? items.map(({ id }) => id) : []))}
      />
      {kinds.map((kind) => (
        <Button
          key={kind}
          variant="secondary"
          size="small"
          disabledReason={chosen.length === 0 ? 'Choose cards first' : undefined}
          onClick={() => setAsked(kind)}
        >
          {actionNames[kind]}...
        </Button>
      ))}
      <Button
        variant="secondary"
        size="small"
        disabledReason={chosen.length === 0 ? 'Choose cards first' : undefined}
        onClick={() => setAsked('lot')}
      >
        Make a lot...
      </Button>
      {asked === 'lot' && (
        <MakeLotDialog
          // A price to begin with that brings no loss.
          chosen={chosen.map(({ id, leftCost }) => ({ submissionId: id, price: leftCost }))}
          onMade={(lot) => void navigate({ to: '/admin/inventory', search: { show: 'lots', lot } })}
          onClose={() => setAsked(undefined)}
        />
      )}
      {asked && asked !== 'lot' && (
        <DisposeDialog
          kind={asked}
          items={chosen}
          onDone={() => onChoose(new Set())}
          onClose={() => setAsked(undefined)}
        />
      )}
    </div>
  )
}
