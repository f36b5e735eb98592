import type { ReactNode } from 'react'

type FactsProps = {
  facts: readonly (readonly [label: string, value: ReactNode])[]
  className: string
  rowClass?: string
}

/** Labels with their values, of which no two labels are equal. A fact without a value has no row. */
export function Facts({ facts, className, rowClass }: FactsProps) {
  return (
    <dl className={className}>
      {facts.map(
        ([label, value]) =>
          value && (
            <div key={label} className={rowClass}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
