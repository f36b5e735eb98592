import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react'
import { newRequestKey } from '#client/lib/request-key.ts'
import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { TextArea, TextField } from '#client/ui/text-field.tsx'
import { type ChatProblem, type ChatSession, chatProblem, chatWords } from '#shared/chat.ts'
import styles from './composer.module.css'
import type { QueuedMessage, SendQueue } from './send-queue.ts'
import type { Draft } from './use-draft.ts'

type ComposerProps = {
  /** Null before the first message, undefined while it is not known whether there is one. */
  session: ChatSession | null | undefined
  outgoing: readonly QueuedMessage[]
  queue: SendQueue
  failure: string | undefined
  draft: Draft
  changeDraft: (part: Partial<Draft>) => void
}

/** The box to write in; with a subject before the first message. */
export function Composer({ session, outgoing, queue, failure, draft, changeDraft }: ComposerProps) {
  const form = useRef<HTMLFormElement>(null)
  const [problem, setProblem] = useState<ChatProblem>()
  const [alert, setAlert] = useState<string>()
  const isOpening = session === null && outgoing.length > 0
  const isNew = session === null && !isOpening
  const check = ({ subject, message }: Draft) => chatProblem({ message, ...(isNew && { subject }) })

  const change = (part: Partial<Draft>) => {
    changeDraft(part)
    if (problem) setProblem(check({ ...draft, ...part }))
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isOpening) return
    const wrong = check(draft)
    setProblem(wrong)
    setAlert(!wrong && session === undefined ? chatWords.noSession : undefined)
    if (wrong) return form.current?.querySelector<HTMLElement>(`[name="${wrong.field}"]`)?.focus()
    if (session === undefined) return
    queue.send({
      clientMessageId: newRequestKey(),
      message: draft.message.trim(),
      writtenAt: new Date().toISOString(),
      ...(session ? { sessionId: session.sessionId } : { subject: draft.subject.trim() }),
    })
    changeDraft({ subject: '', message: '' })
    form.current?.querySelector('textarea')?.focus()
  }

  const said = alert ?? (failure === undefined ? undefined : chatWords.failed(failure))
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={submit}>
      <div role="alert">{said && <Notice tone="bad">{said}</Notice>}</div>
      {isNew && (
        <TextField
          label="Subject"
          name="subject"
          autoComplete="off"
          value={draft.subject}
          onValueChange={(subject) => change({ subject })}
          error={problem?.field === 'subject' ? problem.message : undefined}
        />
      )}
      <div className={styles.row}>
        <TextArea
          label="Message"
          name="message"
          className={styles.box}
          rows={isNew ? 3 : 1}
          enterKeyHint="send"
          value={draft.message}
          onValueChange={(message) => change({ message })}
          onKeyDown={sendOnEnter}
          error={problem?.field === 'message' ? problem.message : undefined}
        />
        <Button type="submit" disabledReason={isOpening ? openingWords(outgoing) : undefined}>
          Send
        </Button>
      </div>
      <p className={styles.keys}>Enter sends, Shift+Enter starts a new line.</p>
    </form>
  )
}

/** The conversation is opened by its first message; the second needs it. */
function openingWords(outgoing: readonly QueuedMessage[]): string {
  const hasFailed = outgoing.some(({ state }) => state === 'failed')
  return hasFailed ? 'Retry or edit your first message before you send another.' : 'Your first message is being sent.'
}

/** Enter that chooses a word of an input method is not Enter. */
function sendOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}
