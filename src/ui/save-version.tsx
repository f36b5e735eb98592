import { SmallButton } from './button.tsx'
import { SubmitButton } from './form.tsx'
import { Notice } from './notice.tsx'

type SaveVersionProps = {
  /** What the form changes, as in 'Show the new rules' and 'Change a rule to save'. */
  one: string
  many: string
  isChanged: boolean
  error: { message: string; data?: { code?: string } | null | undefined } | null
  onShowNew: () => void
}

/** The end of a form that is based on a version. */
export function SaveVersion({ one, many, isChanged, error, onShowNew }: SaveVersionProps) {
  const isConflict = error?.data?.code === 'conflict'
  return (
    <>
      {error && (
        <Notice tone="bad" role="alert">
          <p>{error.message}</p>
          {isConflict && <SmallButton onClick={onShowNew}>Show the new {many}</SmallButton>}
        </Notice>
      )}
      <div>
        <SubmitButton
          pendingLabel="Saving..."
          disabledReason={
            isConflict ? `Look at the new ${many} first` : isChanged ? undefined : `Change a ${one} to save`
          }
        >
          Save
        </SubmitButton>
      </div>
    </>
  )
}
