import { withBase } from '#client/lib/base-path.ts'
import { buttonClass } from '#client/ui/button.tsx'
import { ChoiceButtons } from '#client/ui/choice-buttons.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { useSearchText } from '#client/ui/search-box.tsx'
import { optionsOf, SelectField } from '#client/ui/select-field.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { statusLabels } from '#shared/status-label.ts'
import { type ReviewStatus, reviewStatuses } from '#shared/submission.ts'
import { type TransactionFilter, type TransactionSort, transactionSorts } from '#shared/transaction-list.ts'
import styles from './transaction-list.module.css'

const SEARCH_MAX_LENGTH = 100

const sortNames: Readonly<Record<TransactionSort, string>> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  value: 'Highest value',
}

type TransactionFiltersProps = {
  transactions: readonly { status: ReviewStatus }[]
  filter: TransactionFilter
  onFilter: (next: TransactionFilter) => void
  /** Whether the server can be reached, which makes the file. */
  hasExport: boolean
}

/** Search, sort order, statuses and the download of a customer's orders. The URL keeps them. */
export function TransactionFilters({ transactions, filter, onFilter, hasExport }: TransactionFiltersProps) {
  const [text, setText] = useSearchText(filter.search ?? '', (search) => onFilter({ ...filter, search }))
  return (
    <search className={`stack bottom gap-4 row-gap-3 not-printed ${styles.filters}`}>
      <TextField
        label="Search your orders"
        type="search"
        placeholder="Order number or brand"
        autoComplete="off"
        spellCheck={false}
        maxLength={SEARCH_MAX_LENGTH}
        value={text}
        onValueChange={setText}
      />
      <SelectField
        label="Sort by"
        value={filter.sort ?? transactionSorts[0]}
        options={optionsOf(transactionSorts, sortNames)}
        onValueChange={(sort) => onFilter({ ...filter, sort })}
      />
      <ChoiceButtons
        label="Status"
        choices={statusChoices(transactions, filter.status)}
        chosen={filter.status}
        onChoose={(status) => onFilter({ ...filter, status })}
      />
      {hasExport && (
        <a className={buttonClass('quiet', 'small')} href={csvUrl(filter)} download>
          <Icon name="download" size={18} />
          Download CSV
        </a>
      )}
    </search>
  )
}

function statusChoices(transactions: readonly { status: ReviewStatus }[], chosen: ReviewStatus | undefined) {
  const counted = reviewStatuses.map((value) => {
    const count = transactions.filter(({ status }) => status === value).length
    return { value, count, name: statusLabels[value].name }
  })
  return [
    { value: undefined, count: transactions.length, name: 'All' },
    ...counted.filter(({ value, count }) => count > 0 || value === chosen),
  ]
}

function csvUrl(filter: TransactionFilter): string {
  const given = Object.entries(filter).filter((entry): entry is [string, string] => Boolean(entry[1]))
  const query = new URLSearchParams(given).toString()
  return withBase(`/api/user/transactions.csv${query && `?${query}`}`)
}
