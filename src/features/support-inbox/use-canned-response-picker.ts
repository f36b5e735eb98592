import { type KeyboardEvent, useId, useState } from 'react'
import { trpc } from '#client/lib/trpc.ts'
import type { CannedResponse } from '#shared/inbox-schema.ts'
import { matchingCannedResponses, typedShortcut } from './matching-canned-responses.ts'

/** The saved answers that fit what is typed after a slash at the start of the box, and the keys that choose one. */
export function useCannedResponsePicker(text: string, onPick: (answer: CannedResponse) => void) {
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
  /** True when the key was meant for the list. */
  function keyDown(event: KeyboardEvent): boolean {
    if (!isOpen || event.nativeEvent.isComposing) return false
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
    /** What was looked for and is not there. */
    missing: typed !== undefined && data !== undefined && !isOpen && text !== dismissed ? typed : undefined,
    attributes: {
      'aria-autocomplete': 'list' as const,
      'aria-haspopup': 'listbox' as const,
      ...(isOpen && { 'aria-controls': listId, 'aria-activedescendant': optionId(chosen) }),
    },
  }
}
