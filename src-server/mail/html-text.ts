const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** HTML that is safe to put into a mail. Made only by `html` below. */
export class Html {
  readonly source: string
  constructor(source: string) {
    this.source = source
  }
}

/** A template of HTML in which every value is escaped, unless it is HTML already; of a list every item, one after another. */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return new Html(String.raw({ raw: strings }, ...values.map(sourceOf)))
}

type HtmlValue = string | Html | readonly Html[] | undefined

function sourceOf(value: HtmlValue): string {
  if (value === undefined) return ''
  if (value instanceof Html) return value.source
  if (typeof value !== 'string') return value.map(({ source }) => source).join('')
  return value.replace(/[&<>"']/g, (character) => entities[character] ?? '')
}
