import type { FormState } from '#client/ui/form.tsx'
import { TextArea, TextField } from '#client/ui/text-field.tsx'
import { PAUSED_WORDS_MAX_LENGTH } from '#shared/brands.ts'
import { type BrandDraft, localTime } from './brand-draft.ts'

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
