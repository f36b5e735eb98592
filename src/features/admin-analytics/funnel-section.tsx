import { useState } from 'react'
import { ChoiceButtons } from '#client/ui/choice-buttons.tsx'
import { Table } from '#client/ui/table.tsx'
import { type FunnelPeriod, funnelPeriods } from '#shared/analytics.ts'
import type { Funnel } from '#shared/analytics-schema.ts'
import { formatCount, share, waitingTime } from './analytics-messages.ts'
import { CountBar } from './count-tables.tsx'
import styles from './funnel-section.module.css'

const periodNames: Readonly<Record<FunnelPeriod, string>> = { '24h': '24 hours', '7d': '7 days', '30d': '30 days' }
const periods = funnelPeriods.map((value) => ({ value, name: periodNames[value] }))
const steps = [
  ['Signed up', 'signUps'],
  ['Submitted an order', 'submitted'],
  ['Got paid', 'completed'],
] as const

/** The conversion funnel of the people who signed up in a period, its quotes and its median decision time. */
export function FunnelSection({ funnels }: { funnels: readonly Funnel[] }) {
  const [period, setPeriod] = useState<FunnelPeriod>('24h')
  const funnel = funnels.find((each) => each.period === period)
  if (!funnel) return null
  return (
    <section className="stack gap-3" aria-labelledby="funnel-title">
      <div className="cluster gap-4 row-gap-2">
        <h3 id="funnel-title">From sign-up to payout</h3>
        <ChoiceButtons label="Period" choices={periods} chosen={period} onChoose={setPeriod} />
      </div>
      <div className={styles.body}>
        <Table
          name={`From sign-up to payout, last ${periodNames[period]}`}
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
        <dl className={styles.figures}>
          <div>
            <dt>Median decision time</dt>
            <dd>{funnel.medianDecisionMs === null ? '–' : waitingTime(funnel.medianDecisionMs)}</dd>
            <dd className={styles.basis}>{basisOf(funnel.decided)}</dd>
          </div>
          <div>
            <dt>Quotes given</dt>
            <dd>{formatCount(funnel.quotes)}</dd>
            <dd className={styles.basis}>With and without an account</dd>
          </div>
        </dl>
      </div>
    </section>
  )
}

function basisOf(decided: number): string {
  if (decided === 0) return 'No orders decided yet'
  return decided === 1 ? 'Based on 1 decided order' : `Based on ${formatCount(decided)} decided orders`
}
