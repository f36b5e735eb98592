import { counted, formatCount } from '#client/lib/format.ts'
import { CountBar } from '#client/ui/count-bar.tsx'
import { Table } from '#client/ui/table.tsx'
import type { Funnel } from '#shared/analytics-schema.ts'
import { share, waitingTime } from './analytics-messages.ts'
import styles from './funnel-section.module.css'
import { funnelRange, periods, type ReportPeriod } from './report-period.ts'

const steps = [
  ['Signed up', 'signUps'],
  ['Submitted an order', 'submitted'],
  ['Got paid', 'completed'],
] as const

export function FunnelSection({ funnels, period }: { funnels: readonly Funnel[]; period: ReportPeriod }) {
  const funnel = funnels.find((each) => each.period === periods[period].funnel)
  if (!funnel) return null
  const { decided, medianDecisionMs } = funnel
  return (
    <section className="stack gap-3" aria-labelledby="funnel-title">
      <div className="cluster baseline gap-3 row-gap-0">
        <h3 id="funnel-title">From sign-up to payout</h3>
        <p className="muted">{funnelRange(period)}</p>
      </div>
      <div className={`stack gap-6 row-gap-5 ${styles.body}`}>
        <Table
          name={`From sign-up to payout, ${funnelRange(period)}`}
          rows={steps}
          rowKey={([, step]) => step}
          columns={[
            {
              name: 'Step',
              kind: 'bar',
              cell: ([name, step]) => <CountBar share={funnel[step] / Math.max(funnel.signUps, 1)}>{name}</CountBar>,
            },
            { name: 'People', kind: 'number', cell: ([, step]) => formatCount(funnel[step]) },
            { name: 'Of sign-ups', kind: 'number', cell: ([, step]) => share(funnel[step], funnel.signUps) },
          ]}
        />
        <dl className={`facts cluster stretch gap-6 row-gap-4 ${styles.figures}`}>
          <div>
            <dt>Median decision time</dt>
            <dd>{medianDecisionMs === null ? '–' : waitingTime(medianDecisionMs)}</dd>
            <dd className="muted">
              {decided === 0 ? 'No orders decided yet' : `Based on ${counted(decided, 'decided order')}`}
            </dd>
          </div>
          <div>
            <dt>Quotes given</dt>
            <dd>{formatCount(funnel.quotes)}</dd>
            <dd className="muted">With and without an account</dd>
          </div>
        </dl>
      </div>
    </section>
  )
}
