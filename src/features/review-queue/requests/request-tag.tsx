import { Tag, type Tone } from '#client/ui/badge.tsx'
import type { QueueRequestState } from '#shared/information-request.ts'
import type { Submission } from '#shared/submission-schema.ts'

const labels: Readonly<Record<QueueRequestState, { name: string; tone: Tone }>> = {
  requested: { name: 'Waits for the seller', tone: 'off' },
  answered: { name: 'Answered', tone: 'info' },
  accepted: { name: 'Accepted, check again', tone: 'ok' },
}

export function RequestTag({ submission: { requestState } }: { submission: Pick<Submission, 'requestState'> }) {
  const label = requestState && labels[requestState]
  return label ? <Tag tone={label.tone}>{label.name}</Tag> : null
}
