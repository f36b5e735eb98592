import type { ReactNode } from 'react'
import { Button, type ButtonProps } from './button.tsx'
import { Notice } from './notice.tsx'

/** `isRetrying` is also true during the refetch that a timer or the network started. */
export type Retry = { isRetrying: boolean; onRetry: () => void }

/** Starts the failed read again. Shows progress while it runs. */
export function RetryButton({ isRetrying, onRetry, ...look }: Retry & Pick<ButtonProps, 'variant' | 'size'>) {
  return (
    <Button {...look} busy={isRetrying} onClick={onRetry}>
      Try Again
    </Button>
  )
}

type RetryNoticeProps = Retry & { tone: 'warn' | 'bad'; title: string; children: ReactNode }

/** Above what could not be brought up to date. */
export function RetryNotice({ tone, title, children, ...retry }: RetryNoticeProps) {
  return (
    <Notice tone={tone} title={title} role="status">
      <p>{children}</p>
      <RetryButton variant="secondary" size="small" {...retry} />
    </Notice>
  )
}
