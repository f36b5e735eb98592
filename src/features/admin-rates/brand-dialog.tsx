import { useRef } from 'react'
import { Button, QuietButton, SmallButton } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { type FormState, useForm } from '#client/ui/form.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { optionsOf, SelectField } from '#client/ui/select-field.tsx'
import { TextArea, TextField } from '#client/ui/text-field.tsx'
import { BRAND_NAME_MAX_LENGTH, brandCategories, brandStates, PAUSED_WORDS_MAX_LENGTH } from '#shared/brands.ts'
import { formatWholeDollars } from '#shared/money.ts'
import styles from './brand-dialog.module.css'
import { type BandDraft, type BrandDraft, bandEnd, draftOf, localTime, readDraft } from './brand-draft.ts'
import { stateNames } from './rate-changes.ts'
import type { Terms } from './rate-edits.ts'

type BrandDialogProps = {
  /** With the edits so far. */
  brand: Terms
  onSave: (terms: Terms) => void
  onHistory: () => void
  onClose: () => void
}

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
      <SelectField {...form.bind('state')} label="State" options={optionsOf(brandStates, stateNames)} />
      {draft.state === 'paused' && <PauseFields form={form} />}
      <TextField {...form.bind('name')} label="Name" maxLength={BRAND_NAME_MAX_LENGTH} />
      <SelectField
        {...form.bind('category')}
        label="Category"
        options={brandCategories.map((value) => ({ value, name: value }))}
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
  const { hasNumberFormat } = form.values
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
          />
          <SelectField
            {...form.bind('characters')}
            label="Characters"
            options={[
              { value: 'digits', name: 'Digits' },
              { value: 'letters-and-digits', name: 'Letters and digits' },
            ]}
          />
          <TextField {...form.bind('prefix')} label="Begins with" optional spellCheck={false} maxLength={10} mono />
        </div>
      )}
    </>
  )
}

const limits = [
  { field: 'min', name: 'minCents', label: 'Minimum ($)' },
  { field: 'max', name: 'maxCents', label: 'Maximum ($)' },
] as const

/** Minimum, maximum and the rates between them. A rate ends where the next one begins, so that no value is without. */
function BandFields({ form }: { form: FormState<BrandDraft> }) {
  const { min, bands } = form.values
  const list = useRef<HTMLFieldSetElement>(null)
  const set = (key: number, part: Partial<BandDraft>) =>
    form.change({ bands: bands.map((band) => (band.key === key ? { ...band, ...part } : band)) })
  const add = () => {
    const key = Math.max(...bands.map((band) => band.key)) + 1
    form.change({ bands: [...bands, { key, from: '', rate: bands.at(-1)?.rate ?? '' }] })
  }
  const remove = (key: number) => {
    form.change({ bands: bands.filter((band) => band.key !== key) })
    // The pressed button is gone.
    list.current?.querySelector<HTMLElement>('input')?.focus()
  }
  return (
    <>
      <div className={styles.pair}>
        {limits.map(({ field, name, label }) => (
          <TextField
            key={field}
            {...form.bind(field)}
            name={name}
            label={label}
            inputMode="decimal"
            error={form.errorAt(name)}
          />
        ))}
      </div>
      <fieldset ref={list} className="stack gap-3">
        <legend className="pad-bottom-2">
          {bands.length === 1 ? 'Rate for every card value' : 'Rates by card value'}
        </legend>
        <ol className="stack gap-3 plain">
          {bands.map((band, at) => (
            <li key={band.key} className="stack gap-1">
              <div className={styles.pair}>
                {bands.length > 1 && (
                  <TextField
                    name={`from-${band.key}`}
                    label="From ($)"
                    inputMode="decimal"
                    readOnly={at === 0}
                    value={at === 0 ? min : band.from}
                    onValueChange={(from) => set(band.key, { from })}
                    error={form.errorAt(`from-${band.key}`)}
                  />
                )}
                <TextField
                  name={`rate-${band.key}`}
                  label="Rate (%)"
                  inputMode="decimal"
                  value={band.rate}
                  onValueChange={(rate) => set(band.key, { rate })}
                  error={form.errorAt(`rate-${band.key}`)}
                />
              </div>
              {bands.length > 1 && (
                <div className="row spread gap-3">
                  <span className="muted tabular">{rangeText(form.values, at)}</span>
                  {at > 0 && (
                    <QuietButton
                      aria-label={`Remove the rate from $${band.from || '…'}`}
                      onClick={() => remove(band.key)}
                    >
                      Remove
                    </QuietButton>
                  )}
                </div>
              )}
            </li>
          ))}
        </ol>
        <SmallButton className={styles.add} onClick={add}>
          Add a band
        </SmallButton>
      </fieldset>
    </>
  )
}

function rangeText(draft: BrandDraft, at: number) {
  const end = bandEnd(draft, at)
  const start = at === 0 ? draft.min : draft.bands[at]?.from
  return end === undefined || !start ? '' : `$${start} to ${formatWholeDollars(end)}`
}

type PauseForm = Pick<FormState<Pick<BrandDraft, 'pauseMessage' | 'resumeAt'>>, 'bind'>

export function PauseFields({ form }: { form: PauseForm }) {
  return (
    <>
      <TextArea
        {...form.bind('pauseMessage')}
        label="Words for sellers"
        optional
        hint="Without words they read “We are not buying these cards right now.”"
        rows={2}
        maxLength={PAUSED_WORDS_MAX_LENGTH}
      />
      <TextField
        {...form.bind('resumeAt')}
        type="datetime-local"
        label="The pause ends"
        optional
        hint="Without a time it lasts until you resume the brand."
        min={localTime(new Date())}
      />
    </>
  )
}
