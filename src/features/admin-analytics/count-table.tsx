import { type CSSProperties, memo, type ReactNode } from 'react'
import { StateMessage } from '#client/ui/state-message.tsx'
import { ANALYTICS_LIST_LENGTH } from '#shared/analytics.ts'
import { formatCount } from './analytics-messages.ts'
import styles from './count-table.module.css'
import tables from './tables.module.css'

type Props = {
  title: string
  heads: readonly [name: string, count: string]
  /** Counts by name, largest first. */
  counts: Readonly<Record<string, number>>
  empty: string
}

/** The largest counts, up to ANALYTICS_LIST_LENGTH, each with a bar. */
export function CountTable({ title, heads, counts, empty }: Props) {
  const shown = Object.entries(counts).slice(0, ANALYTICS_LIST_LENGTH)
  const most = Math.max(...shown.map(([, count]) => count), 1)
  if (shown.length === 0)
    return (
      <div className={tables.section}>
        <h3>{title}</h3>
        <StateMessage headingLevel={4} title={empty} />
      </div>
    )
  return (
    <table className={tables.table}>
      <caption>
        <h3>{title}</h3>
      </caption>
      <thead>
        <tr>
          <th scope="col">{heads[0]}</th>
          <th scope="col" className={tables.number}>
            {heads[1]}
          </th>
        </tr>
      </thead>
      <tbody>
        {shown.map(([name, count]) => (
          <CountRow key={name} name={name} count={count} share={count / most} />
        ))}
      </tbody>
    </table>
  )
}

const CountRow = memo(function CountRow({ name, count, share }: { name: string; count: number; share: number }) {
  return (
    <tr>
      <th scope="row" className={tables.barred}>
        <CountBar share={share}>{name}</CountBar>
      </th>
      <td className={tables.number}>{formatCount(count)}</td>
    </tr>
  )
})

/** `children` over a bar of relative length `share` (0 to 1). */
export function CountBar({ share, children }: { share: number; children: ReactNode }) {
  return (
    <span className={styles.place} style={{ '--share': share } as CSSProperties}>
      {children}
    </span>
  )
}
