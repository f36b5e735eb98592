import { useRef } from 'react'
import { newRequestKey } from '#client/lib/request-key.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Form, SubmitButton, useForm } from '#client/ui/form.tsx'
import { TextArea } from '#client/ui/text-field.tsx'
import { Time } from '#client/ui/time.tsx'
import { NOTE_MAX_LENGTH, reviewMessages } from '#shared/review.ts'
import type { SubmissionNote } from '#shared/review-schema.ts'
import styles from './order-record.module.css'

export function ReviewNotes({ submissionId, notes }: { submissionId: string; notes: readonly SubmissionNote[] }) {
  return (
    <section aria-labelledby="review-notes">
      <h4 id="review-notes" className={styles.heading}>
        Notes <span className="muted">(staff only)</span>
      </h4>
      {notes.length === 0 ? (
        <p className="muted">No notes yet.</p>
      ) : (
        <ol className={`plain stack gap-2 ${styles.notes}`}>
          {notes.map(({ id, author, text, at }) => (
            <li key={id}>
              <p className={`breaks ${styles.noteText}`}>{text}</p>
              <p className="muted">
                {author}, <Time at={at} />
              </p>
            </li>
          ))}
        </ol>
      )}
      <NoteForm submissionId={submissionId} />
    </section>
  )
}

function NoteForm({ submissionId }: { submissionId: string }) {
  const utils = trpc.useUtils()
  const form = useForm({ text: '' }, undefined, { required: { text: reviewMessages.emptyNote } })
  // An idempotency key: a retry must not create a second note.
  const name = useRef(newRequestKey())
  const { mutate, isPending } = trpc.admin.review.addNote.useMutation({
    onSuccess: (note) => {
      name.current = newRequestKey()
      form.reset()
      utils.admin.review.get.setData(
        { submissionId },
        (old) => old && { ...old, notes: [...old.notes.filter(({ id }) => id !== note.id), note] },
      )
    },
    onError: ({ data }) =>
      form.report({
        message: data ? 'The note could not be saved. Please try again.' : 'No connection. Please try again.',
        field: 'text',
      }),
  })
  const field = form.bind('text')
  return (
    <Form
      form={form}
      isPending={isPending}
      onSubmit={({ text }) => mutate({ submissionId, text, clientNoteId: name.current })}
      className={`start ${styles.noteForm}`}
    >
      <TextArea
        {...field}
        label="New note"
        autoComplete="off"
        rows={2}
        maxLength={NOTE_MAX_LENGTH}
        onValueChange={(text) => {
          field.onValueChange(text)
          name.current = newRequestKey()
        }}
      />
      <SubmitButton variant="secondary" size="small">
        Add note
      </SubmitButton>
    </Form>
  )
}
