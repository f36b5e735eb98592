import { expect, type Locator, type Page } from '@playwright/test'

/** Seconds of work of a hand, without reading and thinking. */
const SECONDS = { tap: 1.2, key: 0.28, swipe: 0.8, photo: 8 }
/** How far one swipe of a thumb moves the page, in pixels. */
const SWIPE_PX = 500

/** Works a page as a person with a phone does, and counts taps, keys, swipes and photos. */
export class Hands {
  readonly #page: Page
  readonly counts = { tap: 0, key: 0, swipe: 0, photo: 0 }

  constructor(page: Page) {
    this.#page = page
  }

  async tap(target: Locator): Promise<void> {
    await this.#reach(target)
    this.counts.tap++
    await target.click()
  }

  /** Types into the field that has the focus. */
  async type(text: string): Promise<void> {
    this.counts.key += text.length
    await this.#page.keyboard.insertText(text)
  }

  /** Taps a field and types into it. */
  async fill(field: Locator, text: string): Promise<void> {
    await this.tap(field)
    await expect(field).toBeFocused()
    await this.type(text)
  }

  /** Taps the control of a file input and takes a photo. */
  async photograph(input: Locator, file: Parameters<Locator['setInputFiles']>[0]): Promise<void> {
    await this.#reach(input)
    this.counts.tap++
    this.counts.photo++
    await input.setInputFiles(file)
  }

  /** All counted work, in seconds. */
  seconds(): number {
    const kinds = Object.keys(SECONDS) as (keyof typeof SECONDS)[]
    return kinds.reduce((sum, kind) => sum + this.counts[kind] * SECONDS[kind], 0)
  }

  /** Swipes until the target is on the screen, as far as it is away. */
  async #reach(target: Locator): Promise<void> {
    const before = await this.#page.evaluate(() => window.scrollY)
    const isShown = await target.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect()
      return top >= 0 && bottom <= window.innerHeight
    })
    if (isShown) return
    await target.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }))
    const after = await this.#page.evaluate(() => window.scrollY)
    this.counts.swipe += Math.ceil(Math.abs(after - before) / SWIPE_PX)
  }
}
