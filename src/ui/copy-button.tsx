import type { CopyState } from '#client/lib/use-copy.ts'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

const buttonMessages = { idle: 'Copy', copied: 'Copied', failed: 'Copy failed' } as const

type CopyButtonProps = {
  /** The name of the copied value: 'Order reference'. */
  what: string
  state: CopyState
  onCopy: () => void
}

/** Copies the value beside it and announces the outcome. */
export function CopyButton({ what, state, onCopy }: CopyButtonProps) {
  const shown = buttonMessages[state]
  // An accessible name contains the visible text.
  const name = state === 'idle' ? `${shown} ${what.toLowerCase()}` : `${shown}: ${what.toLowerCase()}`
  return (
    <>
      <Button variant="secondary" size="small" aria-label={name} onClick={onCopy}>
        <Icon name={state === 'copied' ? 'check' : 'copy'} size={18} />
        {shown}
      </Button>
      <span className="visually-hidden" role="status">
        {state === 'copied' && `${what} copied`}
        {state === 'failed' && `${what} could not be copied`}
      </span>
    </>
  )
}
