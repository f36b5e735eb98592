import { Button } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { type FormState, useForm } from '#client/ui/form.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { optionsOf, SelectField } from '#client/ui/select-field.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { brandStates } from '#shared/brand.ts'
import { BRAND_NAME_MAX_LENGTH } from '#shared/brand-terms-problems.ts'
import { brandCategories } from '#shared/brands.ts'
import { BandFields } from './band-fields.tsx'
import { type BrandDraft, draftOf, readDraft } from './brand-draft.ts'
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
  const read = (draft: BrandDraft) => readDraft(draft, brand, Date.now())
  const form = useForm(draftOf(brand), (typed) => {
    const result = read(typed)
    return 'errors' in result
      ? Object.entries(result.errors).map(([field, message]) => ({ field, message }))
      : undefined
  })
  const { change, values: draft } = form
  const save = (typed: BrandDraft) => {
    const result = read(typed)
    if ('errors' in result) return
    onSave(result.terms)
    onClose()
  }

  return (
    <FormDialog
      title={brand.name}
      formName={`Terms of ${brand.name}`}
      side="right"
      firstFocus="title"
      action="Add to changes"
      otherButton={
        <Button variant="quiet" onClick={onHistory}>
          History
        </Button>
      }
      form={form}
      onSubmit={save}
      onClose={onClose}
    >
      <BandFields form={form} />
      <SelectField
        label="State"
        value={draft.state}
        options={optionsOf(brandStates, stateNames)}
        onValueChange={(state) => change({ state })}
      />
      {draft.state === 'paused' && <PauseFields form={form} />}
      <TextField {...form.bind('name')} label="Name" autoComplete="off" maxLength={BRAND_NAME_MAX_LENGTH} />
      <SelectField
        label="Category"
        value={draft.category}
        options={brandCategories.map((value) => ({ value, name: value }))}
        onValueChange={(category) => change({ category })}
      />
      <SelectField
        label="Photos needed"
        value={String(draft.photosNeeded)}
        options={['1', '2', '3', '4'].map((value) => ({ value, name: value }))}
        onValueChange={(photos) => change({ photosNeeded: Number(photos) })}
      />
      <div>
        <Checkbox
          label="Ask for expiry date"
          checked={draft.expiryNeeded}
          onCheckedChange={(expiryNeeded) => change({ expiryNeeded })}
        />
        <NumberFormatFields form={form} />
      </div>
    </FormDialog>
  )
}

function NumberFormatFields({ form }: { form: FormState<BrandDraft> }) {
  const { hasNumberFormat, characters } = form.values
  return (
    <>
      <Checkbox
        label="Warn when the number looks wrong"
        checked={hasNumberFormat}
        onCheckedChange={(isChecked) => form.change({ hasNumberFormat: isChecked })}
      />
      {hasNumberFormat && (
        <div className="stack gap-3 pad-top-2">
          <TextField
            {...form.bind('lengths')}
            label="Lengths"
            optional
            hint="Such as 15, 16. Leave it empty for every length."
            autoComplete="off"
          />
          <SelectField
            label="Characters"
            value={characters}
            onValueChange={(chosen) => form.change({ characters: chosen })}
            options={[
              { value: 'digits', name: 'Digits' },
              { value: 'letters-and-digits', name: 'Letters and digits' },
            ]}
          />
          <TextField
            {...form.bind('prefix')}
            label="Begins with"
            optional
            autoComplete="off"
            spellCheck={false}
            maxLength={10}
            mono
          />
        </div>
      )}
    </>
  )
}
