import { formatDateTime } from '#client/lib/format.ts'
import { Notice } from '#client/ui/notice.tsx'
import { formatDollars } from '#shared/money.ts'
import type { Float } from '#shared/reconciliation-schema.ts'
import { useFloat } from './use-payouts.ts'

export function PayPalFloat() {
  const float = useFloat()
  if (!float) return null
  const { available, asOf, ready, expectedToday } = float
  const missing = missingText(float)
  return (
    <section aria-label="PayPal" className="stack gap-2 pad-top-4">
      <p className="cluster gap-3 row-gap-1 text-sm any-width">
        {available === undefined ? (
          <span>PayPal's balance is not available.</span>
        ) : (
          <span>
            PayPal has <strong className="tabular">{formatDollars(available)}</strong>
            {asOf && <span className="muted"> ({formatDateTime(asOf)})</span>}
          </span>
        )}
        <span>
          Ready for PayPal <strong className="tabular">{formatDollars(ready)}</strong>
        </span>
        <span>
          Expected today <strong className="tabular">{formatDollars(expectedToday)}</strong>
        </span>
      </p>
      {missing && (
        <Notice tone="warn" role="status" title={missing}>
          Add money to the PayPal account, or pay some payouts another way. PayPal also takes its fees from the balance.
        </Notice>
      )}
    </section>
  )
}

export function missingText({ available, ready, expectedToday }: NonNullable<Float['paypal']>): string | undefined {
  if (available === undefined) return undefined
  const lacks = (amount: number) => formatDollars(amount - available)
  if (available < ready) return `PayPal's balance is ${lacks(ready)} short of the payouts that are ready.`
  return available < expectedToday
    ? `PayPal's balance is ${lacks(expectedToday)} short of what is expected today.`
    : undefined
}
