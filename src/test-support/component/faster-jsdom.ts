// Shorter ways to what jsdom computes from all rules or the whole page: a quarter of the CPU time of these tests.

// jsdom walks the whole page for the labels of each control.
for (const Control of [HTMLButtonElement, HTMLInputElement, HTMLOutputElement, HTMLSelectElement, HTMLTextAreaElement])
  Object.defineProperty(Control.prototype, 'labels', {
    get(this: HTMLElement) {
      if (this instanceof HTMLInputElement && this.type === 'hidden') return null
      const around = this.closest('label')
      const named = this.id ? document.querySelectorAll(`label[for="${CSS.escape(this.id)}"]`) : []
      return [...(around && !around.htmlFor && around.control === this ? [around] : []), ...named]
    },
  })

const attributesWithStyle = ['hidden', 'open', 'type', 'popover']
// Without pointer-events, which an element inherits from inline styles around it: user-event then asks its ancestors.
const readProperties = ['display', 'visibility', 'opacity', 'content']
const stylesByShape = new Map<string, CSSStyleDeclaration>()
const computeStyle = window.getComputedStyle.bind(window)
// jsdom matches each element with all rules of its own style sheet. There is no other one, so the style of an element
// follows from its name and these attributes.
window.getComputedStyle = (element, part) => {
  if (part || element.hasAttribute('style')) return computeStyle(element, part)
  const shape = JSON.stringify([element.localName, ...attributesWithStyle.map((name) => element.getAttribute(name))])
  const known = stylesByShape.get(shape)
  if (known) return known
  const style = copyStyle(computeStyle(element))
  stylesByShape.set(shape, style)
  return style
}

/** The values at this time: those of the original are computed at each read. */
function copyStyle(style: CSSStyleDeclaration): CSSStyleDeclaration {
  const values = new Map(readProperties.map((name) => [name, style.getPropertyValue(name)]))
  const inCamelCase = (name: string) => name.replace(/-\w/, (text) => text.slice(1).toUpperCase())
  return {
    ...Object.fromEntries([...values].map(([name, value]) => [inCamelCase(name), value])),
    getPropertyValue: (name: string) => values.get(name) ?? '',
  } as CSSStyleDeclaration
}
