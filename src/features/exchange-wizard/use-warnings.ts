import { type FocusEvent, useEffect, useState } from 'react'
import type { SubmitProblem } from '#shared/submission.ts'
import { hasCopies } from './check-files.ts'
import { draftWarnings, type SubmissionDraft } from './submission-input.ts'
import type { UploadItem } from './upload-item.ts'

/** A field shows its warning once it was left. To send with warnings needs one confirmation, until they change. */
export function useWarnings(draft: SubmissionDraft, problems: readonly SubmitProblem[]) {
  const copies = useHasCopies(draft.items)
  const [left, setLeft] = useState<readonly string[]>([])
  const [hasAsked, setHasAsked] = useState(false)
  const [confirmed, setConfirmed] = useState('')
  const warnings = draftWarnings(draft, copies, new Date())
  const isShown = (field: string) => hasAsked || left.includes(field) || field === 'files' || field === 'condition'
  const open = warnings.filter(({ field }) => problems.every((problem) => problem.field !== field))
  const identity = JSON.stringify(open)
  const messageAt = (field: string | undefined) => warnings.find((each) => each.field === field)?.message

  return {
    /** What the checklist shows and the question before sending names. */
    open: problems.length === 0 ? open : open.filter(({ field }) => isShown(field)),
    at: (field: string) => (isShown(field) ? messageAt(field) : undefined),
    announcement: messageAt(left.at(-1)) ?? '',
    mustAsk: open.length > 0 && confirmed !== identity,
    markAsked: () => setHasAsked(true),
    confirm: () => setConfirmed(identity),
    leave({ target }: FocusEvent) {
      const field = target.closest<HTMLElement>('[data-field]')?.dataset.field
      if (field !== undefined) setLeft((fields) => [...fields.filter((each) => each !== field), field])
    },
  }
}

function useHasCopies(items: readonly UploadItem[]) {
  const [found, setFound] = useState(false)
  // Progress replaces the items but not their files.
  const keys = items.map(({ key }) => key).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the file of a key never changes
  useEffect(() => {
    let isCurrent = true
    void hasCopies(items.map(({ file }) => file)).then((has) => isCurrent && setFound(has))
    return () => {
      isCurrent = false
    }
  }, [keys])
  return found
}
