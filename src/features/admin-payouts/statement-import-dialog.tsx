import { useState } from 'react'
import { useCall } from '#client/calls/use-call.ts'
import { formatDay } from '#client/lib/format.ts'
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
  const [isChoosing, setIsChoosing] = useState(false)
  const keepAccounts = useKeepAccounts()
  const columns = trpc.statements.columns.useMutation({ onSuccess: () => setIsChoosing(true) })
  const preview = trpc.statements.import.useMutation()
  const store = trpc.statements.import.useMutation(
    useCall({
      toast: ({ added, matched }) => `${added} ${added === 1 ? 'line' : 'lines'} imported, ${matched.count} matched.`,
      onDone: onClose,
    }),
  )
  const change = trpc.statements.changeAccount.useMutation({
    onSuccess: (accounts) => {
      keepAccounts(accounts)
      setIsChoosing(false)
      preview.mutate({ id, csv, dryRun: true })
    },
  })
  const isReading = columns.isPending || preview.isPending

  const calls = [columns, preview, store, change]
  const start = () => {
    for (const call of calls) call.reset()
    setIsChoosing(false)
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
      description={`${name}: a CSV file of the bank, or the activity of PayPal.`}
      size="large"
      firstFocus="title"
      locked={store.isPending}
    >
      <div className="stack gap-4">
        <CsvDrop
          maxBytes={STATEMENT_MAX_LENGTH}
          tooLarge="The file is larger than 900 KB. Export fewer days."
          isReading={isReading}
          error={calls.find(({ error }) => error)?.error ?? null}
          onStart={start}
          onRead={read}
        />
        {isChoosing && columns.data ? (
          <ColumnsForm
            file={columns.data}
            format={account.format}
            isPending={change.isPending}
            onChoose={(format) => change.mutate({ id, name, methods, openingBalance, openingOn, format })}
            onClose={onClose}
          />
        ) : (
          <>
            {preview.data && <Preview found={preview.data} />}
            <DialogButtons>
              {preview.data && preview.data.added > 0 && (
                <Button busy={store.isPending} onClick={() => store.mutate({ id, csv })}>
                  Import {preview.data.added} {preview.data.added === 1 ? 'line' : 'lines'}
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

function Preview({ found }: { found: ImportedStatement }) {
  const { faults, moreFaults, isRepeated, lines, known, added, matched, differs, open, from, to } = found
  if (faults.length > 0)
    return (
      <FileFaults faults={faults} more={moreFaults}>
        Nothing is imported. Correct the file or the columns, and choose it again.
      </FileFaults>
    )
  if (added === 0)
    return (
      <Notice tone="ok" role="status" title="Nothing new">
        {isRepeated ? 'This file was imported before.' : `All ${lines} lines are there already.`}
      </Notice>
    )
  const sum = ({ count, amount }: ImportedStatement['open']) => `${count} (${formatDollars(amount)})`
  return (
    <section aria-label="What the import does" role="status" className="stack gap-2">
      <p>
        {added} new {added === 1 ? 'line' : 'lines'}
        {from && to && ` from ${formatDay(from)} to ${formatDay(to)}`}
        {known > 0 && `; ${known} known ${known === 1 ? 'line is' : 'lines are'} left out`}.
      </p>
      <Facts
        className="facts"
        facts={[
          ['Matched with payouts', sum(matched)],
          ['Amounts differ', sum(differs)],
          ['Without a payout', sum(open)],
        ]}
      />
    </section>
  )
}
