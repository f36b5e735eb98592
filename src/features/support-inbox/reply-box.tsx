import { type KeyboardEvent, useCallback, useId, useRef, useState } from 'react'
import { isComposing } from '#client/lib/composition.ts'
import { acceptBatch, fileDrop, filePaste, isSendKey } from '#client/lib/message-input.ts'
import { useTypingNotifier } from '#client/lib/thread-hooks.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Button, QuietButton, SmallButton } from '#client/ui/button.tsx'
import { AttachButton, ChosenFiles, SendProblems } from '#client/ui/file-picker.tsx'
import { chatProblem } from '#shared/chat.ts'
import { cleanText } from '#shared/clean-text.ts'
import { fillAnswer, inboxMessages } from '#shared/inbox.ts'
import type { CannedResponse, ChatSummary } from '#shared/inbox-schema.ts'
import { formatFileSize } from '#shared/upload.ts'
import { CannedResponsesDialog } from './canned-responses-dialog.tsx'
import styles from './reply-box.module.css'
import type { ReplyQueue } from './use-thread.ts'

export function ReplyBox({ session: { sessionId, userName }, replies }: { session: ChatSummary; replies: ReplyQueue }) {
  const { draft, setDraft, send } = replies
  const box = useRef<HTMLTextAreaElement>(null)
  const [problems, setProblems] = useState<readonly string[]>([])
  const [isManaging, setIsManaging] = useState(false)
  const { mutate: sendTyping } = trpc.admin.chat.typing.useMutation()
  const notifyTyping = useTypingNotifier(useCallback(() => sendTyping({ sessionId }), [sendTyping, sessionId]))
  const customer = trpc.admin.chat.customer.useQuery({ sessionId })

  const insert = ({ text }: CannedResponse, isWhole: boolean) => {
    const filled = fillAnswer(text, { name: userName, order: customer.data?.submissions[0]?.id })
    setDraft({ ...draft, text: isWhole || draft.text === '' ? filled : `${draft.text}\n${filled}` })
    box.current?.focus()
    // The browser does not scroll to an element that already has the focus.
    box.current?.scrollIntoView({ block: 'nearest' })
  }
  const picker = useCannedResponsePicker(draft.text, (answer) => insert(answer, true))

  const write = (text: string) => {
    setDraft({ ...draft, text })
    if (text.trim() !== '' && !text.startsWith('/')) notifyTyping()
  }
  const add = (batch: File[]) => {
    const taken = acceptBatch(batch, draft.files)
    setProblems(taken.problems)
    if (taken.files.length > 0) setDraft({ ...draft, files: [...draft.files, ...taken.files] })
  }
  const text = cleanText.lines(draft.text)
  const missing =
    text === '' && draft.files.length === 0
      ? 'Type a reply or attach a file.'
      : chatProblem({ message: text, fileCount: draft.files.length })?.message
  const submit = () => {
    if (missing !== undefined) return
    send({ ...draft, text })
    setDraft({ text: '', files: [] })
    setProblems([])
    box.current?.focus()
  }
  const keyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (picker.keyDown(event) || event.altKey || !isSendKey(event)) return
    event.preventDefault()
    submit()
  }
  const hasFailed = replies.outgoing.some(({ state }) => state === 'failed')

  return (
    // Files can be dropped here; for keyboards there is the button.
    <div className={`stack gap-2 line-top ${styles.box}`} {...fileDrop(add)}>
      <div role="alert" className={`stack gap-2 ${styles.said}`}>
        <SendProblems problems={[...(hasFailed ? [inboxMessages.replyFailed] : []), ...problems]} />
      </div>
      <ChosenFiles
        files={draft.files.map((file, at) => ({ key: `${at}`, name: file.name, note: formatFileSize(file.size) }))}
        onRemove={(key) => setDraft({ ...draft, files: draft.files.filter((_, at) => `${at}` !== key) })}
      />
      <div className="positioned">
        <CannedResponseList picker={picker} onSaveFirst={() => setIsManaging(true)} />
        <textarea
          ref={box}
          className={styles.input}
          rows={2}
          aria-label="Reply"
          placeholder={inboxMessages.replyHint}
          value={draft.text}
          enterKeyHint="send"
          onChange={(event) => write(event.target.value)}
          onKeyDown={keyDown}
          onPaste={filePaste(add)}
          {...picker.attributes}
        />
      </div>
      <div className={`cluster gap-2 ${styles.actions}`}>
        <AttachButton label="Files for the reply" size="small" onFiles={add} />
        <SmallButton aria-keyshortcuts="/" onClick={() => setIsManaging(true)}>
          Saved answers
        </SmallButton>
        <Button size="small" className="push" disabledReason={missing} onClick={submit}>
          Send
        </Button>
      </div>
      {isManaging && (
        <CannedResponsesDialog
          onInsert={(answer) => {
            setIsManaging(false)
            insert(answer, false)
          }}
          onClose={() => setIsManaging(false)}
        />
      )}
    </div>
  )
}

