import { withBase } from '#client/lib/base-path.ts'
import { useCopy } from '#client/lib/use-copy.ts'
import { Button, buttonClass } from '#client/ui/button.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'

const copyLabels = { idle: 'Copy link', copied: 'Link copied', failed: 'Copy failed' } as const

export function NoOrders() {
  const [copyState, copy] = useCopy()
  return (
    <StateMessage
      title="No orders yet."
      action={
        <>
          <a className={buttonClass('secondary', 'small')} href={withBase('/')} target="_blank" rel="noopener">
            Open the shop<span className="visually-hidden"> (opens in a new tab)</span>
          </a>
          <Button variant="secondary" size="small" onClick={() => copy(new URL(withBase('/'), location.origin).href)}>
            <Icon name={copyState === 'copied' ? 'check' : 'copy'} size={18} />
            {copyLabels[copyState]}
          </Button>
          <span className="visually-hidden" role="status">
            {copyState !== 'idle' && copyLabels[copyState]}
          </span>
        </>
      }
    >
      Your first order appears here the moment it is submitted.
    </StateMessage>
  )
}
