import type { BrowserContext, Page } from '@playwright/test'

/** Records what must not happen in a context: payload scripts, dialogs, CSP reports, calls to other origins. */
export async function watchInjection(context: BrowserContext): Promise<string[]> {
  const seen: string[] = []
  await context.exposeFunction('ran', (which: unknown) => seen.push(`script ${String(which)} ran`))
  await context.exposeFunction('reported', (what: string) => seen.push(`policy: ${what}`))
  await context.addInitScript(() => {
    const report = (window as unknown as { reported(what: string): void }).reported
    document.addEventListener('securitypolicyviolation', ({ blockedURI, effectiveDirective }) =>
      report(`${effectiveDirective} ${blockedURI}`),
    )
  })
  context.on('dialog', (dialog) => {
    seen.push(`dialog ${dialog.message()}`)
    dialog.dismiss().catch(() => undefined)
  })
  context.on('console', (message) => {
    if (/content security policy|refused to|trusted type/i.test(message.text())) seen.push(`console: ${message.text()}`)
  })
  context.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url())
    if (protocol === 'javascript:' || hostname === 'evil.example') seen.push(`request ${request.url()}`)
  })
  return seen
}

/** The readable text of the page without white space, fields and accessible names included. */
export function textOn(page: Page): Promise<string> {
  return page.evaluate(() => {
    const found: string[] = [document.title]
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const { parentElement, textContent } = walker.currentNode
      if (!parentElement?.closest('script, style, template')) found.push(textContent ?? '')
    }
    for (const field of document.querySelectorAll<HTMLInputElement>('input, textarea')) found.push(field.value)
    return found.join('').replace(/\s/g, '')
  })
}

/** Elements and attributes that only a payload could have created. */
export function strangeElements(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const strange = [
      ...document.querySelectorAll('object, embed, base, marquee, meta[http-equiv=refresh], iframe, math'),
    ]
    const acting = [...document.querySelectorAll('*')].filter((element) =>
      [...element.attributes].some(
        ({ name, value }) =>
          /^on/.test(name) || (/href|action|^src/.test(name) && /^\s*(javascript|data:text)/i.test(value)),
      ),
    )
    return [...strange, ...acting].map(({ outerHTML }) => outerHTML.slice(0, 200))
  })
}
