/** These are public. `order`, `kind` and `reference` are required. */
export const dispositionColumns = [
  'order',
  'kind',
  'date',
  'face value',
  'amount',
  'fee',
  'buyer',
  'place',
  'place name',
  'cause',
  'reference',
  'note',
] as const
export type DispositionColumn = (typeof dispositionColumns)[number]

export const requiredColumns = ['order', 'kind', 'reference'] as const satisfies readonly DispositionColumn[]

export const columnOfField: Readonly<Record<string, DispositionColumn>> = {
  id: 'order',
  kind: 'kind',
  at: 'date',
  faceValue: 'face value',
  amount: 'amount',
  fee: 'fee',
  buyer: 'buyer',
  place: 'place name',
  'place.place': 'place',
  'place.name': 'place name',
  cause: 'cause',
  reference: 'reference',
  note: 'note',
}
