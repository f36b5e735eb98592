import { TextArea, TextField } from '#client/ui/text-field.tsx'
import { localTime } from './brand-draft.ts'

/** As the server has it; `catalogue-schema.ts` would bring its validator into the page. */
const WORDS_MAX_LENGTH = 200

type PauseFieldsProps = {
  words: string
  /** Of a field for date and time. */
  resumeAt: string
  error: string | undefined
  onChange: (part: { pauseMessage?: string; resumeAt?: string }) => void
}

/** What sellers read while a brand is paused, and when the pause ends. */
export function PauseFields({ words, resumeAt, error, onChange }: PauseFieldsProps) {
  return (
    <>
      <TextArea
        label="Words for sellers"
        optional
        hint="Without words they read “We are not buying these cards right now.”"
        rows={2}
        maxLength={WORDS_MAX_LENGTH}
        value={words}
        onValueChange={(pauseMessage) => onChange({ pauseMessage })}
      />
      <TextField
        type="datetime-local"
        label="The pause ends"
        optional
        hint="Without a time it lasts until you resume the brand."
        min={localTime(new Date())}
        value={resumeAt}
        onValueChange={(time) => onChange({ resumeAt: time })}
        error={error}
      />
    </>
  )
}
