import { type SystemReasonCode, systemReasons } from '#shared/system-reasons.ts'

/** Text and code of a reason that the system gives, for `changeStatus`. */
export function systemReason<Code extends SystemReasonCode>(code: Code) {
  return { reason: systemReasons[code], reasonCode: code } as const
}
