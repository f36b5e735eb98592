import { trpc } from '#client/lib/trpc.ts'
import { FailedLine, QueryState } from '#client/ui/query-state.tsx'
import { Table } from '#client/ui/table.tsx'
import { formatDollars } from '#shared/money.ts'
import type { StatementYear } from '#shared/report-schema.ts'

export function PaidByYear() {
  // Read again whenever it is mounted, because a payout may have been sent since.
  const query = trpc.transactions.statement.useQuery(undefined, { staleTime: 0 })
  return (
    <QueryState
      query={query}
      loading={null}
      failed={({ retry }) => (
        <FailedLine className="margin-top-5" retry={retry}>
          We couldn't load what you were paid by year.
        </FailedLine>
      )}
    >
      {(years) => years.length > 0 && <Statement years={years} />}
    </QueryState>
  )
}

function Statement({ years }: { years: readonly StatementYear[] }) {
  const hasReturns = years.some(({ returnedPayouts }) => returnedPayouts > 0)
  const returns = [
    {
      name: 'Came back',
      kind: 'number' as const,
      cell: ({ returned, returnedPayouts }: StatementYear) =>
        returnedPayouts === 0 ? formatDollars(0) : `${formatDollars(returned)} (${returnedPayouts})`,
    },
    {
      name: 'Total',
      kind: 'number' as const,
      cell: ({ total }: StatementYear) => <strong>{formatDollars(total)}</strong>,
    },
  ]
  return (
    <div className="margin-top-7">
      <Table
        name="Paid by year, the newest first"
        title={<h2 className="text-lg">Paid by year</h2>}
        narrow="labelled"
        rows={years}
        rowKey={({ year }) => year}
        columns={[
          { name: 'Year', cell: ({ year }) => year },
          { name: 'Payouts', kind: 'number', cell: ({ payouts }) => payouts },
          {
            name: 'Paid to you',
            kind: 'number',
            cell: ({ paid }) => (hasReturns ? formatDollars(paid) : <strong>{formatDollars(paid)}</strong>),
          },
          ...(hasReturns ? returns : []),
        ]}
      />
      <p className="margin-top-3 muted text-sm">
        A payout counts in the year in which it arrived.
        {hasReturns && ' One that came back is taken off in the year in which it came back.'} Years begin and end at
        midnight UTC.
      </p>
    </div>
  )
}
