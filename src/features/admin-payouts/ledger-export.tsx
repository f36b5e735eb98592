import { useState } from 'react'
import { withBase } from '#client/lib/base-path.ts'
import { buttonClass } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { statementMessages } from '#shared/statement.ts'

/** With the balances before and after these days. */
export function LedgerExport({ account }: { account: string | undefined }) {
  const [days, setDays] = useState({ from: '', to: '' })
  const { from, to } = days
  const problem = from !== '' && to !== '' && from > to ? statementMessages.backwards : undefined
  const url = (file: string, more: Record<string, string> = {}) => {
    const given = Object.entries({ ...more, ...days }).filter(([, value]) => value !== '')
    return withBase(`/api/admin/${file}?${new URLSearchParams(given)}`)
  }
  const isReady = problem === undefined && (from !== '' || to !== '')
  return (
    <section aria-label="Export" className="cluster gap-3 bottom pad-block-2">
      <TextField
        type="date"
        label="Export from"
        value={from}
        error={problem}
        onValueChange={(value) => setDays({ from: value, to })}
      />
      <TextField type="date" label="To" value={to} onValueChange={(value) => setDays({ from, to: value })} />
      {isReady ? (
        <>
          <a className={buttonClass('secondary')} href={url('ledger.csv', account ? { account } : {})} download>
            Ledger CSV
          </a>
          <a className={buttonClass('secondary')} href={url('payouts.csv')} download>
            Payouts CSV
          </a>
        </>
      ) : (
        <p className="muted text-sm">Choose days (UTC) to export the ledger with its balances, and the sent payouts.</p>
      )}
    </section>
  )
}
