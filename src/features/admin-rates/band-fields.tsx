import { useRef } from 'react'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { formatWholeDollars } from '#shared/money.ts'
import styles from './brand-dialog.module.css'
import { type BandDraft, type BrandDraft, bandEnd, type DraftErrors } from './brand-draft.ts'

type FieldsProps = { draft: BrandDraft; errors: DraftErrors; onChange: (part: Partial<BrandDraft>) => void }

/** Minimum, maximum and the rates between them. A rate ends where the next one begins, so that no value is without. */
export function BandFields({ draft, errors, onChange }: FieldsProps) {
  const { min, max, bands } = draft
  const list = useRef<HTMLFieldSetElement>(null)
  const set = (key: number, part: Partial<BandDraft>) =>
    onChange({ bands: bands.map((band) => (band.key === key ? { ...band, ...part } : band)) })
  const add = () => {
    const key = Math.max(...bands.map((band) => band.key)) + 1
    onChange({ bands: [...bands, { key, from: '', rate: bands.at(-1)?.rate ?? '' }] })
  }
  const remove = (key: number) => {
    onChange({ bands: bands.filter((band) => band.key !== key) })
    // The pressed button is gone.
    list.current?.querySelector<HTMLElement>('input')?.focus()
  }
  return (
    <>
      <div className={styles.pair}>
        <TextField
          label="Minimum ($)"
          inputMode="decimal"
          autoComplete="off"
          value={min}
          onValueChange={(text) => onChange({ min: text })}
          error={errors.minCents}
        />
        <TextField
          label="Maximum ($)"
          inputMode="decimal"
          autoComplete="off"
          value={max}
          onValueChange={(text) => onChange({ max: text })}
          error={errors.maxCents}
        />
      </div>
      <fieldset ref={list} className={styles.bands}>
        <legend>{bands.length === 1 ? 'Rate for every card value' : 'Rates by card value'}</legend>
        <ol className="stack gap-3 plain">
          {bands.map((band, at) => (
            <li key={band.key} className="stack gap-1">
              <div className={styles.pair}>
                {bands.length > 1 && (
                  <TextField
                    label="From ($)"
                    inputMode="decimal"
                    autoComplete="off"
                    // The first rate begins at the minimum.
                    readOnly={at === 0}
                    value={at === 0 ? min : band.from}
                    onValueChange={(from) => set(band.key, { from })}
                    error={errors[`from-${band.key}`]}
                  />
                )}
                <TextField
                  label="Rate (%)"
                  inputMode="decimal"
                  autoComplete="off"
                  value={band.rate}
                  onValueChange={(rate) => set(band.key, { rate })}
                  error={errors[`rate-${band.key}`]}
                />
              </div>
              {bands.length > 1 && (
                <div className="row spread gap-3">
                  <span className="muted tabular">{rangeText(draft, at)}</span>
                  {at > 0 && (
                    <Button
                      variant="quiet"
                      size="small"
                      aria-label={`Remove the rate from $${band.from || '…'}`}
                      onClick={() => remove(band.key)}
                    >
                      Remove
                    </Button>
                  )}
                </div>
              )}
            </li>
          ))}
        </ol>
        <Button className={styles.add} variant="secondary" size="small" onClick={add}>
          Add a rate from a value on
        </Button>
      </fieldset>
    </>
  )
}

function rangeText(draft: BrandDraft, at: number): string {
  const end = bandEnd(draft, at)
  const start = at === 0 ? draft.min : draft.bands[at]?.from
  return end === undefined || !start ? '' : `$${start} to ${formatWholeDollars(end)}`
}
