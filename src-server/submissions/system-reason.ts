import { type SystemReasonCode, systemReasons } from '#shared/system-reasons.ts'

export function systemReason<Code extends SystemReasonCode>(code: Code) {
  return { reason: systemReasons[code], reasonCode: code } as const
}
