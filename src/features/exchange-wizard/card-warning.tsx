import { Notice } from '#client/ui/notice.tsx'
import type { CardCondition } from '#shared/card-condition.ts'
import { cardNote } from '#shared/card-note.ts'

/** A known reason for rejecting this card, shown before the quote. It blocks nothing. */
export function CardWarning({ brandSlug, condition }: { brandSlug: string; condition: CardCondition }) {
  const note = cardNote(brandSlug, condition)
  if (!note) return null
  const isForCondition = note !== cardNote(brandSlug, 'brand-new')
  return (
    <Notice tone="warn" role="status" title={isForCondition ? "We can't pay for this card" : undefined}>
      {note}
      {isForCondition && " If you send it, we'll reject it."}
    </Notice>
  )
}
