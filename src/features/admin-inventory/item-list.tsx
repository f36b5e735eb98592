import { keepPreviousData } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { csvUrl } from '#client/lib/base-path.ts'
import { useCatalogue } from '#client/lib/catalogue.ts'
import { counted } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useChosen } from '#client/lib/use-chosen.ts'
import { useNow } from '#client/lib/use-now.ts'
import { LabelTag } from '#client/ui/badge.tsx'
import { SmallButton } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { FilterDownload, FilterSelect } from '#client/ui/filter-bar.tsx'
import { ListPage } from '#client/ui/list-page.tsx'
import { OpenButton } from '#client/ui/open-button.tsx'
import { RowCheck } from '#client/ui/row-check.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import { type Column, Table } from '#client/ui/table.tsx'
import { Time } from '#client/ui/time.tsx'
import { itemAgeNames, itemAges, type NewKind } from '#shared/inventory.ts'
import type { Item, ItemList as Items } from '#shared/inventory-schema.ts'
import { itemLabels } from '#shared/item-label.ts'
import { formatDollars, sumOfDollars } from '#shared/money.ts'
import { DisposeDialog } from './dispose-dialog.tsx'
import { ImportDialog } from './import-dialog.tsx'
import {
  type InventorySearch,
  itemFilter,
  itemListInput,
  type OnInventorySearch,
  shownItems,
} from './inventory-search.ts'
import { actionNames, outcomeText } from './item-texts.ts'
import { MakeLotDialog } from './lots/lot-dialogs.tsx'
import { useItemPolling } from './use-inventory.ts'

const AGE_TICK_MS = 60_000

type ItemListProps = { search: InventorySearch; onSearch: OnInventorySearch }

export function ItemList({ search, onSearch }: ItemListProps) {
  const query = trpc.inventory.list.useQuery(itemListInput(search), {
    placeholderData: keepPreviousData,
    ...useItemPolling(),
  })
  const now = useNow(AGE_TICK_MS)
  const { has, toggle, choose } = useChosen<Item>()
  const isStock = shownItems(search) === 'stock'
  return (
    <>
      <div className="cluster gap-3 row-gap-2 pad-bottom-2">
        <Filters search={search} onSearch={onSearch} />
        <OpenButton dialog={(onClose) => <ImportDialog onClose={onClose} />}>Import CSV...</OpenButton>
        <FilterDownload href={csvUrl('inventory/items', itemFilter(search))}>Export CSV</FilterDownload>
      </div>
      <ListPage
        query={query}
        what="cards"
        onPage={(page, replace) => onSearch({ ...search, page }, replace)}
        empty={<NoItems search={search} onSearch={onSearch} />}
      >
        {(items) => (
          <>
            {query.data?.sums && <Sums sums={query.data.sums} isStock={isStock} />}
            {isStock && <ChooseItems items={items} chosen={items.filter(has)} onChoose={choose} />}
            <Table
              name={isStock ? 'Cards in stock, oldest first' : 'Cards, newest first'}
              columns={columnsOf({ now, isStock, has, toggle })}
              rows={items}
              rowKey={({ id }) => id}
              headColumn={isStock ? 1 : 0}
              narrow="labelled"
            />
          </>
        )}
      </ListPage>
    </>
  )
}

function Filters({ search, onSearch }: ItemListProps) {
  const { brands } = useCatalogue()
  const { show, age, brand } = search
  const all = 'all'
  return (
    <>
      <FilterSelect
        label="Age"
        options={[
          { value: all, name: 'Any age' },
          ...itemAges.map((each) => ({ value: each, name: itemAgeNames[each] })),
        ]}
        chosen={age ?? all}
        onChoose={(next) => onSearch({ ...search, show, age: itemAges.find((each) => each === next), page: undefined })}
      />
      <FilterSelect
        label="Brand"
        options={[{ value: all, name: 'All brands' }, ...brands.map(({ slug, name }) => ({ value: slug, name }))]}
        chosen={brand ?? all}
        onChoose={(next) => onSearch({ ...search, show, brand: next === all ? undefined : next, page: undefined })}
      />
    </>
  )
}

