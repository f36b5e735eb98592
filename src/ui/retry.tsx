import type { ReactNode } from 'react'
import { Button, type ButtonProps } from './button.tsx'
import { Notice } from './notice.tsx'

/** `isRetrying` is also true during the refetch that a timer or the network started. */
export type Retry = { isRetrying: boolean; onRetry: () => void }

type RetryButtonProps = Pick<Retry, 'onRetry'> & Partial<Retry> & Pick<ButtonProps, 'variant' | 'size'>

/** Starts the failed read again. Shows progress while `isRetrying`. */
export function RetryButton({ isRetrying = false, onRetry, ...look }: RetryButtonProps) {
  return (
    <Button {...look} busy={isRetrying} onClick={onRetry}>
      Try again
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
