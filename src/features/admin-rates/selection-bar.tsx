import { useState } from 'react'
import { counted } from '#client/lib/format.ts'
import { Button, QuietButton, SmallButton } from '#client/ui/button.tsx'
import { useForm } from '#client/ui/form.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { brandTermsProblems } from '#shared/brand-terms-problems.ts'
import { PauseFields } from './brand-dialog.tsx'
import { readResumeAt } from './brand-draft.ts'
import { readPoints } from './rate-changes.ts'
import { addToRates, pauseBrand, resumeBrand, type Terms } from './rate-edits.ts'
import styles from './selection-bar.module.css'

type SelectionBarProps = { brands: readonly Terms[]; onEdit: (brands: readonly Terms[]) => void; onClear: () => void }

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
        <SmallButton onClick={() => setOpen('pause')}>Pause...</SmallButton>
        <SmallButton
          disabledReason={canResume ? undefined : 'All of them are active'}
          onClick={() => editAll(resumeBrand)}
        >
          Resume
        </SmallButton>
        <QuietButton onClick={onClear}>Clear</QuietButton>
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

type ChangeRateDialogProps = { brands: readonly Terms[]; onChange: (bps: number) => void; onClose: () => void }

/** Adds percent points to every rate of the brands, unless one would become a rate that no brand may have. */
function ChangeRateDialog({ brands, onChange, onClose }: ChangeRateDialogProps) {
  const form = useForm({ points: '' }, ({ points }) => {
    const read = readPoints(points)
    if ('error' in read) return [{ field: 'points', message: read.error }]
    const problems = brands.flatMap((brand) => brandTermsProblems(addToRates(brand, read.value)).slice(0, 1))
    return problems.map(({ message }) => ({ message }))
  })
  return (
    <FormDialog
      size="small"
      title={`Change the rate of ${counted(brands.length, 'brand')}`}
      action="Add to changes"
      form={form}
      onSubmit={({ points }) => {
        const read = readPoints(points)
        if ('value' in read) onChange(read.value)
      }}
      onClose={onClose}
    >
      <TextField {...form.bind('points')} label="Percent points" hint="0.5 makes 92% to 92.5%. -0.5 makes it 91.5%." />
    </FormDialog>
  )
}

type PauseDialogProps = {
  count: number
  onPause: (words: string | null, resumeAt: string | null) => void
  onClose: () => void
}

function PauseDialog({ count, onPause, onClose }: PauseDialogProps) {
  const form = useForm({ pauseMessage: '', resumeAt: '' }, ({ resumeAt }) => {
    const end = readResumeAt(resumeAt, Date.now())
    return 'error' in end ? { field: 'resumeAt', message: end.error } : undefined
  })
  return (
    <FormDialog
      size="small"
      title={`Pause ${counted(count, 'brand')}`}
      action="Add to changes"
      form={form}
      onSubmit={({ pauseMessage, resumeAt }) => {
        const end = readResumeAt(resumeAt, Date.now())
        if ('resumeAt' in end) onPause(pauseMessage.trim() || null, end.resumeAt)
      }}
      onClose={onClose}
    >
      <PauseFields form={form} />
    </FormDialog>
  )
}
