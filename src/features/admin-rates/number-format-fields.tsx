import { Checkbox } from '#client/ui/checkbox.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import type { BrandDraft, DraftErrors } from './brand-draft.ts'

type Props = { draft: BrandDraft; errors: DraftErrors; onChange: (part: Partial<BrandDraft>) => void }

/** The format of the brand's card numbers; sellers get a warning for others. */
export function NumberFormatFields({ draft, errors, onChange }: Props) {
  return (
    <>
      <Checkbox
        label="Warn sellers of other card numbers"
        checked={draft.hasNumberFormat}
        onCheckedChange={(hasNumberFormat) => onChange({ hasNumberFormat })}
      />
      {draft.hasNumberFormat && (
        <div className="stack gap-3 pad-top-2">
          <TextField
            label="Lengths"
            optional
            hint="Such as 15, 16. Leave it empty for every length."
            autoComplete="off"
            value={draft.lengths}
            onValueChange={(lengths) => onChange({ lengths })}
            error={errors.lengths}
          />
          <SelectField
            label="Characters"
            value={draft.characters}
            onValueChange={(characters) =>
              onChange({ characters: characters === 'digits' ? 'digits' : 'letters-and-digits' })
            }
          >
            <option value="digits">Digits</option>
            <option value="letters-and-digits">Letters and digits</option>
          </SelectField>
          <TextField
            label="Begins with"
            optional
            autoComplete="off"
            spellCheck={false}
            maxLength={10}
            mono
            value={draft.prefix}
            onValueChange={(prefix) => onChange({ prefix })}
          />
        </div>
      )}
    </>
  )
}
