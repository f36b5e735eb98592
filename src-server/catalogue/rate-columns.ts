/** In the order of the export. A line is a band of a brand. */
export const rateColumns = ['slug', 'name', 'category', 'state', 'from', 'to', 'rate', 'min', 'max'] as const
export type RateColumn = (typeof rateColumns)[number]

/** A brand keeps what it has of the others. */
export const requiredColumns: readonly RateColumn[] = ['slug', 'from', 'to', 'rate']
