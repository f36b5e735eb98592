import { formatDollars } from '#shared/money.ts'
import { statusLabels } from '#shared/status-label.ts'
import type { ReviewStatus } from '#shared/submission.ts'
import type { Submission } from '#shared/submission-schema.ts'

/** 'Steam $75.00: Rejected.' */
export function decisionMessages({
  cardType,
  cardValue,
  status,
}: Pick<Submission, 'cardType' | 'cardValue' | 'status'>): string {
  return `${cardType} ${formatDollars(cardValue)}: ${statusLabels[status].name}.`
}

/** '3 submissions: Processing.' */
export function bulkMessages(count: number, status: ReviewStatus): string {
  return `${count} ${count === 1 ? 'submission' : 'submissions'}: ${statusLabels[status].name}.`
}
