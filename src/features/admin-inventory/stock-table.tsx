import { Link } from '@tanstack/react-router'
import { CountBar } from '#client/ui/count-bar.tsx'
import { ListState } from '#client/ui/list-page.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import { type Column, Table } from '#client/ui/table.tsx'
import { type ItemAge, itemAgeNames, itemAges } from '#shared/inventory.ts'
import type { Stock } from '#shared/inventory-schema.ts'
import { formatDollars } from '#shared/money.ts'
import { useStock } from './use-inventory.ts'

type Row = Stock['brands'][number]

export function StockTable() {
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
            columns={columnsOf(Math.max(...stock.brands.map(({ total }) => total.cost)))}
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

function columnsOf(highest: number): readonly Column<Row>[] {
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
