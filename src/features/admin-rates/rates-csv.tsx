import { withBase } from '#client/lib/base-path.ts'
import { trpc } from '#client/lib/trpc.ts'
import { buttonClass, SecondaryButton } from '#client/ui/button.tsx'
import { CsvDrop } from '#client/ui/csv-drop.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { FileFaults } from '#client/ui/file-faults.tsx'
import { Notice } from '#client/ui/notice.tsx'
import type { ImportedRates } from '#shared/catalogue-schema.ts'
import type { RateEdits, Rates } from './rate-edits.ts'

/** The server takes requests of 64 KB. */
const MAX_BYTES = 60_000

type ImportDialogProps = { rates: Rates; state: RateEdits; onReview: () => void; onClose: () => void }

/** Reads a CSV file. Without faults its changes join the edits and are reviewed; nothing is published. */
export function ImportDialog({ rates, state, onReview, onClose }: ImportDialogProps) {
  const read = trpc.admin.rates.import.useMutation({
    onSuccess: async ({ base, changes, faults }) => {
      if (faults.length > 0 || changes.length === 0) return
      // The file was compared with the newest version.
      if (base !== state.published.newest.version) await rates.rebase()
      rates.dispatch({ type: 'edit', brands: changes, source: 'import' })
      onReview()
    },
  })

  return (
    <Dialog
      onClose={onClose}
      title="Import CSV"
      description="You review the changes of the file before you publish them. Export CSV has the format."
      size="large"
      firstFocus="title"
    >
      <div className="stack gap-4">
        <CsvDrop
          maxBytes={MAX_BYTES}
          tooLarge="The file is larger than 60 KB. Leave out the brands that stay as they are."
          isReading={read.isPending}
          error={read.error}
          onStart={read.reset}
          onRead={(csv) => read.mutate({ csv })}
        />
        {state.edits.size > 0 && (
          <p className="muted">
            Your changes so far stay. Where the file changes the same brand, the file replaces them.
          </p>
        )}
        {read.data && <Result read={read.data} />}
        <div>
          <SecondaryButton onClick={onClose}>Close</SecondaryButton>
        </div>
      </div>
    </Dialog>
  )
}

function Result({ read: { faults, changes } }: { read: ImportedRates }) {
  if (faults.length === 0)
    return changes.length > 0 ? null : (
      <Notice tone="ok" role="status" title="No changes">
        The file has the rates that are published.
      </Notice>
    )
  return <FileFaults faults={faults}>Nothing has changed. Correct the file and choose it again.</FileFaults>
}

export function ExportCsv({ version, ...rest }: { version: number; 'aria-label'?: string }) {
  const href = withBase(`/api/admin/rates.csv?version=${version}`)
  return (
    <a className={buttonClass('quiet', 'small')} href={href} {...rest} download>
      Export CSV
    </a>
  )
}
