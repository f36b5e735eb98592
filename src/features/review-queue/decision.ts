/** Longer quick reasons are shortened in the list; the chosen one is always shown in full. */
const REASON_SHOWN = 50

/** `reason` as a line of the quick list: at most 50 characters, then an ellipsis. */
export function shortReason(reason: string): string {
  return reason.length > REASON_SHOWN ? `${reason.slice(0, REASON_SHOWN).trimEnd()}…` : reason
}

/** What the customer will read: the custom reason when something is written there, else the quick one; '' for none. */
export function effectiveReason(quick: string, custom: string): string {
  return custom.trim() || quick
}
