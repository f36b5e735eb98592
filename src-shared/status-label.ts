import type { SubmissionStatus } from './submission.ts'

/** Colour family of a status, named as the design tokens (`--ok-bg`, `--info-bg` ...). */
export type StatusTone = 'ok' | 'info' | 'warn' | 'bad' | 'off'

export type StatusLabel = { name: string; tone: StatusTone }

export const statusLabels: Readonly<Record<SubmissionStatus, StatusLabel>> = {
  pending: { name: 'Pending', tone: 'warn' },
  processing: { name: 'Processing', tone: 'info' },
  completed: { name: 'Completed', tone: 'ok' },
  rejected: { name: 'Rejected', tone: 'bad' },
  failed: { name: 'Failed', tone: 'bad' },
  registered: { name: 'Registered', tone: 'off' },
}
