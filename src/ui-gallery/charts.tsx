import { CountBar } from '#client/ui/count-bar.tsx'
import { Sparkline } from '#client/ui/sparkline.tsx'
import { Table } from '#client/ui/table.tsx'
import { Case, Section } from './section.tsx'

const series: readonly (readonly [label: string, values: readonly number[]])[] = [
  ['Up and down', [2, 5, 3, 8, 1, 0, 0, 4, 9, 12, 7, 6]],
  ['Nothing at all', Array.from({ length: 12 }, () => 0)],
  ['A single value', [3]],
  ['No value', []],
]

const bars: readonly (readonly [name: string, share: number])[] = [
  ['Apple', 1],
  ['Steam', 0.4],
  ['Visa', 0],
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
      <Case title="Count bars in a table" wide>
        <Table
          name="Cards bought"
          rows={bars}
          rowKey={([name]) => name}
          columns={[
            { name: 'Brand', kind: 'bar', cell: ([name, share]) => <CountBar share={share}>{name}</CountBar> },
            { name: 'Share', kind: 'number', cell: ([, share]) => `${share * 100}%` },
          ]}
        />
      </Case>
    </Section>
  )
}
