import { itemAges } from '#shared/inventory.ts'
import type { ItemList, ItemListInput, Stock } from '#shared/inventory-schema.ts'
import { dollarsFromCents } from '#shared/money.ts'
import { paginate } from '#shared/paging.ts'
import type { AppContext } from '../context.ts'
import { moneyOf } from '../platform/without-nulls.ts'
import { ageDays } from './item-ages.ts'
import { type ItemSums, listItemPage, sumItems, sumStock } from './item-list-queries.ts'
import { findItems } from './item-search-queries.ts'
import { viewItems } from './item-views.ts'

/** With the sums of all that match. */
export async function listItems(app: AppContext, input: ItemListInput): Promise<ItemList> {
  const { page, limit, search, ...filter } = input
  const days = ageDays(app.clock.now())
  if (search) {
    const { rows, ...more } = await findItems(app.db, { text: search, filter, days })
    const shown = rows.slice((page - 1) * limit, page * limit)
    return { data: await viewItems(app, shown), pagination: { ...paginate(rows.length, page, limit), ...more } }
  }
  const sums = await sumItems(app.db, filter, days)
  const rows = await listItemPage(app.db, filter, { page, limit, days })
  return {
    data: await viewItems(app, rows),
    pagination: paginate(sums.count, page, limit),
    sums: {
      count: sums.count,
      ...moneyOf(sums, 'face as faceValue', 'cost', 'leftFace as leftFaceValue', 'leftCost'),
    },
  }
}

/** The costliest brand first. */
export async function sumStockByBrand(app: AppContext): Promise<Stock> {
  const cells = await sumStock(app.db, ageDays(app.clock.now()))
  const rowOf = (own: typeof cells) => ({
    total: stockSums(own),
    ages: Object.fromEntries(
      itemAges.map((age) => [age, stockSums(own.filter((each) => each.age === age))]),
    ) as Stock['ages'],
  })
  const brands = [...new Set(cells.map(({ brand }) => brand))].map((brand) => ({
    brand,
    brandName: app.catalogue.current.find(brand)?.name ?? brand,
    ...rowOf(cells.filter((each) => each.brand === brand)),
  }))
  brands.sort((one, other) => other.total.cost - one.total.cost || one.brandName.localeCompare(other.brandName))
  return { brands, ...rowOf(cells) }
}

function stockSums(cells: readonly { sums: ItemSums }[]): Stock['total'] {
  const sum = (key: keyof ItemSums) => cells.reduce((all, { sums }) => all + sums[key], 0)
  return { count: sum('count'), faceValue: dollarsFromCents(sum('leftFace')), cost: dollarsFromCents(sum('leftCost')) }
}
