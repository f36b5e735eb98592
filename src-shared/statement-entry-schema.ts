import { z } from 'zod'
import { chosen, person, requestKey } from './parts-schema.ts'
import { paging } from './payout-schema.ts'
import { ENTRY_MAX_LINES, ENTRY_NOTE_MAX_LENGTH, entryKinds, entryStates } from './statement.ts'
import { signedDollars } from './statement-schema.ts'
import { id, requiredText } from './text-schema.ts'

export const adjustInput = z.object({
  lines: chosen(id, 'line', ENTRY_MAX_LINES).optional(),
  /** In place of lines: what moved the money of `account`, and no line comes for it. */
  movements: chosen(id, 'movement', ENTRY_MAX_LINES).optional(),
  account: id.optional(),
  kind: z.enum(entryKinds, { error: `The kind must be ${entryKinds.join(', ')}.` }),
  /** Dollars: what the bank has more. It is repeated: a difference that has changed since is not booked. */
  amount: signedDollars(),
  note: requiredText(ENTRY_NOTE_MAX_LENGTH, 'Enter why.'),
  requestKey,
})
export type AdjustInput = z.infer<typeof adjustInput>

/** An adjusting entry. Its amount is negative when the bank has less than the books. */
export const statementEntry = z.object({
  id: z.string(),
  accountId: z.string(),
  kind: z.enum([...entryKinds, 'correction']),
  amount: z.number(),
  note: z.string(),
  state: z.enum(entryStates),
  payoutId: z.string().optional(),
  madeBy: person,
  madeAt: z.string(),
  /** Who reversed it. */
  endedBy: person.optional(),
  endedAt: z.string().optional(),
  lines: z.number(),
})
export type StatementEntry = z.infer<typeof statementEntry>

export const entryListInput = z.object({
  ...paging,
  account: id.optional(),
  state: z.enum(entryStates, { error: `The state must be ${entryStates.join(', ')}.` }).optional(),
})
export type EntryListInput = z.infer<typeof entryListInput>
