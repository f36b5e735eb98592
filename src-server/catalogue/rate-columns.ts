/** The columns of a file of rates, in the order of the export. A line is a band of a brand. */
export const rateColumns = ['slug', 'name', 'category', 'state', 'from', 'to', 'rate', 'min', 'max'] as const
export type RateColumn = (typeof rateColumns)[number]

/** A file may lack the others; a brand keeps what it has of them. */
export const requiredColumns: readonly RateColumn[] = ['slug', 'from', 'to', 'rate']
