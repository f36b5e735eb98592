import { type FormEvent, type KeyboardEvent, useCallback, useRef, useState } from 'react'
import { fileDrop, filePaste, isSendKey } from '#client/lib/message-input.ts'
import { newRequestKey } from '#client/lib/request-key.ts'
import { useTypingNotifier } from '#client/lib/thread-hooks.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { AttachButton, ChosenFiles, SendProblems } from '#client/ui/file-picker.tsx'
import { TextArea, TextField } from '#client/ui/text-field.tsx'
import { type ChatProblem, chatMessages, chatProblem } from '#shared/chat.ts'
import { cleanText } from '#shared/clean-text.ts'
import styles from './composer.module.css'
import type { Chat, QueuedMessage } from './use-chat.ts'
import type { Attachments, Draft } from './use-draft.ts'

type ComposerProps = {
  chat: Chat
  draft: Draft
  changeDraft: (part: Partial<Draft>) => void
  attachments: Attachments
}

export function Composer({ chat, draft, changeDraft, attachments }: ComposerProps) {
  const { session, outgoing, queue, failure } = chat
  const form = useRef<HTMLFormElement>(null)
  const [problem, setProblem] = useState<ChatProblem>()
  const [alert, setAlert] = useState<string>()
  const isOpening = session === null && outgoing.length > 0
  const isNew = session === null && !isOpening
  const fileCount = attachments.uploaded.length
  const check = ({ subject, message }: Draft) => chatProblem({ message, fileCount, ...(isNew && { subject }) })
  const sessionId = session?.sessionId
  const { mutate: sendTyping } = trpc.chat.typing.useMutation()
  const notifyTyping = useTypingNotifier(
    useCallback(() => sessionId && sendTyping({ sessionId }), [sendTyping, sessionId]),
  )
  const blocked = isOpening ? openingMessages(outgoing) : fileMessages(attachments)

  const change = (part: Partial<Draft>) => {
    changeDraft(part)
    if (part.message?.trim()) notifyTyping()
    if (problem) setProblem(check({ ...draft, ...part }))
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    // The thread shows a first message that is being sent; a blocking file needs an alert.
    if (blocked !== undefined) return setAlert(isOpening ? undefined : blocked)
    const wrong = check(draft)
    setProblem(wrong)
    setAlert(!wrong && session === undefined ? chatMessages.noSession : undefined)
    if (wrong) return form.current?.querySelector<HTMLElement>(`[name="${wrong.field}"]`)?.focus()
    if (session === undefined) return
    queue.send({
      clientMessageId: newRequestKey(),
      message: cleanText.lines(draft.message) || chatMessages.filesOnly,
      writtenAt: new Date().toISOString(),
      ...(fileCount > 0 && { files: attachments.uploaded }),
      ...(session ? { sessionId: session.sessionId } : { subject: cleanText.line(draft.subject) }),
    })
    changeDraft({ subject: '', message: '' })
    attachments.clear()
    form.current?.querySelector('textarea')?.focus()
  }

  const said = alert ?? (failure === undefined ? undefined : chatMessages.failed(failure))
  return (
    <form
      ref={form}
      className={`stack gap-3 pad-4 line-top ${styles.form}`}
      noValidate
      onSubmit={submit}
      {...fileDrop(attachments.add)}
    >
      <div role="alert">
        <SendProblems problems={[...(said ? [said] : []), ...attachments.problems]} />
      </div>
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
      <ChosenFiles files={attachments.chosen} onRemove={attachments.remove} />
      <div className="cluster bottom gap-3">
        <TextArea
          label="Message"
          name="message"
          className={styles.box}
          rows={isNew ? 3 : 1}
          enterKeyHint="send"
          value={draft.message}
          onValueChange={(message) => change({ message })}
          onKeyDown={sendOnEnter}
          onPaste={filePaste(attachments.add)}
          error={problem?.field === 'message' ? problem.message : undefined}
        />
        <AttachButton label="Files for support" onFiles={attachments.add} />
        <Button type="submit" disabledReason={blocked}>
          Send
        </Button>
      </div>
      <p className="muted text-sm pointer-only">Enter sends, Shift+Enter starts a new line.</p>
    </form>
  )
}

/** The first message creates the conversation that the second one requires. */
function openingMessages(outgoing: readonly QueuedMessage[]) {
  const hasFailed = outgoing.some(({ state }) => state === 'failed')
  return hasFailed ? 'Retry or edit your first message before you send another.' : 'Your first message is being sent.'
}

/** Running uploads must finish, and failed files must be removed. */
function fileMessages({ isUploading, hasFailed }: Attachments) {
  if (hasFailed) return 'Remove the file that failed to upload.'
  return isUploading ? 'Please wait for files to finish uploading.' : undefined
}

function sendOnEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (!isSendKey(event)) return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}
