import { oneOf, pageNumber, searchParams, text } from '#client/lib/search-params.ts'
import { type ItemFilter, itemAges } from '#shared/inventory.ts'
import { lotFilters } from '#shared/lot.ts'
import { PAYOUTS_PER_PAGE } from '#shared/payout.ts'

export const showNames = {
  stock: 'In stock',
  'to-check': 'To be checked',
  disposed: 'Disposed',
  'written-off': 'Written off',
  withdrawn: 'Withdrawn',
  all: 'All',
  brands: 'By brand and age',
  lots: 'Lots',
  buyers: 'Buyers',
}
type InventoryShow = keyof typeof showNames
export const inventoryShows = Object.keys(showNames) as readonly InventoryShow[]

/** Without `show` what is in stock; a search looks through all cards. */
export const readInventorySearch = searchParams({
  show: oneOf(inventoryShows),
  age: oneOf(itemAges),
  brand: text(100),
  search: text(200),
  item: text(100),
  state: oneOf(lotFilters),
  lot: text(100),
  page: pageNumber,
})
export type InventorySearch = ReturnType<typeof readInventorySearch>
export type LotSearch = Pick<InventorySearch, 'state' | 'lot' | 'search' | 'page'>

/** `replace` keeps the number of steps back. */
export type OnInventorySearch = (next: InventorySearch, replace?: boolean) => void

export function shownItems({ show, search }: InventorySearch) {
  return show ?? (search === undefined ? 'stock' : 'all')
}

export const isItemList = (show: InventoryShow) => show !== 'brands' && show !== 'lots' && show !== 'buyers'

export function itemFilter({ age, brand, ...search }: InventorySearch) {
  const show = shownItems(search)
  const state: ItemFilter | undefined = show === 'all' || !isItemList(show) ? undefined : (show as ItemFilter)
  return { state, age, brand, search: search.search?.trim() }
}

export function itemListInput(search: InventorySearch) {
  return { ...itemFilter(search), page: search.page ?? 1, limit: PAYOUTS_PER_PAGE }
}
