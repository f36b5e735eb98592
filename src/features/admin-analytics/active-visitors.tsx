import { formatCount } from '#client/lib/format.ts'
import { StateMessage } from '#client/ui/state-message.tsx'
import { type Column, Table } from '#client/ui/table.tsx'
import { ANALYTICS_LIST_LENGTH, analyticsMessages } from '#shared/analytics.ts'
import type { Visitor } from '#shared/analytics-schema.ts'
import { clockTime, stayMinutes } from './analytics-messages.ts'

const columns: readonly Column<Visitor>[] = [
  { name: 'IP address', cell: ({ ip }) => <span className="mono">{ip}</span> },
  { name: 'Current page', wraps: true, cell: ({ currentPage }) => currentPage || '/' },
  { name: 'Page views', kind: 'number', cell: ({ pageViews }) => formatCount(pageViews) },
  { name: 'Duration', kind: 'number', cell: ({ duration }) => stayMinutes(duration) },
  { name: 'Last activity', kind: 'number', cell: ({ lastActivity }) => clockTime(lastActivity) },
]

type Props = { visitors: readonly Visitor[]; total: number }

export function ActiveVisitors({ visitors, total }: Props) {
  const shown = visitors.slice(0, ANALYTICS_LIST_LENGTH)
  if (shown.length === 0)
    return (
      <StateMessage headingLevel={3} title={analyticsMessages.noVisitors}>
        People who open the shop appear here while they look at it.
      </StateMessage>
    )
  return (
    <div className="stack gap-3">
      <Table name="Active now" title={<h3>Active now</h3>} columns={columns} rows={shown} rowKey={({ id }) => id} />
      {total > shown.length && (
        <p className="muted">
          Showing {shown.length} of {formatCount(total)}, most recent activity first
        </p>
      )}
    </div>
  )
}
