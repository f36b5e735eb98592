import { useState } from 'react'
import { ChoiceButtons } from '#client/ui/choice-buttons.tsx'
import { type FunnelPeriod, funnelPeriods } from '#shared/analytics.ts'
import type { Funnel } from '#shared/analytics-schema.ts'
import { formatCount, share, waitingTime } from './analytics-messages.ts'
import { CountBar } from './count-tables.tsx'
import styles from './funnel-section.module.css'
import tables from './tables.module.css'

const periodNames: Readonly<Record<FunnelPeriod, string>> = { '24h': '24 hours', '7d': '7 days', '30d': '30 days' }
const periods = funnelPeriods.map((value) => ({ value, name: periodNames[value] }))
const steps = [
  ['Quotes', 'quotes'],
  ['Sign-ups', 'signUps'],
  ['Orders submitted', 'submits'],
  ['Of these completed', 'completed'],
] as const

/** The conversion funnel of a period and its median decision time. */
export function FunnelSection({ funnels }: { funnels: readonly Funnel[] }) {
  const [period, setPeriod] = useState<FunnelPeriod>('24h')
  const funnel = funnels.find((each) => each.period === period)
  if (!funnel) return null
  const max = Math.max(...steps.map(([, step]) => funnel[step]), 1)
  return (
    <section className={tables.section} aria-labelledby="funnel-title">
      <div className={styles.head}>
        <h3 id="funnel-title">From quote to payout</h3>
        <ChoiceButtons label="Period" choices={periods} chosen={period} onChoose={setPeriod} />
      </div>
      <div className={styles.body}>
        <table className={tables.table}>
          <caption className="visually-hidden">From quote to payout, last {periodNames[period]}</caption>
          <thead>
            <tr>
              <th scope="col">Step</th>
              <th scope="col" className={tables.number}>
                Count
              </th>
              <th scope="col" className={tables.number}>
                Per quote
              </th>
            </tr>
          </thead>
          <tbody>
            {steps.map(([name, step]) => (
              <tr key={step}>
                <th scope="row" className={tables.barred}>
                  <CountBar share={funnel[step] / max}>{name}</CountBar>
                </th>
                <td className={tables.number}>{formatCount(funnel[step])}</td>
                <td className={tables.number}>{share(funnel[step], funnel.quotes)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <dl className={styles.median}>
          <dt>Median time to decide</dt>
          <dd>{funnel.medianDecisionMs === null ? '–' : waitingTime(funnel.medianDecisionMs)}</dd>
          <dd className={styles.basis}>{basisOf(funnel.decided)}</dd>
        </dl>
      </div>
    </section>
  )
}

function basisOf(decided: number): string {
  if (decided === 0) return 'No order was decided'
  return decided === 1 ? 'Of 1 decided order' : `Of ${formatCount(decided)} decided orders`
}
