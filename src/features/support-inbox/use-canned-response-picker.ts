import { type KeyboardEvent, useId, useState } from 'react'
import { isComposing } from '#client/lib/composition.ts'
import { trpc } from '#client/lib/trpc.ts'
import type { CannedResponse } from '#shared/inbox-schema.ts'

/** The number that fits without scrolling: the text box keeps the focus, so keys cannot scroll the list. */
const MAX_SHOWN = 6

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
  /** Returns true if the list handled the key. */
  function keyDown(event: KeyboardEvent): boolean {
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
export function typedShortcut(text: string): string | undefined {
  return /^\/([^\s/]*)$/.exec(text)?.[1]?.toLowerCase()
}

/** Responses whose shortcut starts with the text, then those that contain it. */
export function matchingCannedResponses(answers: readonly CannedResponse[], typed: string): CannedResponse[] {
  const begins = answers.filter(({ shortcut }) => shortcut.startsWith(typed))
  const rest = answers.filter((answer) => !begins.includes(answer) && contains(answer, typed))
  return [...begins, ...rest].slice(0, MAX_SHOWN)
}

function contains({ shortcut, text }: CannedResponse, typed: string): boolean {
  return shortcut.includes(typed) || text.toLowerCase().includes(typed)
}
