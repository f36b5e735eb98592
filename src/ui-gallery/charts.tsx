import { Sparkline } from '#client/ui/sparkline.tsx'
import { Case, Section } from './section.tsx'

const series: readonly (readonly [label: string, values: readonly number[]])[] = [
  ['Up and down', [2, 5, 3, 8, 1, 0, 0, 4, 9, 12, 7, 6]],
  ['Nothing at all', Array.from({ length: 12 }, () => 0)],
  ['A single value', [3]],
  ['No value', []],
]

/** Primitives that show numbers. */
export function Charts() {
  return (
    <Section title="Charts">
      {series.map(([label, values]) => (
        <Case key={label} title={`Sparkline: ${label}`}>
          <Sparkline values={values} label={label} />
        </Case>
      ))}
    </Section>
  )
}
