import type { Locator, Page } from '@playwright/test'
import { totpCode, totpStep } from '#server/accounts/totp.ts'

/** A phone with the key that a page has shown: an app that knows the codes. */
export class Authenticator {
  readonly #key: string
  #lastStep = 0
  constructor(key: string) {
    this.#key = key
  }

  /** Reads the key as somebody who types it does. */
  static async read(page: Page | Locator): Promise<Authenticator> {
    const shown = await page.getByTestId('totp-key').textContent()
    return new Authenticator((shown ?? '').replaceAll(' ', ''))
  }

  /** A code that is good now and was not given before: the next one when this half minute's is used up. */
  code(): string {
    this.#lastStep = Math.max(totpStep(Date.now()), this.#lastStep + 1)
    return totpCode(this.#key, this.#lastStep)
  }
}
