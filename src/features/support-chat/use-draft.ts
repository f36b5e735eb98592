import { useCallback, useState } from 'react'
import { readStored, removeStored, writeStored } from '#client/lib/storage.ts'
import { CHAT_SUBJECT_MAX_LENGTH } from '#shared/chat.ts'

/** Unsent text. */
export type Draft = { subject: string; message: string }

const empty: Draft = { subject: '', message: '' }

/** The customer's unsent text, which survives a reload. `first` computes the initial text once. */
export function useDraft(
  customerId: string,
  first: (kept: Draft) => Draft,
): [draft: Draft, change: (part: Partial<Draft>) => void] {
  const key = `chat-draft_${customerId}`
  const [draft, setDraft] = useState(() => first(readStored(key, parseDraft) ?? empty))
  const change = useCallback(
    (part: Partial<Draft>) => {
      const next = { ...draft, ...part }
      setDraft(next)
      if (next.subject || next.message) writeStored(key, next)
      else removeStored(key)
    },
    [draft, key],
  )
  return [draft, change]
}

function parseDraft(stored: unknown): Draft | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined
  const { subject, message } = stored as Record<keyof Draft, unknown>
  return typeof subject === 'string' && typeof message === 'string' ? { subject, message } : undefined
}

/** The initial text: the stored draft, with `about` in a field that is free. */
export function firstDraft(kept: Draft, { about, isNew }: { about: string | undefined; isNew: boolean }): Draft {
  const question = about?.trim() ? `Question about ${about.trim()}` : ''
  if (question === '') return kept
  if (isNew) return { ...kept, subject: question.slice(0, CHAT_SUBJECT_MAX_LENGTH) }
  return { ...kept, message: kept.message || `${question}: ` }
}
