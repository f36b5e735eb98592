import { SmallButton } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import type { Payout } from '#shared/payout-schema.ts'
import { canSendByPayPal, sumText } from './payout-search.ts'

type ChooseBarProps = {
  ready: readonly Payout[]
  chosen: readonly Payout[]
  hasPayPal: boolean
  onChoose: (ids: ReadonlySet<string>) => void
  onSend: (payouts: readonly Payout[]) => void
  onMakeFile: () => void
}

export function ChooseBar({ ready, chosen, hasPayPal, onChoose, onSend, onMakeFile }: ChooseBarProps) {
  const sendable = hasPayPal ? chosen.filter(canSendByPayPal) : []
  const disabledReason = chosen.length === 0 ? 'Choose payouts first' : undefined
  return (
    <div className="cluster gap-4 row-gap-0 pad-bottom-2">
      <Checkbox
        label={ready.length === 1 ? 'The ready payout of this page' : `All ${ready.length} ready payouts of this page`}
        checked={chosen.length === ready.length}
        onCheckedChange={(all) => onChoose(new Set(all ? ready.map(({ id }) => id) : []))}
      />
      <SmallButton disabledReason={disabledReason} onClick={onMakeFile}>
        {chosen.length === 0 ? 'Pay with a file...' : `Pay ${chosen.length} with a file, ${sumText(chosen)}...`}
      </SmallButton>
      {hasPayPal && ready.some(canSendByPayPal) && (
        <SmallButton
          disabledReason={sendable.length === 0 ? 'Choose PayPal payouts first' : undefined}
          onClick={() => onSend(sendable)}
        >
          {sendable.length === 0 ? 'Send by PayPal' : `Send ${sendable.length} by PayPal, ${sumText(sendable)}`}
        </SmallButton>
      )}
    </div>
  )
}

/** Both included, in either direction; `to` alone without `from`. */
export function between(rows: readonly { id: string }[], from: string | undefined, to: string) {
  const ids = rows.map(({ id }) => id)
  const [start, end] = [ids.indexOf(from ?? to), ids.indexOf(to)]
  return start === -1 ? [to] : ids.slice(Math.min(start, end), Math.max(start, end) + 1)
}

/** `ids` are chosen or not, as `id` is after it was pressed. */
export function chosenWith(chosen: ReadonlySet<string>, id: string, ids: readonly string[]) {
  return chosen.has(id) ? new Set([...chosen].filter((each) => !ids.includes(each))) : new Set([...chosen, ...ids])
}
