import { dayOf, dayStart, today } from '#client/lib/day-start.ts'
import type { FormProblem } from '#client/ui/form.tsx'
import {
  type BalancePlace,
  type DispositionField,
  fieldsOfKind,
  inventoryMessages,
  type NewKind,
  writeOffCauses,
} from '#shared/inventory.ts'
import { parseDollars } from '#shared/money.ts'

export type DisposeValues = ReturnType<typeof emptyValues>

export function emptyValues(kind: NewKind) {
  const empty = { faceValue: '', amount: '', fee: '', buyer: '', place: '', cause: '' }
  const placeKind = (kind === 'transferred' ? 'safe' : 'account') as BalancePlace
  return { ...empty, ...{ reference: '', note: '', account: '' }, placeKind, at: today() }
}

const amountFields = ['faceValue', 'amount', 'fee'] as const

/** A part of the face value is of one card only. */
export function hasField(kind: NewKind, field: DispositionField, isOne: boolean) {
  return fieldsOfKind[kind].includes(field) && (field !== 'faceValue' || isOne)
}

export function disposeProblems(kind: NewKind, values: DisposeValues): FormProblem[] {
  const own = (field: DispositionField) => fieldsOfKind[kind].includes(field)
  const problem = (isWrong: boolean, field: keyof DisposeValues, message: string) =>
    isWrong ? [{ field, message }] : []
  const needsAmount = kind === 'sold' || kind === 'recovered'
  return [
    ...problem(own('buyer') && values.buyer.trim() === '', 'buyer', inventoryMessages.noBuyer),
    ...problem(own('place') && values.place.trim() === '', 'place', inventoryMessages.noPlace),
    ...problem(own('cause') && values.cause === '', 'cause', inventoryMessages.noCause),
    ...problem(
      needsAmount && values.amount.trim() === '',
      'amount',
      kind === 'sold' ? inventoryMessages.noPrice : inventoryMessages.badAmount,
    ),
    ...amountFields.flatMap((field) =>
      problem(values[field].trim() !== '' && parseDollars(values[field]) === null, field, inventoryMessages.badAmount),
    ),
    ...problem(dayStart(values.at) === undefined, 'at', inventoryMessages.badTime),
  ]
}

/** A past day is recorded at its end, today at `now`. */
export function inputOf(kind: NewKind, values: DisposeValues, isOne: boolean, now: Date) {
  const own = (field: DispositionField) => hasField(kind, field, isOne)
  const dollars = (field: (typeof amountFields)[number]) => {
    const cents = own(field) && values[field].trim() !== '' ? parseDollars(values[field]) : null
    return cents === null ? {} : { [field]: cents / 100 }
  }
  const end = values.at === dayOf(now) ? undefined : dayStart(values.at, 1)
  const { buyer, place, reference, note, account } = values
  const cause = writeOffCauses.find((each) => each === values.cause)
  return {
    kind,
    ...(end && { at: new Date(end.getTime() - 1).toISOString() }),
    ...{ ...dollars('faceValue'), ...dollars('amount'), ...dollars('fee') },
    ...(own('buyer') && { buyer }),
    ...(own('place') && { place: { place: values.placeKind, name: place } }),
    ...(own('account') && account !== '' && { account }),
    ...(own('cause') && cause && { cause }),
    ...(reference.trim() !== '' && { reference }),
    ...(note.trim() !== '' && { note }),
  }
}
