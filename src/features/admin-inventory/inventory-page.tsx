import { Link } from '@tanstack/react-router'
import { useControlKeys } from '#client/lib/single-keys.ts'
import { useSignals } from '#client/lib/staff-changes.ts'
import { trpc } from '#client/lib/trpc.ts'
import { CountBar } from '#client/ui/count-bar.tsx'
import { FilterBar, FilterChoices } from '#client/ui/filter-bar.tsx'
import { ListState } from '#client/ui/list-page.tsx'
import { SearchBox } from '#client/ui/search-box.tsx'
import { optionsOf } from '#client/ui/select-field.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import { Stats } from '#client/ui/stats.tsx'
import { type Column, Table } from '#client/ui/table.tsx'
import { type ItemAge, itemAgeNames, itemAges } from '#shared/inventory.ts'
import type { Stock } from '#shared/inventory-schema.ts'
import { formatDollars } from '#shared/money.ts'
import { BuyersView } from './buyers-view.tsx'
import {
  type InventorySearch,
  inventoryShows,
  isItemList,
  type OnInventorySearch,
  showNames,
  shownItems,
} from './inventory-search.ts'
import { ItemList } from './item-list.tsx'
import { ItemPage } from './item-page.tsx'
import { LotPage } from './lots/lot-page.tsx'
import { LotsView } from './lots/lots-view.tsx'
import { useStock } from './use-inventory.ts'

/** /admin/inventory: the cards that were bought, and what became of them. */
export function InventoryPage({ search, onSearch }: { search: InventorySearch; onSearch: OnInventorySearch }) {
  trpc.inventory.watch.useSubscription(undefined, useSignals('inventory'))
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
          choices={optionsOf(inventoryShows, showNames)}
          chosen={shown}
          onChoose={(show) => onSearch({ show, search: isItemList(show) ? search.search : undefined })}
        />
        {isItemList(shown) && (
          <SearchBox
            label="Search cards"
            placeholder="Number's last 4, order, buyer..."
            shortcut="/"
            committed={search.search}
            onCommit={(text) => onSearch({ show: search.show, search: text }, true)}
          />
        )}
      </FilterBar>
      <h2 className="visually-hidden">{showNames[shown]}</h2>
      {shown === 'brands' && <StockTable />}
      {shown === 'lots' && search.lot !== undefined && <LotPage id={search.lot} />}
      {shown === 'lots' && search.lot === undefined && (
        <LotsView search={search} onSearch={(next, replace) => onSearch({ show: 'lots', ...next }, replace)} />
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

type Row = Stock['brands'][number]

function StockTable() {
  return (
    <ListState query={useStock()} what="stock">
      {(stock) =>
        stock.brands.length === 0 ? (
          <StateMessage title="Nothing is in stock" headingLevel={3}>
            A card is in stock from its payment until you record what became of it.
          </StateMessage>
        ) : (
          <Table
            name="Stock by brand and age, the highest cost first"
            columns={stockColumns(Math.max(...stock.brands.map(({ total }) => total.cost)))}
            rows={stock.brands}
            rowKey={({ brand }) => brand}
            narrow="labelled"
            foot={[
              'All brands',
              stock.total.count,
              formatDollars(stock.total.faceValue),
              formatDollars(stock.total.cost),
              ...itemAges.map((age) => sumText(stock.ages[age])),
            ]}
          />
        )
      }
    </ListState>
  )
}

const sumText = ({ count, cost }: Stock['total']) => (count === 0 ? '–' : `${formatDollars(cost)} (${count})`)

function stockColumns(highest: number): readonly Column<Row>[] {
  const ofAge = (age: ItemAge): Column<Row> => ({
    name: itemAgeNames[age],
    kind: 'number',
    cell: ({ brand, ages }) =>
      ages[age].count === 0 ? (
        '–'
      ) : (
        <Link to="/admin/inventory" search={{ show: 'stock', brand, age }}>
          {sumText(ages[age])}
        </Link>
      ),
  })
  return [
    {
      name: 'Brand',
      kind: 'bar',
      cell: ({ brand, brandName, total }) => (
        <CountBar share={highest === 0 ? 0 : total.cost / highest}>
          <Link to="/admin/inventory" search={{ show: 'stock', brand }}>
            {brandName}
          </Link>
        </CountBar>
      ),
    },
    { name: 'Cards', kind: 'number', cell: ({ total }) => total.count },
    { name: 'Face value', kind: 'number', cell: ({ total }) => formatDollars(total.faceValue) },
    { name: 'Cost', kind: 'number', cell: ({ total }) => formatDollars(total.cost) },
    ...itemAges.map(ofAge),
  ]
}