function Sums({ sums, isStock }: { sums: NonNullable<Items['sums']>; isStock: boolean }) {
  const [face, cost] = isStock ? [sums.leftFaceValue, sums.leftCost] : [sums.faceValue, sums.cost]
  return (
    <p className="muted pad-bottom-2">
      {counted(sums.count, 'card')}: face value {formatDollars(face)}, cost {formatDollars(cost)}
    </p>
  )
}

type Shown = { now: number; isStock: boolean; has: (item: Item) => boolean; toggle: (item: Item) => void }

function columnsOf({ now, isStock, has, toggle }: Shown): readonly Column<Item>[] {
  const select: Column<Item> = {
    name: 'Chosen',
    kind: 'select',
    head: <span className="visually-hidden">Chosen</span>,
    cell: (item) => <RowCheck label={`Choose ${item.id}`} isChecked={has(item)} onToggle={() => toggle(item)} />,
  }
  return [
    ...(isStock ? [select] : []),
    {
      name: 'Card',
      wraps: true,
      cell: ({ id, brandName, faceValue, numberEnd }) => (
        <>
          <Link to="/admin/inventory" search={{ item: id }}>
            {brandName} {formatDollars(faceValue)}
            <span className="visually-hidden"> of the order {id}</span>
          </Link>{' '}
          <span className="mono muted nowrap">{numberEnd}</span>
        </>
      ),
    },
    { name: 'Order', from: 'medium', cell: ({ id }) => <span className="mono">{id}</span> },
    { name: 'State', cell: (item) => <LabelTag label={itemLabels[item.state]} /> },
    {
      name: 'Cost',
      kind: 'number',
      cell: ({ leftCost, cost }) => formatDollars(isStock ? leftCost : cost),
    },
    {
      name: isStock ? 'Where it is' : 'What became of it',
      wraps: true,
      cell: (item) => (isStock ? (item.place?.name ?? <span className="muted">Not recorded</span>) : outcomeText(item)),
    },
    { name: 'Bought', cell: ({ boughtAt }) => <Time at={boughtAt} agoAt={now} /> },
  ]
}

function NoItems({ search, onSearch }: ItemListProps) {
  const isFiltered = search.search !== undefined || search.age !== undefined || search.brand !== undefined
  return (
    <StateMessage
      headingLevel={3}
      title={isFiltered ? 'No cards found' : 'No cards here yet'}
      action={isFiltered && <SmallButton onClick={() => onSearch({})}>Show all in stock</SmallButton>}
    >
      {search.search === undefined
        ? !isFiltered && shownItems(search) === 'stock' && 'A card appears here when its payout was sent.'
        : 'A search finds the last 4 characters of a number, a whole order, payout or lot number, a buyer, and a reference or its first characters.'}
    </StateMessage>
  )
}

const kinds = ['sold', 'redeemed', 'transferred', 'written-off'] as const satisfies readonly NewKind[]

type ChooseItemsProps = {
  items: readonly Item[]
  chosen: readonly Item[]
  onChoose: (items: readonly Item[]) => void
}

function ChooseItems({ items, chosen, onChoose }: ChooseItemsProps) {
  const navigate = useNavigate()
  const disabledReason = chosen.length === 0 ? 'Choose cards first' : undefined
  const cost = sumOfDollars(chosen.map(({ leftCost }) => leftCost))
  return (
    <div className="cluster gap-3 row-gap-1 pad-bottom-2">
      <Checkbox
        label={chosen.length === 0 ? 'All of this page' : `${chosen.length} chosen, cost ${formatDollars(cost)}`}
        checked={chosen.length === items.length}
        onCheckedChange={(all) => onChoose(all ? items : [])}
      />
      {kinds.map((kind) => (
        <OpenButton
          key={kind}
          disabledReason={disabledReason}
          dialog={(onClose) => <DisposeDialog {...{ kind, onClose }} items={chosen} onDone={() => onChoose([])} />}
        >
          {actionNames[kind]}...
        </OpenButton>
      ))}
      <OpenButton
        disabledReason={disabledReason}
        dialog={(onClose, requestKey) => (
          <MakeLotDialog
            {...{ requestKey, onClose }}
            // A price to begin with that brings no loss.
            chosen={chosen.map(({ id, leftCost }) => ({ submissionId: id, price: leftCost }))}
            onMade={(lot) => void navigate({ to: '/admin/inventory', search: { show: 'lots', lot } })}
          />
        )}
      >
        Make a lot...
      </OpenButton>
    </div>
  )
}
