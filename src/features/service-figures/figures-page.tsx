import { trpc } from '#client/lib/trpc.ts'
import { RetryNotice } from '#client/ui/retry-notice.tsx'
import { type Column, Table } from '#client/ui/table.tsx'
import { paymentTypeInfo } from '#shared/payment-method.ts'
import { type PaymentType, paymentTypes } from '#shared/payment-type.ts'
import type { ServiceFigures } from '#shared/service-figures-schema.ts'
import {
  appealRows,
  decisionRows,
  type FigureRow,
  offerRows,
  outcomeRows,
  shareText,
  timeText,
} from './figure-texts.ts'

/** /figures: how fast the site was in the last 30 days. Has all its rows before the figures are loaded. */
export function FiguresPage() {
  const query = trpc.figures.get.useQuery()
  const { data } = query
  return (
    <div className="page stack gap-6 pad-top-5">
      <div className="stack gap-2">
        <h1>What we measure</h1>
        <p className="muted">How fast we decided and paid in the last 30 days, counted from our orders.</p>
      </div>
      {query.isError && (
        <RetryNotice
          tone="warn"
          title="The figures could not be loaded"
          isRetrying={query.isFetching}
          onRetry={() => void query.refetch()}
        >
          Check your connection and try again.
        </RetryNotice>
      )}
      <FigureTable title="How long a decision takes" rows={decisionRows(data)} />
      <FigureTable title="What we decided" rows={outcomeRows(data)} />
      <FigureTable title="Offers of another price" rows={offerRows(data)} />
      <FigureTable title="Appeals" rows={appealRows(data)} />
      <PayoutTable figures={data} />
      <section className="stack gap-3" aria-labelledby="how">
        <h2 id="how">How we count</h2>
        <p>
          An order counts with its first decision: accepted, rejected or failed. Its time is from your submission to
          that decision. A decision that a reviewer undid within seconds does not count, and neither does an order that
          its seller withdrew.
        </p>
        <p>
          A payout counts when it was sent. Its time is from the approval of the card to the moment the money left; how
          long the bank or the app takes after that is not in it.
        </p>
        <p>
          An offer counts when its seller answered it or let it end. An appeal counts when we answered it; the promised
          time is the one on the page of the order.
        </p>
        <p>
          "Half of them within 12 minutes" means that every second order took 12 minutes or less. We show a figure once
          there are at least {data?.leastSamples ?? 20} cases. They are counted again every minute.
        </p>
      </section>
    </div>
  )
}

const shown = (text: string | undefined) => text ?? '–'

const figureColumns: readonly Column<FigureRow>[] = [
  { name: 'Figure', cell: ({ name }) => name, wraps: true },
  { name: 'Last 30 days', cell: ({ text }) => shown(text), wraps: true },
]

function FigureTable({ title, rows }: { title: string; rows: readonly FigureRow[] }) {
  return (
    <Table
      name={title}
      title={<h2>{title}</h2>}
      columns={figureColumns}
      rows={rows}
      rowKey={({ name }) => name}
      isEven
    />
  )
}

type PayoutRow = { method: PaymentType; figures: ServiceFigures['payouts'][number] | undefined; isLoaded: boolean }

const payoutColumns: readonly Column<PayoutRow>[] = [
  { name: 'Paid by', cell: ({ method }) => paymentTypeInfo[method].name, wraps: true },
  { name: 'Sent', cell: ({ figures, isLoaded }) => (isLoaded ? (figures?.cases ?? 0) : '–') },
  {
    name: 'Half within',
    wraps: true,
    cell: (row) => payoutText(row, ({ usualMinutes, cases }) => timeText(usualMinutes, cases)),
  },
  {
    name: '9 of 10 within',
    wraps: true,
    cell: (row) => payoutText(row, ({ mostMinutes, cases }) => timeText(mostMinutes, cases)),
  },
  {
    name: 'Came back',
    wraps: true,
    cell: (row) => payoutText(row, ({ returned, cases }) => shareText(returned, cases)),
  },
]

function payoutText({ figures, isLoaded }: PayoutRow, textOf: (payouts: ServiceFigures['payouts'][number]) => string) {
  if (figures) return textOf(figures)
  return isLoaded ? timeText(null, 0) : '–'
}

function PayoutTable({ figures }: { figures: ServiceFigures | undefined }) {
  const title = 'How long a payout takes after the approval'
  const rows = paymentTypes.map((method) => ({
    method,
    figures: figures?.payouts.find((each) => each.method === method),
    isLoaded: figures !== undefined,
  }))
  return (
    <Table
      name={title}
      title={<h2>{title}</h2>}
      columns={payoutColumns}
      rows={rows}
      rowKey={({ method }) => method}
      narrow="labelled"
      isEven
    />
  )
}
