import { FilterBar, FilterChoices } from '#client/ui/filter-bar.tsx'
import { SearchBox } from '#client/ui/search-box.tsx'
import { Stats } from '#client/ui/stats.tsx'
import { itemAgeNames, itemAges } from '#shared/inventory.ts'
import type { Stock } from '#shared/inventory-schema.ts'
import { formatDollars } from '#shared/money.ts'
import { BuyersView } from './buyers-view.tsx'
import {
  type InventorySearch,
  type InventoryShow,
  isItemList,
  type OnInventorySearch,
  shownItems,
} from './inventory-search.ts'
import { ItemList } from './item-list.tsx'
import { ItemPage } from './item-page.tsx'
import { LotsView } from './lots/lots-view.tsx'
import { StockTable } from './stock-table.tsx'
import { useControlKeys, useItemSignals, useStock } from './use-inventory.ts'

const choices: readonly { value: InventoryShow; name: string }[] = [
  { value: 'stock', name: 'In stock' },
  { value: 'disposed', name: 'Disposed' },
  { value: 'written-off', name: 'Written off' },
  { value: 'withdrawn', name: 'Withdrawn' },
  { value: 'all', name: 'All' },
  { value: 'brands', name: 'By brand and age' },
  { value: 'lots', name: 'Lots' },
  { value: 'buyers', name: 'Buyers' },
]

type InventoryPageProps = { staffId: string; search: InventorySearch; onSearch: OnInventorySearch }

/** /admin/inventory: the cards that were bought, and what became of them. */
export function InventoryPage({ staffId, search, onSearch }: InventoryPageProps) {
  useItemSignals()
  useControlKeys('/')
  const stock = useStock().data
  if (search.item !== undefined) return <ItemPage id={search.item} />
  const shown = shownItems(search)
  return (
    <>
      <section aria-label="Cost in stock">
        <Stats figures={figuresOf(stock)} narrow="pairs" />
      </section>
      <FilterBar>
        <FilterChoices
          label="Show"
          choices={choices}
          chosen={shown}
          onChoose={(show) => onSearch({ show, search: isItemList(show) ? search.search : undefined })}
        />
        {isItemList(shown) && (
          <SearchBox
            label="Search cards"
            placeholder="Number's last 4, order, buyer..."
            shortcut="/"
            committed={search.search ?? ''}
            onCommit={(text) => onSearch({ show: search.show, search: text || undefined }, true)}
          />
        )}
      </FilterBar>
      <h2 className="visually-hidden">{choices.find(({ value }) => value === shown)?.name}</h2>
      {shown === 'brands' && <StockTable />}
      {shown === 'lots' && (
        <LotsView
          staffId={staffId}
          search={search}
          onSearch={(next, replace) => onSearch({ show: 'lots', ...next }, replace)}
        />
      )}
      {shown === 'buyers' && <BuyersView />}
      {/* What is chosen belongs to one list. */}
      {isItemList(shown) && <ItemList key={shown} search={search} onSearch={onSearch} />}
    </>
  )
}

/** Each card is in one of the ages, which make up the cost. */
function figuresOf(stock: Stock | undefined) {
  const figure = (sign: string, name: string, sums: Stock['total'] | undefined) => ({
    label: `${sign}${name}${sums === undefined ? '' : ` (${sums.count})`}`,
    value: sums && formatDollars(sums.cost),
  })
  return [
    figure('', 'Cost in stock', stock?.total),
    ...itemAges.map((age, at) => figure(at === 0 ? '= ' : '+ ', itemAgeNames[age], stock?.ages[age])),
  ]
}
