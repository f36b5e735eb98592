import { Button, type ButtonProps } from './button.tsx'

/** `isRetrying` is also true during the refetch that a timer or the network started. */
export type Retry = { isRetrying: boolean; onRetry: () => void }

type RetryButtonProps = Pick<Retry, 'onRetry'> & Partial<Retry> & Pick<ButtonProps, 'variant' | 'size' | 'className'>

export function RetryButton({ isRetrying = false, onRetry, ...look }: RetryButtonProps) {
  return (
    <Button {...look} busy={isRetrying} onClick={onRetry}>
      Try again
    </Button>
  )
}
