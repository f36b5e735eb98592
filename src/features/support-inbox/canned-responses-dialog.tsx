import { useState } from 'react'
import { useCall } from '#client/calls/use-call.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Button, RowButton } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Form, useForm } from '#client/ui/form.tsx'
import { FormButtons } from '#client/ui/form-dialog.tsx'
import { QueryPart } from '#client/ui/query-state.tsx'
import { TextArea, TextField } from '#client/ui/text-field.tsx'
import { inboxMessages, shortcutPattern } from '#shared/inbox.ts'
import type { CannedResponse } from '#shared/inbox-schema.ts'
import styles from './canned-responses-dialog.module.css'

type Props = { onInsert: (answer: CannedResponse) => void; onClose: () => void }
type Edited = { id?: string; shortcut: string; text: string }

export function CannedResponsesDialog({ onInsert, onClose }: Props) {
  return (
    <Dialog
      onClose={onClose}
      title="Saved answers"
      description="Type / at the start of a reply to find an answer. {name} and {order} become the customer's first name and newest order."
    >
      <Answers onInsert={onInsert} />
    </Dialog>
  )
}

function Answers({ onInsert }: Pick<Props, 'onInsert'>) {
  const query = trpc.admin.chat.cannedResponses.useQuery(undefined, { refetchOnMount: 'always' })
  const [edited, setEdited] = useState<Edited>()
  if (edited) return <AnswerForm key={edited.id} start={edited} onDone={() => setEdited(undefined)} />
  return (
    <div className="stack gap-4">
      <QueryPart
        query={query}
        lines={3}
        label="Loading saved answers..."
        failed="We couldn't load the saved answers"
        failedAs="notice"
      >
        {(answers) =>
          answers.length === 0 ? (
            <p className="muted">No saved answers yet.</p>
          ) : (
            <ul className="stack gap-0 plain" aria-label="Saved answers">
              {answers.map((answer) => (
                <AnswerRow key={answer.id} answer={answer} onInsert={onInsert} onEdit={() => setEdited(answer)} />
              ))}
            </ul>
          )
        }
      </QueryPart>
      <div>
        <Button size="small" onClick={() => setEdited({ shortcut: '', text: '' })}>
          {query.data?.length === 0 ? 'Save the first' : 'New answer'}
        </Button>
      </div>
    </div>
  )
}

type RowProps = { answer: CannedResponse; onInsert: (answer: CannedResponse) => void; onEdit: () => void }

function AnswerRow({ answer, onInsert, onEdit }: RowProps) {
  const remove = trpc.admin.chat.removeCannedResponse.useMutation()
  const of = `/${answer.shortcut}`
  return (
    <li className="stack gap-1 pad-block-3 line-bottom">
      <p className={styles.shortcut}>/{answer.shortcut}</p>
      <p className="muted breaks keeps-lines">{answer.text}</p>
      <div className="cluster">
        <RowButton of={of} onClick={() => onInsert(answer)}>
          Insert
        </RowButton>
        <RowButton of={of} variant="quiet" onClick={onEdit}>
          Edit
        </RowButton>
        <RowButton of={of} variant="quiet" busy={remove.isPending} onClick={() => remove.mutate({ id: answer.id })}>
          Remove
        </RowButton>
      </div>
    </li>
  )
}

function AnswerForm({ start, onDone }: { start: Edited; onDone: () => void }) {
  const form = useForm(start, ({ shortcut, text }) => [
    ...(shortcutPattern.test(shortcut) ? [] : [{ field: 'shortcut', message: inboxMessages.badShortcut }]),
    ...(text.trim() ? [] : [{ field: 'text', message: inboxMessages.noAnswerText }]),
  ])
  const save = trpc.admin.chat.saveCannedResponse.useMutation(useCall({ form, onDone }))
  return (
    <Form form={form} call={save} onSubmit={(answer) => save.mutate(answer)}>
      <TextField
        {...form.bind('shortcut')}
        label="Shortcut"
        hint="What you type after the slash, such as payout-late"
        mono
        clean={(shortcut) => shortcut.toLowerCase()}
      />
      <TextArea {...form.bind('text')} label="Answer" rows={5} />
      <FormButtons onCancel={onDone}>Save answer</FormButtons>
    </Form>
  )
}
