import { type ComponentProps, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { classNames } from './class-names.ts'
import styles from './table.module.css'

export type Column<Row, Sort extends string = never> = {
  name: string
  cell: (row: Row) => ReactNode
  head?: ReactNode
  /** Numbers and actions stand at the end; selection and actions have no visible head; a bar takes the free width. */
  kind?: 'number' | 'actions' | 'select' | 'bar'
  wraps?: boolean
  from?: 'medium' | 'wide'
  /** The order that a press on the head asks for. */
  sort?: Sort
}

/** A cell of two lines, of which the second is small. */
export const twoLines = (first: ReactNode, second: ReactNode) => (
  <>
    <span className="block">{first}</span>
    <span className="block text-xs muted">{second}</span>
  </>
)

type Order<Sort> = { sort: Sort | undefined; isDescending: boolean; onSort: (sort: Sort) => void }

export type TableProps<Row, Sort extends string = never> = {
  /** The accessible name, with the order of the rows: 'Versions, newest first'. */
  name: string
  title?: ReactNode
  columns: readonly Column<Row, Sort>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
  /** The column that names its row; by default the first. It stays in view where the table scrolls sideways. */
  headColumn?: number
  /** Rows that count less than the others, such as disabled accounts. */
  isMuted?: (row: Row) => boolean
  order?: Order<Sort>
  /** Below 560 px. As cards, a row is a block of its cells; 'labelled' has the column's name before each. */
  narrow?: 'scroll' | 'cards' | 'labelled'
  isTall?: boolean
  /** Columns of equal widths, which stay as they are when the contents arrive later. */
  isEven?: boolean
  foot?: readonly ReactNode[]
}

/** A table of the product. The keyboard reaches and scrolls it, and each row has a head. */
export function Table<Row, Sort extends string = never>(props: TableProps<Row, Sort>) {
  const { name, title, columns, rows, rowKey, isMuted, narrow = 'scroll', isTall, isEven, foot } = props
  const id = useId()
  const cellsOf = (contents: (column: Column<Row, Sort>, at: number) => ReactNode) =>
    columns.map((column, at) => {
      const isHead = at === (props.headColumn ?? 0)
      const Cell = isHead ? 'th' : 'td'
      return (
        <Cell
          key={column.name}
          scope={isHead ? 'row' : undefined}
          className={classOf(column)}
          data-label={narrow === 'labelled' && !isHead && isNamed(column) ? column.name : undefined}
        >
          {contents(column, at)}
        </Cell>
      )
    })
  return (
    <ScrollRegion
      className={classNames('positioned', styles.region, isTall && styles.tall)}
      {...(title ? { 'aria-labelledby': id } : { 'aria-label': name })}
    >
      <table
        className={classNames(
          styles.table,
          narrow !== 'scroll' && styles.cards,
          narrow === 'labelled' && styles.labelled,
          isEven && styles.even,
        )}
      >
        {title ? <caption id={id}>{title}</caption> : <caption className="visually-hidden">{name}</caption>}
        <thead>
          <tr>
            {columns.map((column) => (
              <Head key={column.name} column={column} order={props.order} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} data-muted={isMuted?.(row) || undefined}>
              {cellsOf(({ cell }) => cell(row))}
            </tr>
          ))}
        </tbody>
        {foot && (
          <tfoot>
            <tr>{cellsOf((_, at) => foot[at])}</tr>
          </tfoot>
        )}
      </table>
    </ScrollRegion>
  )
}

/** May be wider than the screen: the keyboard scrolls it, and a shadow shows that more is on the right. */
function ScrollRegion({ className, ...props }: ComponentProps<'section'>) {
  const region = useRef<HTMLElement>(null)
  const [hasMore, setHasMore] = useState(false)
  const hadFocus = region.current?.contains(document.activeElement)

  function check() {
    const { scrollLeft = 0, clientWidth = 0, scrollWidth = 0 } = region.current ?? {}
    setHasMore(scrollLeft + clientWidth < scrollWidth - 1)
  }
  // Every render may change the width of the content.
  useEffect(() => {
    check()
    // The row of the focused control has left the list.
    if (hadFocus && document.activeElement === document.body) region.current?.focus({ preventScroll: true })
    addEventListener('resize', check)
    return () => removeEventListener('resize', check)
  })

  return (
    <section
      {...props}
      ref={region}
      className={classNames(hasMore && styles.more, className)}
      onScroll={check}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
      tabIndex={0}
    />
  )
}

const isNamed = ({ kind }: { kind?: string }) => kind !== 'select' && kind !== 'actions'

type HeadProps<Row, Sort extends string> = { column: Column<Row, Sort>; order: Order<Sort> | undefined }

function Head<Row, Sort extends string>({ column, order }: HeadProps<Row, Sort>) {
  const { name, head = name, kind, sort } = column
  const className = classOf(column)
  if (kind === 'select') return <td className={className}>{head}</td>
  if (sort === undefined || !order)
    return (
      <th scope="col" className={className}>
        {kind === 'actions' ? <span className="visually-hidden">{head}</span> : head}
      </th>
    )
  const direction = order.sort === sort ? (order.isDescending ? 'descending' : 'ascending') : undefined
  return (
    <th scope="col" className={className} aria-sort={direction}>
      <button type="button" className={styles.sort} onClick={() => order.onSort(sort)}>
        {head}
      </button>
    </th>
  )
}

function classOf<Row, Sort extends string>({ kind, wraps, from }: Column<Row, Sort>) {
  return classNames(kind && styles[kind], wraps && styles.wraps, from && styles[from])
}
