const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escaped HTML. Created only by `html` below and from constants. */
export class Html {
  readonly source: string
  constructor(source: string) {
    this.source = source
  }
}

/** An HTML template tag that escapes every value except `Html`. Lists are concatenated. */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]) {
  return new Html(String.raw({ raw: strings }, ...values.map(sourceOf)))
}

type HtmlValue = string | Html | readonly Html[] | undefined

function sourceOf(value: HtmlValue): string {
  if (value === undefined) return ''
  if (value instanceof Html) return value.source
  if (typeof value !== 'string') return value.map(({ source }) => source).join('')
  return value.replace(/[&<>"']/g, (character) => entities[character] ?? '')
}
