import type { ReactNode } from 'react'
import { counted } from '#client/lib/format.ts'
import { SmallButton } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { FieldError } from '#client/ui/field-error.tsx'
import { Form, useForm } from '#client/ui/form.tsx'
import { FormButtons } from '#client/ui/form-dialog.tsx'
import { Notice, ProblemNotice } from '#client/ui/notice.tsx'
import { QueryPart } from '#client/ui/query-state.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import { TextArea, TextField } from '#client/ui/text-field.tsx'
import { brandTermsProblems } from '#shared/brand-terms-problems.ts'
import { RATE_NOTE_MAX_LENGTH } from '#shared/brands.ts'
import { MANY_BRANDS, neededConfirmation, rateWarnings } from '#shared/unusual-rates.ts'
import { ChangeList } from './change-list.tsx'
import styles from './publish-dialog.module.css'
import type { Edit } from './rate-edits.ts'

type PublishDialogProps = Omit<PublishFormProps, 'edits'> & {
  title: string
  description: string
  query: { data: readonly Edit[] | undefined; error: { message: string } | null; refetch: () => unknown }
  nothing: { title: string; text?: string }
  lead?: ReactNode
  foot?: ReactNode
}

export function PublishDialog(props: PublishDialogProps) {
  const { title, description, query, nothing, lead, foot, ...form } = props
  const { isPending, onClose } = form
  return (
    <Dialog {...{ title, description, onClose }} locked={isPending} size="large" firstFocus="title">
      {lead}
      <QueryPart
        query={query}
        lines={6}
        height="2.75rem"
        label="Comparing versions..."
        failed="We couldn't compare the versions"
        failedAs="message"
      >
        {(edits) =>
          edits.length > 0 ? (
            <PublishForm {...form} edits={edits} />
          ) : (
            <StateMessage
              title={nothing.title}
              headingLevel={3}
              action={<SmallButton onClick={onClose}>Close</SmallButton>}
            >
              {nothing.text}
            </StateMessage>
          )
        }
      </QueryPart>
      {foot}
    </Dialog>
  )
}

type PublishFormProps = {
  edits: readonly Edit[]
  initialNote?: string
  /** 'Publish 2 changes' is 'Publish' of 'change'. */
  action: { verb: string; one: string }
  isPending: boolean
  problem?: string | undefined
  brandAction?: (edit: Edit) => ReactNode
  /** `confirm` is for the server, which asks for it too. */
  onPublish: (note: string, confirm: string | undefined) => void
  onClose: () => void
}

function PublishForm(props: PublishFormProps) {
  const { edits, initialNote = '', action, isPending, problem, brandAction, onPublish, onClose } = props
  // What has to be typed before it is published, by field.
  const confirmations: Readonly<Record<string, { expected: string; what: string }>> = Object.fromEntries([
    ...edits
      .filter((edit) => rateWarnings(edit).length > 0)
      .map(({ before, after }) => [after.slug, { expected: before.name, what: `“${before.name}”` }]),
    ...(edits.length > MANY_BRANDS
      ? [['count', { expected: String(edits.length), what: `the number of brands, ${edits.length},` }]]
      : []),
  ])
  const form = useForm<Readonly<Record<string, string>>>({ note: initialNote }, (values) => [
    ...edits.flatMap(({ after }) =>
      brandTermsProblems(after).map(({ message }) => ({ field: termsOf(after), message })),
    ),
    ...Object.entries(confirmations).flatMap(([field, { expected, what }]) =>
      isSameText(values[field] ?? '', expected) ? [] : [{ field, message: `Type ${what}.` }],
    ),
    ...(values.note?.trim() ? [] : [{ field: 'note', message: 'Write what this change is for.' }]),
  ])
  const confirmField = (field: string) => (
    <TextField
      {...form.bind(field)}
      value={form.values[field] ?? ''}
      label={`Type ${confirmations[field]?.what} to confirm`}
      spellCheck={false}
    />
  )

  return (
    <Form
      form={form}
      isPending={isPending}
      onSubmit={({ note = '' }) => onPublish(note.trim(), neededConfirmation(edits)?.confirm)}
      aria-label="Publish"
      lead={problem && <ProblemNotice message={problem} />}
    >
      <ChangeList
        edits={edits}
        action={brandAction}
        foot={(edit) => (
          <>
            <Problems edit={edit} />
            <Warnings edit={edit}>{confirmField(edit.after.slug)}</Warnings>
          </>
        )}
      />
      {confirmations.count && (
        <Notice tone="warn" title={`This changes ${edits.length} brands at once`}>
          <div className={styles.confirm}>{confirmField('count')}</div>
        </Notice>
      )}
      <TextArea
        {...form.bind('note')}
        label="Note"
        hint="What this change is for. Staff see it with the version."
        rows={2}
        maxLength={RATE_NOTE_MAX_LENGTH}
      />
      <FormButtons
        cancel="Close"
        onCancel={onClose}
      >{`${action.verb} ${counted(edits.length, action.one)}`}</FormButtons>
    </Form>
  )
}

const isSameText = (typed: string, expected: string) => typed.trim().toLowerCase() === expected.trim().toLowerCase()

const termsOf = ({ slug }: Edit['after']) => `terms-${slug}`

function Problems({ edit }: { edit: Edit }) {
  const problems = brandTermsProblems(edit.after)
  if (problems.length === 0) return null
  return (
    <div tabIndex={-1} data-field={termsOf(edit.after)}>
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
