import { Button } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import type { Payout } from '#shared/payout-schema.ts'
import { sumText } from './paypal-choice.ts'

type SendBarProps = {
  /** The payouts of the list that PayPal can pay. */
  sendable: readonly Payout[]
  chosen: readonly Payout[]
  onChoose: (ids: ReadonlySet<string>) => void
  onSend: () => void
}

/** Chooses payouts of the list, and sends the chosen ones by PayPal. */
export function SendBar({ sendable, chosen, onChoose, onSend }: SendBarProps) {
  const isAll = chosen.length === sendable.length
  return (
    <div className="cluster gap-4 row-gap-0 pad-bottom-2">
      <Checkbox
        label="All PayPal payouts of this page"
        checked={isAll}
        onCheckedChange={(all) => onChoose(new Set(all ? sendable.map(({ id }) => id) : []))}
      />
      <Button
        variant="secondary"
        size="small"
        disabledReason={chosen.length === 0 ? 'Choose payouts first' : undefined}
        onClick={onSend}
      >
        {chosen.length === 0 ? 'Send by PayPal' : `Send ${chosen.length} by PayPal, ${sumText(chosen)}`}
      </Button>
    </div>
  )
}
