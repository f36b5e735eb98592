import { refusedCharacter, type TextKind } from './clean-text.ts'

/** Messages for rejected texts, on the client and on the server. `label` names the field where it is not obvious. */
export const textMessages = {
  tooLong: (max: number, label?: string) =>
    label === undefined ? `Use at most ${max} characters.` : `${label} can have at most ${max} characters.`,
  unusable: (character: string, label = 'This text') =>
    `${label} contains a character that can't be used here: ${character}.`,
} as const

/** Why a clean text cannot be stored; undefined when it can. */
export function textFault(kind: TextKind, cleaned: string, max: number, label?: string) {
  const refused = refusedCharacter(kind, cleaned)
  if (refused !== undefined) return textMessages.unusable(refused, label)
  return cleaned.length > max ? textMessages.tooLong(max, label) : undefined
}
