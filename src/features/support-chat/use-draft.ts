import { useCallback, useState } from 'react'
import { readStored, removeStored, writeStored } from '#client/lib/storage.ts'

/** What is typed and not sent. */
export type Draft = { subject: string; message: string }

const empty: Draft = { subject: '', message: '' }

/** The text of this customer that outlives a reload; `first` is asked once for what this page starts with. */
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
