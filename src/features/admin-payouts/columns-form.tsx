import { CheckboxGroup } from '#client/ui/checkbox-group.tsx'
import { Form, useForm } from '#client/ui/form.tsx'
import { FormButtons } from '#client/ui/form-dialog.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { Table } from '#client/ui/table.tsx'
import { type DateFormat, directionWord } from '#shared/statement.ts'
import type { FileColumns, StatementFormat } from '#shared/statement-schema.ts'

type ColumnsFormProps = {
  file: FileColumns
  format: StatementFormat | undefined
  /** The columns have numbers in place of names. */
  noHeader: boolean
  isPending: boolean
  onChoose: (format: StatementFormat) => void
  onClose: () => void
}

/** The columns that a file may have, with their usual names. */
const fields = {
  date: { label: 'Date', usual: /^(date|posting date|posted date|transaction date|booking date)$/i },
  amount: { label: 'Amount', usual: /^(amount|gross|transaction amount)$/i },
  debit: { label: 'Money out', usual: /^(debit|withdrawals?|money out|paid out)$/i },
  credit: { label: 'Money in', usual: /^(credit|deposits?|money in|paid in)$/i },
  reference: { label: 'Reference', usual: /^(reference( number)?|transaction id|ref|check or slip #)$/i },
  description: { label: 'Description', usual: /^((transaction |payment )?description|memo|payee|narrative|type)$/i },
  details: { label: 'More text', usual: /^(details|name|notes?)$/i },
  fee: { label: 'Fee', usual: /^fees?$/i },
  balance: { label: 'Balance after the line', usual: /^((running |account )?bal(ance)?\.?)$/i },
  currency: { label: 'Currency', usual: /^currency$/i },
  direction: { label: 'Direction, in words', usual: /^$/ },
  status: { label: 'Status', usual: /^((transaction |payment )?status|state)$/i },
}
const fieldNames = Object.keys(fields) as (keyof typeof fields)[]

type Words = readonly string[]
type ChosenColumns = Record<keyof typeof fields, string> & {
  dateFormat: DateFormat
  decimal: '.' | ','
  outWords: Words
  statusWords: Words
}

const columnsBy = (textOf: (field: keyof typeof fields) => string) =>
  Object.fromEntries(fieldNames.map((field) => [field, textOf(field)])) as Record<keyof typeof fields, string>

const dates = [
  { value: 'YYYY-MM-DD', name: 'Year, month, day' },
  { value: 'MM/DD/YYYY', name: 'Month, day, year' },
  { value: 'DD/MM/YYYY', name: 'Day, month, year' },
] as const
const decimals = [
  { value: '.', name: '1,234.50' },
  { value: ',', name: '1.234,50' },
] as const

export function ColumnsForm({ file, format, noHeader, isPending, onChoose, onClose }: ColumnsFormProps) {
  const form = useForm<ChosenColumns>(chosenOf(guessColumns(file, noHeader), format), check)
  const { direction, status } = form.values
  const nameOf = (column: string) => (noHeader ? `Column ${column}` : column)
  const wordsAt = (field: 'outWords' | 'statusWords', column: string) => ({
    options: wordsOf(file, column).map((word) => ({ value: word, name: word })),
    chosen: form.values[field],
    onChoose: (words: Words) => form.change({ [field]: words }),
  })
  const columns = file.columns.filter((column, at) => column !== '' && file.columns.indexOf(column) === at)
  return (
    <Form
      form={form}
      isPending={isPending}
      aria-label="Columns of the file"
      onSubmit={(chosen) => onChoose(formatOf(chosen, file, noHeader))}
    >
      <p>Which column has what? Choose the amount, or money out and money in. It is remembered for this account.</p>
      <Table
        name="First lines of the file"
        columns={columns.map((name) => ({
          name,
          cell: ({ cells }: { cells: readonly string[] }) => cells[file.columns.indexOf(name)] ?? '',
        }))}
        rows={file.rows.map((cells, at) => ({ cells, at }))}
        rowKey={({ at }) => at}
      />
      <div className="field-grid">
        {fieldNames.map((field) => (
          <SelectField
            key={field}
            {...form.bind(field)}
            label={fields[field].label}
            options={[
              { value: '', name: field === 'date' ? 'Choose' : 'None' },
              ...columns.map((column) => ({ value: column, name: nameOf(column) })),
            ]}
          />
        ))}
        <SelectField {...form.bind('dateFormat')} label="Dates are written" options={dates} />
        <SelectField {...form.bind('decimal')} label="Amounts are written" options={decimals} />
      </div>
      <CheckboxGroup {...wordsAt('outWords', direction)} label="Words of money out" />
      <CheckboxGroup {...wordsAt('statusWords', status)} label="Words of lines that have moved money" />
      <FormButtons pendingLabel="Saving..." cancel="Close" onCancel={onClose}>
        Use these columns
      </FormButtons>
    </Form>
  )
}

const wordsOf = ({ columns, words }: FileColumns, column: string): Words => words[columns.indexOf(column)] ?? []

function check({ date, amount, debit, credit, direction }: ChosenColumns) {
  if (date === '') return { message: 'Choose the column of the date.', field: 'date' }
  const atAmount = (message: string) => ({ message, field: 'amount' })
  if (amount !== '')
    return debit + credit === '' ? undefined : atAmount('Choose the amount, or money out and money in.')
  if (debit === '' || credit === '')
    return atAmount('Choose the column of the amount, or those of money out and money in.')
  return direction === '' ? undefined : atAmount('A direction needs the column of the amount.')
}

const done = /complet|clear|post|settle|succe|booked|paid|processed/i
const notDone = /fail|pend|declin|cancel|revers|return|incomplet|unpaid/i

export function guessColumns(file: FileColumns, noHeader = false): ChosenColumns {
  const { columns, rows, words } = file
  const cellsOf = (column: string) => rows.map((row) => row[columns.indexOf(column)] ?? '')
  const guessed = noHeader
    ? guessNumbers(columns, cellsOf)
    : columnsBy((field) => columns.find((column) => fields[field].usual.test(column)) ?? '')
  const isSigned = cellsOf(guessed.amount).some((cell) => /[-\u2212(]|[CD]R$/i.test(cell))
  const hasDirection = (all: Words) => all.some((word) => directionWord(word) === 'out') && all.every(directionWord)
  const direction = isSigned || guessed.amount === '' ? '' : columns[words.findIndex(hasDirection)]
  const chosen = { ...guessed, direction: direction ?? '' }
  const amounts = cellsOf(chosen.amount || chosen.debit)
  return {
    ...chosen,
    dateFormat: dateFormatOf(cellsOf(chosen.date)),
    decimal: amounts.some((cell) => /,\d{1,2}$/.test(cell)) ? ',' : '.',
    ...(chosen.amount && { debit: '', credit: '' }),
    outWords: words.flat().filter((word) => directionWord(word) === 'out'),
    statusWords: words.flat().filter((word) => done.test(word) && !notDone.test(word)),
  }
}

/** What the cells of columns without names look like: the first day, the first amount, the last text. */
function guessNumbers(columns: Words, cellsOf: (column: string) => Words) {
  const has = (pattern: RegExp) => (column: string) => cellsOf(column).some((cell) => pattern.test(cell))
  const found: Partial<Record<keyof typeof fields, string | undefined>> = {
    date: columns.find(has(/^\d{1,4}[-/. ]\w{1,3}[-/. ]\d{2,4}/)),
    amount: columns.find(has(/^[-+($\s]*[\d.,]*[.,]\d\d\)?$/)),
    description: columns.findLast(has(/[a-z]{3}/i)),
  }
  return columnsBy((field) => found[field] ?? '')
}

function dateFormatOf(cells: readonly string[]): DateFormat {
  if (cells.some((cell) => /^\d{4}/.test(cell))) return 'YYYY-MM-DD'
  const isDayFirst = (cell: string) => /^\d{1,2}\./.test(cell) || Number.parseInt(cell, 10) > 12
  return cells.some(isDayFirst) ? 'DD/MM/YYYY' : 'MM/DD/YYYY'
}

export function formatOf(chosen: ChosenColumns, file: FileColumns, noHeader = false): StatementFormat {
  const { date, dateFormat, decimal, outWords, statusWords, ...optional } = chosen
  const present = Object.entries(optional).filter(([, column]) => column !== '')
  const inWords = wordsOf(file, chosen.direction).filter((word) => !outWords.includes(word))
  return {
    ...{ date, dateFormat, decimal, ...Object.fromEntries(present) },
    ...(noHeader && { noHeader }),
    ...(chosen.direction && { outWords: [...outWords], inWords }),
    ...(chosen.status && { statusWords: [...statusWords] }),
  }
}

/** The columns of a format, with the words and the direction that were guessed where it has none. */
export function chosenOf(guessed: ChosenColumns, format: StatementFormat | undefined): ChosenColumns {
  if (!format) return guessed
  const { noHeader, inWords, ...rest } = format
  const { direction, outWords, statusWords } = guessed
  const chosen = { ...columnsBy(() => ''), direction, outWords, statusWords, ...rest }
  return format.dateFormat === 'DD.MM.YYYY' ? { ...chosen, dateFormat: 'DD/MM/YYYY' } : chosen
}
