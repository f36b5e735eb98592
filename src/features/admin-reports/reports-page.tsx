import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { csvUrl } from '#client/lib/base-path.ts'
import { dayOf } from '#client/lib/day-start.ts'
import { formatMonth } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useNow } from '#client/lib/use-now.ts'
import { buttonClass } from '#client/ui/button.tsx'
import { FilterBar, FilterChoices, FilterDownload, FilterSelect } from '#client/ui/filter-bar.tsx'
import { ListState } from '#client/ui/list-page.tsx'
import { Section } from '#client/ui/section.tsx'
import { monthOf } from '#shared/business-day.ts'
import { businessDimensions, dimensionNames, lossDimensions } from '#shared/report.ts'
import type { BusinessInput, LossInput } from '#shared/report-schema.ts'
import {
  choosableMonths,
  type Months,
  monthsOf,
  type ReportSearch,
  type ReportShow,
  withMonth,
} from './report-search.ts'
import { BusinessTable, LossTable } from './report-tables.tsx'

const HOUR_MS = 60 * 60_000
const shows: readonly { value: ReportShow; name: string }[] = [
  { value: 'business', name: 'Business' },
  { value: 'losses', name: 'Loss rate' },
]

type ReportsPageProps = { search: ReportSearch; onSearch: (next: ReportSearch, replace?: boolean) => void }

export function ReportsPage({ search, onSearch }: ReportsPageProps) {
  const present = monthOf(dayOf(new Date(useNow(HOUR_MS))))
  const months = monthsOf(search, present)
  const { show: shown = 'business' } = search
  const businessBy = businessDimensions.find((each) => each === search.by) ?? 'month'
  const lossBy = lossDimensions.find((each) => each === search.by) ?? 'month'
  const [dimensions, by] = shown === 'losses' ? [lossDimensions, lossBy] : [businessDimensions, businessBy]
  const choices = dimensions.map((value) => ({ value, name: `By ${dimensionNames[value].toLowerCase()}` }))
  const show = (value: ReportShow) => onSearch({ ...search, show: value === 'business' ? undefined : value })
  const choose = (next: ReportSearch['by']) => onSearch({ ...search, by: next === 'month' ? undefined : next })
  return (
    <>
      <FilterBar>
        <FilterChoices label="Report" choices={shows} chosen={shown} onChoose={show} />
        <MonthFields months={months} present={present} onMonths={(next) => onSearch({ ...search, ...next })} />
        <FilterDownload href={csvUrl(`reports/${shown}`, { by, ...months })}>Download CSV</FilterDownload>
      </FilterBar>
      <FilterChoices label="Lines" choices={choices} chosen={by} onChoose={choose} />
      {shown === 'losses' ? <Losses by={lossBy} {...months} /> : <Business by={businessBy} {...months} />}
      <SellersFile present={present} />
    </>
  )
}

type MonthFieldsProps = { months: Months; present: string; onMonths: (next: Months) => void }

function MonthFields({ months, present, onMonths }: MonthFieldsProps) {
  const options = choosableMonths(months, present).map((value) => ({ value, name: formatMonth(value) }))
  return (
    <div className="cluster gap-2">
      <FilterSelect
        label="First month"
        options={options}
        chosen={months.from}
        onChoose={(from) => onMonths(withMonth(months, { from }))}
      />
      <span className="muted">to</span>
      <FilterSelect
        label="Last month"
        options={options}
        chosen={months.to}
        onChoose={(to) => onMonths(withMonth(months, { to }))}
      />
    </div>
  )
}

function Business(input: BusinessInput) {
  const query = trpc.admin.reports.business.useQuery(input, { placeholderData: keepPreviousData })
  return (
    <ListState query={query} what="report">
      {(report) => <BusinessTable report={report} />}
    </ListState>
  )
}

function Losses(input: LossInput) {
  const query = trpc.admin.reports.losses.useQuery(input, { placeholderData: keepPreviousData })
  return (
    <ListState query={query} what="report">
      {(report) => <LossTable report={report} />}
    </ListState>
  )
}

const YEARS = 7

function SellersFile({ present }: { present: string }) {
  const newest = Number(present.slice(0, 4))
  const [year, setYear] = useState(String(newest))
  const options = Array.from({ length: YEARS }, (_, at) => String(newest - at)).map((value) => ({ value, name: value }))
  return (
    <Section id="paid-to-sellers" title="Paid to sellers" level={2} headClass="text-lg" className="margin-top-7">
      <p className="muted text-sm margin-bottom-3">
        What each seller was paid in a year and in each of its months, what came back, what was repaid and waived, and
        the number of payouts. Sellers read the sums of their years under Transactions.
      </p>
      <div className="cluster gap-3">
        <FilterSelect label="Year" options={options} chosen={year} onChoose={setYear} />
        <a className={buttonClass('secondary', 'small')} href={csvUrl('sellers', { year })} download>
          Download CSV of {year}
        </a>
      </div>
    </Section>
  )
}
