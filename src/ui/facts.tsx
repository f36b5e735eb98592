import type { ReactNode } from 'react'

type FactsProps = {
  facts: readonly (readonly [label: string, value: ReactNode])[]
  className: string
  rowClass?: string
  labelClass?: string
  valueClass?: string
}

/** Labels with their values, of which no two labels are equal. A fact without a value has no row. */
export function Facts({ facts, className, rowClass, labelClass, valueClass }: FactsProps) {
  return (
    <dl className={className}>
      {facts.map(
        ([label, value]) =>
          value && (
            <div key={label} className={rowClass}>
              <dt className={labelClass}>{label}</dt>
              <dd className={valueClass}>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