type ListProps = { picker: ReturnType<typeof useCannedResponsePicker>; onSaveFirst: () => void }

function CannedResponseList({ picker, onSaveFirst }: ListProps) {
  const { hasNone, isOpen, answers, chosen, pick, listId, optionId, missing } = picker
  return (
    <>
      <p className="visually-hidden" role="status">
        {isOpen && `${answers.length} saved answers. Use the arrow keys to choose and Enter to insert.`}
      </p>
      {missing !== undefined && (
        <div className={`cluster gap-2 muted ${styles.none}`}>
          {hasNone ? (
            <>
              No saved answers yet.
              <QuietButton onClick={onSaveFirst}>Save the first</QuietButton>
            </>
          ) : (
            <>No saved answer /{missing}</>
          )}
        </div>
      )}
      {isOpen && (
        <div className={styles.list} role="listbox" id={listId} aria-label="Saved answers">
          {answers.map((answer, at) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the box above has the focus and its keys
            <div
              key={answer.id}
              id={optionId(at)}
              className={`hover-sunken gap-3 ${styles.option}`}
              role="option"
              tabIndex={-1}
              aria-selected={at === chosen}
              // Keeps the focus in the text box.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => pick(answer)}
            >
              <span className={styles.shortcut}>/{answer.shortcut}</span>
              <span className={`${at === chosen ? 'ink' : 'muted'} nowrap ellipsis`} title={answer.text}>
                {answer.text}
              </span>
            </div>
          ))}
        </div>
      )}
    </>
  )
}

/** The number that fits without scrolling: the text box keeps the focus, so keys cannot scroll the list. */
const MAX_SHOWN = 6

function useCannedResponsePicker(text: string, onPick: (answer: CannedResponse) => void) {
  const listId = useId()
  const typed = typedShortcut(text)
  const [at, setAt] = useState(0)
  const [dismissed, setDismissed] = useState<string>()
  const { data } = trpc.admin.chat.cannedResponses.useQuery(undefined, {
    enabled: typed !== undefined,
    staleTime: 10_000,
  })
  const answers = typed === undefined || text === dismissed ? [] : matchingCannedResponses(data ?? [], typed)
  const chosen = Math.min(at, answers.length - 1)
  const isOpen = answers.length > 0
  const optionId = (index: number) => `${listId}-${index}`

  const pick = (answer: CannedResponse) => {
    setAt(0)
    onPick(answer)
  }
  /** Returns true if the list handled the key. */
  function keyDown(event: KeyboardEvent) {
    if (!isOpen || isComposing(event.nativeEvent)) return false
    const answer = answers[chosen]
    if (event.key === 'ArrowDown') setAt((chosen + 1) % answers.length)
    else if (event.key === 'ArrowUp') setAt((chosen + answers.length - 1) % answers.length)
    else if (event.key === 'Escape') setDismissed(text)
    else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey && answer) pick(answer)
    else return false
    event.preventDefault()
    return true
  }
  return {
    isOpen,
    answers,
    chosen,
    pick,
    keyDown,
    listId,
    optionId,
    hasNone: data?.length === 0,
    missing: typed !== undefined && data !== undefined && !isOpen && text !== dismissed ? typed : undefined,
    attributes: {
      'aria-autocomplete': 'list' as const,
      'aria-haspopup': 'listbox' as const,
      ...(isOpen && { 'aria-controls': listId, 'aria-activedescendant': optionId(chosen) }),
    },
  }
}

/** The text after a leading slash while it can be a shortcut; otherwise undefined. */
export function typedShortcut(text: string) {
  return /^\/([^\s/]*)$/.exec(text)?.[1]?.toLowerCase()
}

/** Responses whose shortcut starts with the text, then those that contain it. */
export function matchingCannedResponses(answers: readonly CannedResponse[], typed: string) {
  const begins = answers.filter(({ shortcut }) => shortcut.startsWith(typed))
  const rest = answers.filter((answer) => !begins.includes(answer) && contains(answer, typed))
  return [...begins, ...rest].slice(0, MAX_SHOWN)
}

function contains({ shortcut, text }: CannedResponse, typed: string) {
  return shortcut.includes(typed) || text.toLowerCase().includes(typed)
}
