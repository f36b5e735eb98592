/**
 * Runs in the page: from now on it shows the same ids, addresses and times in every run, and no drawing that is made of
 * an id. Replaces them before they are painted.
 */
export function replaceVaryingTexts(): void {
  const months = 'Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sep|Oct|Nov|Dec'
  const weekdays = 'Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun'
  const patterns: readonly (readonly [RegExp, string])[] = [
    [/\b([A-Z]{2,4})-[0-9A-Z]{6,}\b/g, '$1-0000000000'],
    [/\b([a-z]+)-\d+-\d{13}(-\d+)?/g, '$1-1'],
    [/\b(localhost|127\.0\.0\.1):\d+/g, '$1:3000'],
    [/\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/g, '00000000-0000-0000-0000-000000000000'],
    [/\b[\da-f]{8}\b/g, '00000000'],
    [/[\w-]{18,}|\b[A-Z2-7]{4}( [A-Z2-7]{4}){3,}/g, 'a secret of many letters'],
    [/\b\d{1,2}:\d{2}(:\d{2})?([ \u202f][AP]M)?/g, '12:00'],
    [/\b\d{4}-\d{2}(-\d{2})?\b/g, '2025-01-01'],
    [new RegExp(`\\b(?:${weekdays})(?:day)?\\b`, 'g'), 'Monday'],
    [new RegExp(`\\b(?:${months})[a-z]* \\d{1,4}(?:, \\d{4})?`, 'g'), 'Jan 1'],
    [/\b(just )?now\b|\b\d+ (s|sec|min|h|d|seconds?|minutes?|hours?|days?)\b/g, '1 min'],
  ]
  const replaced = (text: string) => patterns.reduce((result, [pattern, by]) => result.replace(pattern, by), text)
  const replaceIn = (node: Node) => {
    const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
    for (let each: Node | null = texts.currentNode; each; each = texts.nextNode()) {
      const text = each.nodeValue ?? ''
      if (each.nodeType === Node.TEXT_NODE && replaced(text) !== text) each.nodeValue = replaced(text)
    }
    for (const field of document.querySelectorAll<HTMLInputElement>(
      'input[type="text"], input[type="email"], input[type="search"], input[type="date"]',
    ))
      if (replaced(field.value) !== field.value) field.value = replaced(field.value)
    for (const drawing of document.querySelectorAll<SVGElement>('svg[class*="qrCode"]'))
      drawing.style.visibility = 'hidden'
  }
  replaceIn(document.body)
  new MutationObserver((changes) => {
    for (const { target } of changes) replaceIn(target)
  }).observe(document.body, { childList: true, characterData: true, subtree: true })
}
