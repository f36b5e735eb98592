import { totpCode, totpStep } from '../../accounts/second-factor.ts'
import type { Person, TestApp } from './test-app.ts'

const STEP_MS = 30_000

/** An authenticator app with this key; `stepsFromNow` are time steps of 30 seconds. */
export type PhoneApp = { key: string; code(stepsFromNow?: number): string }

export function phoneApp(app: TestApp, key: string): PhoneApp {
  return { key, code: (stepsFromNow = 0) => totpCode(key, totpStep(app.clock.now().getTime()) + stepsFromNow) }
}

/** Enables this person's second factor with the current code and advances the clock to the next one. */
export async function enrol(app: TestApp, { api }: Person): Promise<PhoneApp & { recoveryCodes: string[] }> {
  const { key } = await api.admin.me.startSecondFactor()
  const phone = phoneApp(app, key)
  const { recoveryCodes } = await api.admin.me.confirmSecondFactor({ code: phone.code() })
  app.clock.advance(STEP_MS)
  return { ...phone, recoveryCodes }
}
