import { Checkbox } from '#client/ui/checkbox.tsx'
import type { FormState } from '#client/ui/form.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import type { BrandDraft } from './brand-draft.ts'

export function NumberFormatFields({ form }: { form: FormState<BrandDraft> }) {
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
