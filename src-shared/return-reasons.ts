import type { ReturnCode } from './payout.ts'
import { statusReasons } from './status-reasons.ts'

const [details, provider, name, bank, limit] = statusReasons.failed

/** What the customer reads when a payout came back, in the order of the suggested reasons. */
export const returnReasons: Readonly<Record<ReturnCode, string | undefined>> = { details, provider, name, bank, limit }
