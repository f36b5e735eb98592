import { CHAT_SUBJECT_MAX_LENGTH } from '#shared/chat.ts'
import type { Draft } from './use-draft.ts'

/** What the form starts with: what was kept, and what the customer came to ask about where it is free. */
export function firstDraft(kept: Draft, { about, isNew }: { about: string | undefined; isNew: boolean }): Draft {
  const question = about?.trim() ? `Question about ${about.trim()}` : ''
  if (question === '') return kept
  if (isNew) return { ...kept, subject: question.slice(0, CHAT_SUBJECT_MAX_LENGTH) }
  return { ...kept, message: kept.message || `${question}: ` }
}
