import { LOT_MAX_ITEMS, lotMessages } from '#shared/lot.ts'
import type { MakeLotInput } from '#shared/lot-schema.ts'
import { parseDollars, sumOfDollars } from '#shared/money.ts'

/** An order and a price on each line, or what is wrong with the first bad line. */
export function parseLotLines(text: string): { items: MakeLotInput['items'] } | { error: string } {
  const items: MakeLotInput['items'] = []
  for (const [at, line] of text.split('\n').entries()) {
    const cells = line
      .trim()
      .split(/[\s,;]+/)
      .filter(Boolean)
    if (cells.length === 0) continue
    const [order = '', price = '', ...rest] = cells
    const cents = parseDollars(price)
    if (rest.length > 0 || cents === null || cents <= 0)
      return { error: `Line ${at + 1}: enter an order and its price in dollars, such as GCE-7K3M9Q2XVB 96.00.` }
    items.push({ submissionId: order.toUpperCase(), price: cents / 100 })
  }
  if (items.length === 0) return { error: lotMessages.noItem }
  if (items.length > LOT_MAX_ITEMS) return { error: lotMessages.tooMany }
  return { items }
}

/** In dollars; lines that cannot be read are left out. */
export function sumOfLines(text: string): { count: number; dollars: number } {
  const parsed = parseLotLines(text)
  if ('error' in parsed) return { count: 0, dollars: 0 }
  return { count: parsed.items.length, dollars: sumOfDollars(parsed.items.map(({ price }) => price)) }
}
