import { type FormEvent, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { brandTermsProblems } from '#shared/brand-terms-problems.ts'
import { readResumeAt } from './brand-draft.ts'
import { PauseFields } from './pause-fields.tsx'
import styles from './selection-bar.module.css'
import { addToRates, pauseBrand, resumeBrand, type Terms } from './terms.ts'
import { readPoints } from './typed-rate.ts'

type SelectionBarProps = {
  /** The selected brands with the edits so far. */
  brands: readonly Terms[]
  onEdit: (brands: readonly Terms[]) => void
  onClear: () => void
}

/** Changes several brands at once. */
export function SelectionBar({ brands, onEdit, onClear }: SelectionBarProps) {
  const [open, setOpen] = useState<'rate' | 'pause'>()
  const close = () => setOpen(undefined)
  const editAll = (change: (brand: Terms) => Terms) => {
    onEdit(brands.map(change))
    close()
  }
  const canResume = brands.some(({ state }) => state !== 'active')
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would announce the buttons as form fields */}
      <div
        className={`cluster gap-2 row-gap-1 margin-bottom-2 ${styles.bar}`}
        role="group"
        aria-label="Selected brands"
      >
        <strong>{brands.length} selected</strong>
        <Button size="small" onClick={() => setOpen('rate')}>
          Change rate...
        </Button>
        <Button variant="secondary" size="small" onClick={() => setOpen('pause')}>
          Pause...
        </Button>
        <Button
          variant="secondary"
          size="small"
          disabledReason={canResume ? undefined : 'All of them are active'}
          onClick={() => editAll(resumeBrand)}
        >
          Resume
        </Button>
        <Button variant="quiet" size="small" onClick={onClear}>
          Clear
        </Button>
      </div>
      {open === 'rate' && (
        <ChangeRateDialog
          brands={brands}
          onClose={close}
          onChange={(bps) => editAll((brand) => addToRates(brand, bps))}
        />
      )}
      {open === 'pause' && (
        <PauseDialog
          count={brands.length}
          onClose={close}
          onPause={(words, resumeAt) => editAll((brand) => pauseBrand(brand, words, resumeAt))}
        />
      )}
    </>
  )
}

const countOf = (many: number) => (many === 1 ? '1 brand' : `${many} brands`)

type ChangeRateDialogProps = { brands: readonly Terms[]; onChange: (bps: number) => void; onClose: () => void }

/** Adds percent points to every rate of the brands, unless one would become a rate that no brand may have. */
function ChangeRateDialog({ brands, onChange, onClose }: ChangeRateDialogProps) {
  const [points, setPoints] = useState('')
  const [isTried, setIsTried] = useState(false)
  const read = readPoints(points)
  const problems =
    'value' in read ? brands.flatMap((brand) => brandTermsProblems(addToRates(brand, read.value)).slice(0, 1)) : []
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if ('value' in read && problems.length === 0) onChange(read.value)
    else setIsTried(true)
  }
  return (
    <Dialog onClose={onClose} title={`Change the rate of ${countOf(brands.length)}`} size="small">
      <form className="stack gap-4" noValidate onSubmit={submit}>
        <TextField
          label="Percent points"
          hint="0.5 makes 92% to 92.5%. -0.5 makes it 91.5%."
          autoComplete="off"
          value={points}
          onValueChange={setPoints}
          error={isTried && 'error' in read ? read.error : undefined}
        />
        {isTried && problems.length > 0 && (
          <Notice tone="bad" role="alert">
            {problems.map(({ message }) => (
              <p key={message}>{message}</p>
            ))}
          </Notice>
        )}
        <div className="cluster gap-3 pad-top-2">
          <Button type="submit">Add to changes</Button>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

type PauseDialogProps = {
  count: number
  onPause: (words: string | null, resumeAt: string | null) => void
  onClose: () => void
}

function PauseDialog({ count, onPause, onClose }: PauseDialogProps) {
  const [fields, setFields] = useState({ pauseMessage: '', resumeAt: '' })
  const [error, setError] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const end = readResumeAt(fields.resumeAt, Date.now())
    if ('error' in end) setError(end.error)
    else onPause(fields.pauseMessage.trim() || null, end.resumeAt)
  }
  return (
    <Dialog onClose={onClose} title={`Pause ${countOf(count)}`} size="small">
      <form className="stack gap-4" noValidate onSubmit={submit}>
        <PauseFields
          words={fields.pauseMessage}
          resumeAt={fields.resumeAt}
          error={error}
          onChange={(part) => {
            setFields({ ...fields, ...part })
            setError(undefined)
          }}
        />
        <div className="cluster gap-3 pad-top-2">
          <Button type="submit">Add to changes</Button>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
