import { useRef } from 'react'
import { Button } from '#client/ui/button.tsx'
import type { FormState } from '#client/ui/form.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { formatWholeDollars } from '#shared/money.ts'
import styles from './brand-dialog.module.css'
import { type BandDraft, type BrandDraft, bandEnd } from './brand-draft.ts'

/** Minimum, maximum and the rates between them. A rate ends where the next one begins, so that no value is without. */
export function BandFields({ form }: { form: FormState<BrandDraft> }) {
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
        <TextField
          {...form.bind('min')}
          name="minCents"
          label="Minimum ($)"
          inputMode="decimal"
          autoComplete="off"
          error={form.errorAt('minCents')}
        />
        <TextField
          {...form.bind('max')}
          name="maxCents"
          label="Maximum ($)"
          inputMode="decimal"
          autoComplete="off"
          error={form.errorAt('maxCents')}
        />
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
                    autoComplete="off"
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
                  autoComplete="off"
                  value={band.rate}
                  onValueChange={(rate) => set(band.key, { rate })}
                  error={form.errorAt(`rate-${band.key}`)}
                />
              </div>
              {bands.length > 1 && (
                <div className="row spread gap-3">
                  <span className="muted tabular">{rangeText(form.values, at)}</span>
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
          Add a band
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
