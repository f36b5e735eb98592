import { useState } from 'react'
import { withBase } from '#client/lib/base-path.ts'
import { buttonClass } from '#client/ui/button.tsx'
import { FilterSelect } from '#client/ui/filter-bar.tsx'

const YEARS = 7

export function SellersFile({ present }: { present: string }) {
  const newest = Number(present.slice(0, 4))
  const [year, setYear] = useState(String(newest))
  const options = Array.from({ length: YEARS }, (_, at) => String(newest - at)).map((value) => ({ value, name: value }))
  return (
    <section aria-labelledby="paid-to-sellers" className="margin-top-7">
      <h2 id="paid-to-sellers" className="text-lg">
        Paid to sellers
      </h2>
      <p className="muted text-sm margin-bottom-3">
        What each seller was paid in a year, what came back, and the number of payouts. Sellers read the same numbers
        under Transactions.
      </p>
      <div className="cluster gap-3">
        <FilterSelect label="Year" options={options} chosen={year} onChoose={setYear} />
        <a
          className={buttonClass('secondary', 'small')}
          href={withBase(`/api/admin/sellers.csv?${new URLSearchParams({ year })}`)}
          download
        >
          Download CSV of {year}
        </a>
      </div>
    </section>
  )
}
