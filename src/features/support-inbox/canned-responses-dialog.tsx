import { useState } from 'react'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Form, SubmitButton, useForm } from '#client/ui/form.tsx'
import { DialogButtons } from '#client/ui/form-dialog.tsx'
import { FailedNotice, QueryState } from '#client/ui/query-state.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { TextArea, TextField } from '#client/ui/text-field.tsx'
import { inboxMessages, shortcutPattern } from '#shared/inbox.ts'
import type { CannedResponse } from '#shared/inbox-schema.ts'
import styles from './canned-responses-dialog.module.css'

type Props = { onInsert: (answer: CannedResponse) => void; onClose: () => void }
type Edited = { id?: string; shortcut: string; text: string }

/** The team's canned responses: insert, create, edit and delete. */
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
      <QueryState
        query={query}
        loading={<Skeleton lines={3} label="Loading saved answers..." />}
        failed={({ retry }) => <FailedNotice title="We couldn't load the saved answers" retry={retry} />}
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
      </QueryState>
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
  const utils = trpc.useUtils()
  const remove = trpc.admin.chat.removeCannedResponse.useMutation({
    onSettled: () => utils.admin.chat.cannedResponses.invalidate(),
  })
  const named = <span className="visually-hidden"> /{answer.shortcut}</span>
  return (
    <li className="stack gap-1 pad-block-3 line-bottom">
      <p className={styles.shortcut}>/{answer.shortcut}</p>
      <p className={`muted breaks ${styles.text}`}>{answer.text}</p>
      <div className="cluster">
        <Button size="small" variant="secondary" onClick={() => onInsert(answer)}>
          Insert{named}
        </Button>
        <Button size="small" variant="quiet" onClick={onEdit}>
          Edit{named}
        </Button>
        <Button size="small" variant="quiet" busy={remove.isPending} onClick={() => remove.mutate({ id: answer.id })}>
          Remove{named}
        </Button>
      </div>
    </li>
  )
}

function AnswerForm({ start, onDone }: { start: Edited; onDone: () => void }) {
  const utils = trpc.useUtils()
  const form = useForm(start, ({ shortcut, text }) => [
    ...(shortcutPattern.test(shortcut) ? [] : [{ field: 'shortcut', message: inboxMessages.badShortcut }]),
    ...(text.trim() ? [] : [{ field: 'text', message: inboxMessages.noAnswerText }]),
  ])
  const save = trpc.admin.chat.saveCannedResponse.useMutation({
    onSuccess: async () => {
      await utils.admin.chat.cannedResponses.invalidate()
      onDone()
    },
    onError: ({ message }) => form.report({ message }),
  })
  return (
    <Form form={form} isPending={save.isPending} onSubmit={(answer) => save.mutate(answer)}>
      <TextField
        {...form.bind('shortcut')}
        label="Shortcut"
        hint="What you type after the slash, such as payout-late"
        mono
        autoComplete="off"
        clean={(shortcut) => shortcut.toLowerCase()}
      />
      <TextArea {...form.bind('text')} label="Answer" rows={5} />
      <DialogButtons>
        <SubmitButton>Save answer</SubmitButton>
        <Button variant="secondary" onClick={onDone}>
          Cancel
        </Button>
      </DialogButtons>
    </Form>
  )
}
