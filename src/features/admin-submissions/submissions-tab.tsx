import { useRef, useState } from 'react'
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
  const headingRef = useRef<HTMLHeadingElement>(null)
  const openerRef = useRef<Element>(null)
  useSubmissionSignals()

  const open = (submission: Submission) => {
    openerRef.current = document.activeElement
    setDecided(submission)
  }
  const close = () => {
    setDecided(undefined)
    // Once the dialog has left: back to its button, or to the heading when the button has left with its row.
    requestAnimationFrame(() => {
      const opener = openerRef.current
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
      else headingRef.current?.focus()
    })
  }

  return (
    <>
      <h2 ref={headingRef} tabIndex={-1} className="visually-hidden">
        Submissions
      </h2>
      <QueueFilters search={search} onSearch={onSearch} />
      <SubmissionQueue search={search} onSearch={onSearch} onDecide={open} />
      {decided && <StatusDialog key={decided.id} submission={decided} onChanged={setDecided} onClose={close} />}
    </>
  )
}
