import type { Page } from '@playwright/test'
import { entryUrl } from './built-files.ts'

/** Delays these scripts, or the start of the application, until the returned function is called. */
export async function holdScript(page: Page, urls: readonly string[] = [entryUrl()]): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  for (const url of urls)
    await page.route(`**${url}`, async (route) => {
      await released
      await route.continue()
    })
  return release
}

/** Waits until the application is hydrated. */
export const isRunning = (page: Page) =>
  page.waitForFunction(() => performance.getEntriesByName('hydrated').length > 0, undefined, { polling: 50 })

/** Collects the uncaught errors and the errors in the console of a page. */
export function errorsOf(page: Page): string[] {
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  return errors
}

/** The sum of all layout shifts of the page so far. */
export function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value
        })
        observer.observe({ type: 'layout-shift', buffered: true })
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)))
      }),
  )
}
