import { useState } from 'react'
import { useCall } from '#client/calls/use-call.ts'
import { counted, formatDay } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { CsvDrop } from '#client/ui/csv-drop.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Facts } from '#client/ui/facts.tsx'
import { FileFaults } from '#client/ui/file-faults.tsx'
import { DialogButtons } from '#client/ui/form-dialog.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { formatDollars } from '#shared/money.ts'
import { STATEMENT_MAX_LENGTH } from '#shared/statement.ts'
import type { ImportedStatement, StatementAccount } from '#shared/statement-schema.ts'
import { ColumnsForm } from './columns-form.tsx'
import { useKeepAccounts } from './use-payouts.ts'

export function StatementImportDialog({ account, onClose }: { account: StatementAccount; onClose: () => void }) {
  const { id, name, methods, openingBalance, openingOn } = account
  const [csv, setCsv] = useState('')
  const [step, setStep] = useState<'ask' | 'choose' | 'preview'>('preview')
  const [noHeader, setNoHeader] = useState(false)
  const keepAccounts = useKeepAccounts()
  const preview = trpc.statements.import.useMutation()
  const columns = trpc.statements.columns.useMutation({
    onSuccess: ({ kind, isPayment, fault }, given) => {
      setNoHeader(given.noHeader ?? false)
      setStep(isPayment ? 'ask' : 'choose')
      if (kind === 'csv' && fault === undefined) return
      setStep('preview')
      if (kind === 'ofx') preview.mutate({ id, csv, dryRun: true })
    },
  })
  const store = trpc.statements.import.useMutation(
    useCall({
      toast: ({ added, matched }) => `${counted(added, 'line')} imported, ${matched.count} matched.`,
      onDone: onClose,
    }),
  )
  const change = trpc.statements.changeAccount.useMutation({
    onSuccess: (accounts) => {
      keepAccounts(accounts)
      setStep('preview')
      preview.mutate({ id, csv, dryRun: true })
    },
  })
  const isReading = columns.isPending || preview.isPending
  const other = step === 'preview' ? columns.data?.fault : undefined

  const calls = [columns, preview, store, change]
  const start = () => {
    for (const call of calls) call.reset()
    setStep('preview')
  }
  const read = (text: string) => {
    setCsv(text)
    if (account.format) preview.mutate({ id, csv: text, dryRun: true })
    else columns.mutate({ csv: text })
  }

  return (
    <Dialog
      onClose={onClose}
      title="Import statement"
      description={`${name}: a file of the bank (CSV, OFX), or the activity of PayPal.`}
      size="large"
      firstFocus="title"
      locked={store.isPending}
    >
      <div className="stack gap-4">
        <CsvDrop
          hasOfx
          maxBytes={STATEMENT_MAX_LENGTH}
          tooLarge="The file is larger than 2.5 MB. Export fewer days."
          isReading={isReading}
          error={calls.find(({ error }) => error)?.error ?? null}
          onStart={start}
          onRead={read}
        />
        {step === 'ask' && columns.data && (
          <FirstRow
            cells={columns.data.columns}
            onAnswer={(isPayment) => (isPayment ? columns.mutate({ csv, noHeader: true }) : setStep('choose'))}
          />
        )}
        {step === 'choose' && columns.data && (
          <ColumnsForm
            key={String(noHeader)}
            file={columns.data}
            format={(account.format?.noHeader ?? false) === noHeader ? account.format : undefined}
            noHeader={noHeader}
            isPending={change.isPending}
            onChoose={(format) => change.mutate({ id, name, methods, openingBalance, openingOn, format })}
            onClose={onClose}
          />
        )}
        {step === 'preview' && (
          <>
            {other && (
              <Notice tone="bad" role="alert" title="This file cannot be read">
                {other}
              </Notice>
            )}
            {preview.data && <Preview found={preview.data} />}
            <DialogButtons>
              {preview.data && preview.data.added > 0 && (
                <Button autoFocus busy={store.isPending} onClick={() => store.mutate({ id, csv })}>
                  Import {counted(preview.data.added, 'line')}
                </Button>
              )}
              <Button variant="secondary" onClick={onClose}>
                Close
              </Button>
              {csv !== '' && account.format && (
                <Button variant="quiet" busy={columns.isPending} onClick={() => columns.mutate({ csv })}>
                  Change columns...
                </Button>
              )}
            </DialogButtons>
          </>
        )}
      </div>
    </Dialog>
  )
}

/** Asks about a first row that has a day and an amount, where others have the names of the columns. */
function FirstRow({ cells, onAnswer }: { cells: readonly string[]; onAnswer: (isPayment: boolean) => void }) {
  return (
    <section aria-labelledby="first-row" className="stack gap-3">
      <h3 id="first-row" className="strong">
        Is this row a payment?
      </h3>
      <p className="breaks">{cells.filter(Boolean).join(' · ')}</p>
      <DialogButtons>
        <Button onClick={() => onAnswer(true)}>Yes, it is a payment</Button>
        <Button variant="secondary" onClick={() => onAnswer(false)}>
          No, it names the columns
        </Button>
      </DialogButtons>
    </section>
  )
}

function Preview({ found }: { found: ImportedStatement }) {
  const { faults, moreFaults, isRepeated, lines, known, added, matched, differs, open, from, to } = found
  if (faults.length > 0)
    return (
      <FileFaults faults={faults} more={moreFaults}>
        Nothing is imported. Correct the file or the columns, and choose it again.
      </FileFaults>
    )
  const sum = ({ count, amount }: ImportedStatement['open']) => `${count} (${formatDollars(amount)})`
  return (
    <>
      {added === 0 ? (
        <Notice tone="ok" role="status" title="Nothing new">
          {isRepeated ? 'This file was imported before.' : lines > 0 && `All ${lines} lines are there already.`}
        </Notice>
      ) : (
        <section aria-label="What the import does" role="status" className="stack gap-2">
          <p>
            {counted(added, 'new line')}
            {from && to && ` from ${formatDay(from)} to ${formatDay(to)}`}
            {known > 0 && `; ${counted(known, 'known line')} left out`}.
          </p>
          <Facts
            className="facts stack gap-1"
            rowClass="cluster gap-2 row-gap-0"
            facts={[
              ['Matched', sum(matched)],
              ['Amounts differ', sum(differs)],
              ['Without a movement', sum(open)],
            ]}
          />
        </section>
      )}
      {found.canExchangeDays && from && (
        <Notice tone="warn" title="Day and month can be exchanged in every line">
          The first line is of {formatDay(from)}. If that is wrong, change how dates are written in the columns.
        </Notice>
      )}
      {found.leftOut.length > 0 && <LeftOut rows={found.leftOut} />}
    </>
  )
}

function LeftOut({ rows }: { rows: ImportedStatement['leftOut'] }) {
  return (
    <section aria-label="Rows left out" className="stack gap-1">
      <h3 className="strong text-sm">Rows left out</h3>
      <ul className="stack gap-1 plain text-sm breaks">
        {rows.map(({ reason, count, lines }) => (
          <li key={reason}>
            {counted(count, 'row')} {reason}{' '}
            <span className="muted">
              ({count === 1 ? 'line' : 'lines'} {lines.join(', ')}
              {count > lines.length && ', ...'})
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
