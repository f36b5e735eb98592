import { useState } from 'react'
import type { Submission } from '#shared/submission.ts'
import { QueueFilters } from './queue-filters.tsx'
import type { QueueSearch } from './queue-search.ts'
import { StatusDialog } from './status-dialog.tsx'
import { SubmissionQueue } from './submission-queue.tsx'
import { useSubmissionSignals } from './use-submissions.ts'

type Props = { search: QueueSearch; onSearch: (next: QueueSearch, replace?: boolean) => void }

/** The review queue: search, filters, one page of submissions, and the decision dialog. */
export function SubmissionsTab({ search, onSearch }: Props) {
  // A copy on purpose: the decision is made on this version, and under a filter the row leaves the page with it.
  const [decided, setDecided] = useState<Submission>()
  useSubmissionSignals()

  return (
    <>
      <h2 className="visually-hidden">Submissions</h2>
      <QueueFilters search={search} onSearch={onSearch} />
      <SubmissionQueue search={search} onSearch={onSearch} onDecide={setDecided} />
      {decided && (
        <StatusDialog
          key={decided.id}
          submission={decided}
          onChanged={setDecided}
          onClose={() => setDecided(undefined)}
        />
      )}
    </>
  )
}
