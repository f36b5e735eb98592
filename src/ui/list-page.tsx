import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSignInAgain } from '#client/lib/staff-session.ts'
import type { ApiError } from '#client/lib/trpc.ts'
import { useExistingPage } from '#client/lib/use-existing-page.ts'
import type { Pagination } from '#shared/paging-schema.ts'
import styles from './list-page.module.css'
import { PageFoot } from './page-buttons.tsx'
import { FailedLine, FailedMessage, QueryState } from './query-state.tsx'
import { Skeleton } from './skeleton.tsx'
import { Table, type TableProps } from './table.tsx'

type Page<Row> = { data: readonly Row[]; pagination: Pagination }

type ListPageProps<Row> = {
  query: ListQuery<Page<Row>>
  /** In small letters and the plural: 'users'. */
  what: string
  headingLevel?: 2 | 3
  onPage: (page: number, replace?: boolean) => void
  empty: ReactNode | ((pagination: Pagination) => ReactNode)
  children: (rows: readonly Row[]) => ReactNode
}

/** One page of a list: loading, failed, empty, out of date, or its rows. */
export function ListPage<Row>({ query, what, headingLevel, onPage, empty, children }: ListPageProps<Row>) {
  const isBeyond = useExistingPage(query.data?.pagination, (page) => onPage(page, true))
  return (
    <ListState query={query} what={what} headingLevel={headingLevel}>
      {({ data, pagination }, loading) => {
        if (isBeyond) return loading
        if (data.length === 0) return typeof empty === 'function' ? empty(pagination) : empty
        return (
          <>
            {children(data)}
            <PageFoot pagination={pagination} shown={data.length} what={what} onPage={onPage} />
          </>
        )
      }}
    </ListState>
  )
}

type TablePageProps<Row> = Omit<ListPageProps<Row>, 'children'> & Omit<TableProps<Row>, 'rows' | 'rowKey'>

/** One page of a list as a table. */
export function TablePage<Row extends { id: string }>(props: TablePageProps<Row>) {
  return <ListPage {...props}>{(rows) => <Table {...props} rows={rows} rowKey={({ id }) => id} />}</ListPage>
}

type TableListProps<Row> = Omit<TablePageProps<Row>, 'query' | 'headingLevel' | 'onPage' | 'empty'> & {
  query: ListQuery<readonly Row[]>
  empty: ReactNode
}

/** All rows of a list that has no pages, as a table. */
export function TableList<Row extends { id: string }>({ query, what, empty, ...table }: TableListProps<Row>) {
  return (
    <ListState query={query} what={what}>
      {(rows) => (rows.length === 0 ? empty : <Table {...table} rows={rows} rowKey={({ id }) => id} />)}
    </ListState>
  )
}

type ListQuery<Data> = {
  data: Data | undefined
  error: Pick<ApiError, 'data' | 'message'> | null
  isError: boolean
  isPlaceholderData: boolean
  refetch: () => unknown
}

type ListStateProps<Data> = {
  query: ListQuery<Data>
  what: string
  headingLevel?: 2 | 3 | undefined
  children: (data: Data, loading: ReactNode) => ReactNode
}

/** The state of any list; `ListPage` adds pages to it. Data that could not be read again stays, with a warning. */
export function ListState<Data>({ query, what, headingLevel, children }: ListStateProps<Data>) {
  const signIn = useSignInAgain(query.error)
  const loading = <Skeleton lines={8} height="2.5rem" label={`Loading ${what}...`} />
  return (
    <QueryState
      query={query}
      loading={loading}
      failed={({ error, retry }) => (
        <FailedMessage title={`We couldn't load the ${what}`} headingLevel={headingLevel} retry={retry} signIn={signIn}>
          {error.message}
        </FailedMessage>
      )}
    >
      {(data) => (
        <div className={styles.list} aria-busy={query.isPlaceholderData}>
          {query.isError && <StaleLine onRetry={() => void query.refetch()} />}
          {children(data, loading)}
        </div>
      )}
    </QueryState>
  )
}

type OnePageProps<Data> = Pick<ListStateProps<Data>, 'query' | 'what' | 'children'> & { all: LinkProps }

/** One thing of a list, below the way back to all of them. */
export function OnePage<Data>({ all, ...state }: OnePageProps<Data>) {
  return (
    <>
      <div className="pad-bottom-3 touch-targets">
        <Link {...all}>All {state.what}s</Link>
      </div>
      <ListState {...state} />
    </>
  )
}

export function StaleLine({ onRetry }: { onRetry: () => void }) {
  return (
    <FailedLine className="pad-bottom-3 warn" role="status" retry={onRetry}>
      We couldn't load the latest changes. This may be out of date.
    </FailedLine>
  )
}
