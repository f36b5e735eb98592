import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { brandStates } from '#shared/brand.ts'
import { brandCategories } from '#shared/brands.ts'
import { BandFields } from './band-fields.tsx'
import { type BrandDraft, draftOf, readDraft } from './brand-draft.ts'
import { NumberFormatFields } from './number-format-fields.tsx'
import { PauseFields } from './pause-fields.tsx'
import { stateNames } from './rate-changes.ts'
import type { Terms } from './terms.ts'

type BrandDialogProps = {
  /** With the edits so far. */
  brand: Terms
  onSave: (terms: Terms) => void
  onHistory: () => void
  onClose: () => void
}

/** Edits the terms of one brand. The edit stays on the page until it is published. */
export function BrandDialog({ brand, onSave, onHistory, onClose }: BrandDialogProps) {
  const [draft, setDraft] = useState(() => draftOf(brand))
  const [tries, setTries] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  const change = (part: Partial<BrandDraft>) => setDraft((before) => ({ ...before, ...part }))
  const now = Date.now()
  const read = readDraft(draft, brand, now)
  const errors = tries > 0 && 'errors' in read ? read.errors : {}

  // The fields are marked by the render that a refused press causes.
  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [tries])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if ('errors' in read) return setTries((before) => before + 1)
    onSave(read.terms)
    onClose()
  }

  return (
    <Dialog onClose={onClose} title={brand.name} side="right" firstFocus="title">
      <form ref={form} className="stack gap-4" noValidate onSubmit={submit} aria-label={`Terms of ${brand.name}`}>
        <BandFields draft={draft} errors={errors} onChange={change} />
        <SelectField
          label="State"
          value={draft.state}
          onValueChange={(state) => change({ state: brandStates.find((each) => each === state) ?? draft.state })}
        >
          {brandStates.map((state) => (
            <option key={state} value={state}>
              {stateNames[state]}
            </option>
          ))}
        </SelectField>
        {draft.state === 'paused' && (
          <PauseFields words={draft.pauseMessage} resumeAt={draft.resumeAt} error={errors.resumeAt} onChange={change} />
        )}
        <TextField
          label="Name"
          autoComplete="off"
          maxLength={60}
          value={draft.name}
          onValueChange={(name) => change({ name })}
          error={errors.name}
        />
        <SelectField
          label="Category"
          value={draft.category}
          onValueChange={(chosen) =>
            change({ category: brandCategories.find((each) => each === chosen) ?? draft.category })
          }
        >
          {brandCategories.map((category) => (
            <option key={category}>{category}</option>
          ))}
        </SelectField>
        <SelectField
          label="Photos needed"
          value={String(draft.photosNeeded)}
          onValueChange={(photos) => change({ photosNeeded: Number(photos) })}
        >
          {[1, 2, 3, 4].map((photos) => (
            <option key={photos}>{photos}</option>
          ))}
        </SelectField>
        <div>
          <Checkbox
            label="Sellers enter the expiry date"
            checked={draft.expiryNeeded}
            onCheckedChange={(expiryNeeded) => change({ expiryNeeded })}
          />
          <NumberFormatFields draft={draft} errors={errors} onChange={change} />
        </div>
        <div className="cluster gap-3 pad-top-2">
          <Button type="submit">Add to changes</Button>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="quiet" onClick={onHistory}>
            History
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
