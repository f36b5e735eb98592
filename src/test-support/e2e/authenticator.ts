import type { Locator, Page } from '@playwright/test'
import { totpCode, totpStep } from '#server/accounts/second-factor.ts'

/** An authenticator app with the key that a page shows. */
export class Authenticator {
  readonly #key: string
  #lastStep = 0
  constructor(key: string) {
    this.#key = key
  }

  /** Reads the key as shown for manual entry. */
  static async read(page: Page | Locator): Promise<Authenticator> {
    const shown = await page.getByTestId('totp-key').textContent()
    return new Authenticator((shown ?? '').replaceAll(' ', ''))
  }

  /** A valid unused code: the next one when the current 30-second step is used up. */
  code(): string {
    this.#lastStep = Math.max(totpStep(Date.now()), this.#lastStep + 1)
    return totpCode(this.#key, this.#lastStep)
  }
}
