import { keepPreviousData } from '@tanstack/react-query'
import { trpc } from '#client/lib/trpc.ts'
import { LabelTag } from '#client/ui/badge.tsx'
import { FilterBar, FilterChoices } from '#client/ui/filter-bar.tsx'
import { LotLink } from '#client/ui/id-link.tsx'
import { TablePage } from '#client/ui/list-page.tsx'
import { OpenButton } from '#client/ui/open-button.tsx'
import { SearchBox } from '#client/ui/search-box.tsx'
import { optionsOf } from '#client/ui/select-field.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import type { Column } from '#client/ui/table.tsx'
import { Time } from '#client/ui/time.tsx'
import { type LotFilter, lotFilters, lotLabels } from '#shared/lot.ts'
import type { Lot } from '#shared/lot-schema.ts'
import { formatDollars } from '#shared/money.ts'
import { PAYOUTS_PER_PAGE } from '#shared/payout.ts'
import type { LotSearch } from '../inventory-search.ts'
import { lotPolling } from '../use-inventory.ts'
import { MakeLotDialog } from './lot-dialogs.tsx'

type LotsViewProps = { search: LotSearch; onSearch: (next: LotSearch, replace?: boolean) => void }

const names: Readonly<Record<LotFilter, string>> = { open: 'Open', closed: 'Closed', canceled: 'Canceled' }
const choices = [{ value: undefined, name: 'All' }, ...optionsOf(lotFilters, names)]

export function LotsView({ search, onSearch }: LotsViewProps) {
  const { state, search: text, page = 1 } = search
  const input = { page, limit: PAYOUTS_PER_PAGE, ...(state && { state }), ...(text && { search: text }) }
  const query = trpc.lots.list.useQuery(input, { placeholderData: keepPreviousData, ...lotPolling })
  const isFiltered = state !== undefined || text !== undefined
  return (
    <>
      <FilterBar>
        <FilterChoices
          label="Show"
          choices={choices}
          chosen={state}
          onChoose={(next) => onSearch({ search: text, state: next })}
        />
        <SearchBox
          label="Search lots"
          placeholder="Lot, order, buyer, reference..."
          committed={text}
          onCommit={(next) => onSearch({ state, search: next }, true)}
        />
        <OpenButton
          variant="primary"
          dialog={(onClose, requestKey) => (
            <MakeLotDialog {...{ requestKey, onClose }} onMade={(lot) => onSearch({ lot })} />
          )}
        >
          Make a lot...
        </OpenButton>
      </FilterBar>
      <TablePage
        query={query}
        what="lots"
        onPage={(next, replace) => onSearch({ search: text, state, page: next }, replace)}
        empty={
          <StateMessage title={isFiltered ? 'No lot found' : 'No lots yet'} headingLevel={3}>
            {isFiltered
              ? 'A search finds the number of a lot or an order, a reference, a buyer, and the last 4 characters of a card.'
              : 'Offer cards in stock to a buyer together: one file, one payment.'}
          </StateMessage>
        }
        name="Lots, newest first"
        columns={columns}
        narrow="labelled"
      />
    </>
  )
}

const columns: readonly Column<Lot>[] = [
  { name: 'Lot', cell: ({ id }) => <LotLink id={id} /> },
  { name: 'State', cell: ({ state }) => <LabelTag label={lotLabels[state]} /> },
  { name: 'Buyer', cell: ({ buyer }) => buyer.name || 'Erased', wraps: true },
  { name: 'Made', cell: ({ madeAt }) => <Time at={madeAt} /> },
  { name: 'Cards', kind: 'number', cell: ({ total }) => total.count },
  { name: 'Price', kind: 'number', cell: ({ total }) => formatDollars(total.amount) },
  { name: 'Paid', kind: 'number', cell: ({ paid }) => formatDollars(paid.amount) },
  { name: 'Owed', kind: 'number', cell: ({ owed }) => (owed > 0 ? formatDollars(owed) : '–') },
]
