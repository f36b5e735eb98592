import { formatCents, parseDollars } from '#shared/money.ts'
import type { PolicyRule } from '#shared/policy.ts'

export type PolicyValue = PolicyRule['initial']

/** 'Required', '24 hours', '$500.00', 'never' */
export function shownValue(rule: PolicyRule, value: PolicyValue | undefined) {
  if ('choices' in rule) return rule.choices[String(value)] ?? String(value)
  if (!rule.unit) return value === null ? 'never' : formatCents(Number(value))
  return `${value} ${value === 1 ? rule.unit.slice(0, -1) : rule.unit}`
}

export function textOf(rule: PolicyRule, value: PolicyValue | undefined) {
  if ('choices' in rule || rule.unit) return String(value)
  return value === null ? '' : formatCents(Number(value)).slice(1)
}

const truths: Readonly<Record<string, boolean>> = { true: true, false: false }

/** The value of the text of a control, or what is wrong with it. */
export function typedValue(rule: PolicyRule, text: string): { value: PolicyValue } | { error: string } {
  if ('choices' in rule) return { value: truths[text] ?? text }
  const { unit, bounds } = rule
  if (!unit && text.trim() === '') return { value: null }
  const [least, most] = bounds
  const number = unit ? (/^\d{1,9}$/.test(text.trim()) ? Number(text) : null) : parseDollars(text)
  if (number !== null && number >= least && number <= most) return { value: number }
  if (!unit) return { error: `Enter an amount from ${formatCents(least)} to ${formatCents(most)}, or nothing.` }
  return { error: `Enter a whole number of ${unit} from ${least} to ${most}.` }
}
