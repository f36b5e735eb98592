import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { FieldError } from '#client/ui/field-error.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { TextArea, TextField } from '#client/ui/text-field.tsx'
import { brandTermsProblems } from '#shared/brand-terms-problems.ts'
import { MANY_BRANDS, neededConfirmation, rateWarnings } from '#shared/unusual-rates.ts'
import { ChangeList } from './change-list.tsx'
import styles from './publish-form.module.css'
import type { Edit } from './rate-edits.ts'

/** As the server has it; `catalogue-schema.ts` would bring its validator into the page. */
const NOTE_MAX_LENGTH = 200

type PublishFormProps = {
  edits: readonly Edit[]
  initialNote?: string
  /** The label of the button. */
  action: string
  isPending: boolean
  /** Why the server refused. */
  problem?: string | undefined
  /** Beside the name of each brand. */
  brandAction?: (edit: Edit) => ReactNode
  /** `confirm` is for the server, which asks for it too. */
  onPublish: (note: string, confirm: string | undefined) => void
  onClose: () => void
}

/** Lists what a publication changes, has unusual changes confirmed by name or number, and asks for a note. */
export function PublishForm(props: PublishFormProps) {
  const { edits, initialNote = '', action, isPending, problem, brandAction, onPublish, onClose } = props
  const [note, setNote] = useState(initialNote)
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const [tries, setTries] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  const count = String(edits.length)
  const isTyped = (key: string, expected: string) =>
    (typed[key] ?? '').trim().toLowerCase() === expected.trim().toLowerCase()
  const isConfirmed = (edit: Edit) => rateWarnings(edit).length === 0 || isTyped(edit.after.slug, edit.before.name)
  const isMany = edits.length > MANY_BRANDS
  const canPublish =
    note.trim() !== '' &&
    edits.every((edit) => isConfirmed(edit) && brandTermsProblems(edit.after).length === 0) &&
    (!isMany || isTyped('count', count))

  // The fields are marked by the render that a refused press causes.
  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>('[aria-invalid], [data-problem]')?.focus()
  }, [tries])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    if (canPublish) onPublish(note.trim(), neededConfirmation(edits)?.confirm)
    else setTries((before) => before + 1)
  }
  const confirmField = (key: string, expected: string, what: string) => (
    <TextField
      label={`Type ${what} to confirm`}
      autoComplete="off"
      spellCheck={false}
      value={typed[key] ?? ''}
      onValueChange={(text) => setTyped({ ...typed, [key]: text })}
      error={tries > 0 && !isTyped(key, expected) ? `Type ${what}.` : undefined}
    />
  )

  return (
    <form ref={form} className="stack gap-4" noValidate onSubmit={submit} aria-label="Publish">
      {problem && (
        <Notice tone="bad" role="alert">
          {problem}
        </Notice>
      )}
      <ChangeList
        edits={edits}
        action={brandAction}
        foot={(edit) => (
          <>
            <Problems edit={edit} />
            <Warnings edit={edit}>{confirmField(edit.after.slug, edit.before.name, `“${edit.before.name}”`)}</Warnings>
          </>
        )}
      />
      {isMany && (
        <Notice tone="warn" title={`This changes ${count} brands at once`}>
          <div className={styles.confirm}>{confirmField('count', count, `the number of brands, ${count},`)}</div>
        </Notice>
      )}
      <TextArea
        label="Note"
        hint="What this change is for. Staff see it with the version."
        rows={2}
        maxLength={NOTE_MAX_LENGTH}
        value={note}
        onValueChange={setNote}
        error={tries > 0 && !note.trim() ? 'Write what this change is for.' : undefined}
      />
      <div className="cluster gap-3">
        <Button type="submit" busy={isPending}>
          {action}
        </Button>
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
      </div>
    </form>
  )
}

/** Why the terms cannot be published; the server would refuse them with the same words. */
function Problems({ edit }: { edit: Edit }) {
  const problems = brandTermsProblems(edit.after)
  if (problems.length === 0) return null
  return (
    <div tabIndex={-1} data-problem="">
      {problems.map(({ message }) => (
        <FieldError key={message}>{message}</FieldError>
      ))}
    </div>
  )
}

function Warnings({ edit, children }: { edit: Edit; children: ReactNode }) {
  const warnings = rateWarnings(edit)
  if (warnings.length === 0) return null
  return (
    <Notice tone="warn">
      {warnings.map((warning) => (
        <p key={warning}>{warning}</p>
      ))}
      <div className={styles.confirm}>{children}</div>
    </Notice>
  )
}
