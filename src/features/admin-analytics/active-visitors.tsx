import { memo, useId } from 'react'
import { ScrollRegion } from '#client/ui/scroll-region.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import { ANALYTICS_LIST_LENGTH, analyticsMessages } from '#shared/analytics.ts'
import type { Visitor } from '#shared/analytics-schema.ts'
import { clockTime, formatCount, stayMinutes } from './analytics-messages.ts'
import tables from './tables.module.css'

type Props = { visitors: readonly Visitor[]; total: number }

/** The visitors with the latest activity, up to ANALYTICS_LIST_LENGTH. */
export function ActiveVisitors({ visitors, total }: Props) {
  const id = useId()
  const shown = visitors.slice(0, ANALYTICS_LIST_LENGTH)
  if (shown.length === 0) return <StateMessage headingLevel={3} title={analyticsMessages.noVisitors} />
  return (
    <div className={tables.section}>
      <ScrollRegion className={tables.scroller} aria-labelledby={id}>
        <table className={tables.table}>
          <caption>
            <h3 id={id}>Active now</h3>
          </caption>
          <thead>
            <tr>
              <th scope="col">IP address</th>
              <th scope="col">Current page</th>
              <th scope="col" className={tables.number}>
                Page views
              </th>
              <th scope="col" className={tables.number}>
                Duration
              </th>
              <th scope="col" className={tables.number}>
                Last activity
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ id, ip, currentPage, pageViews, duration, lastActivity }) => (
              <VisitorRow
                key={id}
                ip={ip}
                page={currentPage || '/'}
                views={formatCount(pageViews)}
                stay={stayMinutes(duration)}
                seen={clockTime(lastActivity)}
              />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {total > shown.length && (
        <p className={tables.more}>
          Showing {shown.length} of {formatCount(total)}, most recent activity first
        </p>
      )}
    </div>
  )
}

type RowProps = { ip: string; page: string; views: string; stay: string; seen: string }

/** Takes formatted strings only, so that memo skips rows whose text has not changed. */
const VisitorRow = memo(function VisitorRow({ ip, page, views, stay, seen }: RowProps) {
  return (
    <tr>
      <th scope="row" className="mono">
        {ip}
      </th>
      <td>{page}</td>
      <td className={tables.number}>{views}</td>
      <td className={tables.number}>{stay}</td>
      <td className={tables.number}>{seen}</td>
    </tr>
  )
})
