import { Button } from '#client/ui/button.tsx'
import { Form, type FormProblem, SubmitButton, useForm } from '#client/ui/form.tsx'
import { DialogButtons } from '#client/ui/form-dialog.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { Table } from '#client/ui/table.tsx'
import { type DateFormat, dateFormats } from '#shared/statement.ts'
import type { FileColumns, StatementFormat } from '#shared/statement-schema.ts'
import styles from './columns-form.module.css'

type ColumnsFormProps = {
  file: FileColumns
  format: StatementFormat | undefined
  isPending: boolean
  onChoose: (format: StatementFormat) => void
  onClose: () => void
}

type ColumnField = Exclude<keyof ChosenColumns, 'dateFormat' | 'decimal'>
const fields: readonly { field: ColumnField; label: string }[] = [
  { field: 'date', label: 'Date' },
  { field: 'amount', label: 'Amount' },
  { field: 'debit', label: 'Money out' },
  { field: 'credit', label: 'Money in' },
  { field: 'reference', label: 'Reference' },
  { field: 'description', label: 'Description' },
  { field: 'details', label: 'More text' },
  { field: 'fee', label: 'Fee' },
  { field: 'balance', label: 'Balance after the line' },
  { field: 'currency', label: 'Currency' },
]

const decimals = [
  { value: '.', name: '1,234.50' },
  { value: ',', name: '1.234,50' },
] as const

export function ColumnsForm({ file, format, isPending, onChoose, onClose }: ColumnsFormProps) {
  const form = useForm<ChosenColumns>(format ? chosenOf(format) : guessColumns(file), check)
  const columns = file.columns.filter((column, at) => column !== '' && file.columns.indexOf(column) === at)
  return (
    <Form
      form={form}
      isPending={isPending}
      aria-label="Columns of the file"
      onSubmit={(chosen) => onChoose(formatOf(chosen))}
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
      <div className={styles.fields}>
        {fields.map(({ field, label }) => (
          <SelectField
            key={field}
            {...form.bind(field)}
            label={label}
            options={[
              { value: '', name: field === 'date' ? 'Choose' : 'None' },
              ...columns.map((column) => ({ value: column, name: column })),
            ]}
          />
        ))}
        <SelectField
          {...form.bind('dateFormat')}
          label="Dates are written"
          options={dateFormats.map((value) => ({ value, name: value }))}
        />
        <SelectField {...form.bind('decimal')} label="Amounts are written" options={decimals} />
      </div>
      <DialogButtons>
        <SubmitButton pendingLabel="Saving...">Use these columns</SubmitButton>
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
      </DialogButtons>
    </Form>
  )
}

function check({ date, amount, debit, credit }: ChosenColumns): FormProblem | undefined {
  if (date === '') return { message: 'Choose the column of the date.', field: 'date' }
  const [hasAmount, hasBoth, hasOne] = [amount !== '', debit !== '' && credit !== '', debit !== '' || credit !== '']
  if (hasAmount && hasOne) return { message: 'Choose the amount, or money out and money in.', field: 'amount' }
  if (!hasAmount && !hasBoth)
    return { message: 'Choose the column of the amount, or those of money out and money in.', field: 'amount' }
  return undefined
}

/** An empty text is no column. */
type ChosenColumns = {
  date: string
  dateFormat: DateFormat
  decimal: '.' | ','
  amount: string
  debit: string
  credit: string
  reference: string
  description: string
  details: string
  fee: string
  balance: string
  currency: string
}

const names: Readonly<Record<Exclude<keyof ChosenColumns, 'dateFormat' | 'decimal'>, RegExp>> = {
  date: /^(date|posting date|posted date|transaction date|booking date)$/i,
  amount: /^(amount|gross|transaction amount)$/i,
  debit: /^(debit|withdrawals?|money out|paid out)$/i,
  credit: /^(credit|deposits?|money in|paid in)$/i,
  reference: /^(reference|reference number|transaction id|ref|check or slip #)$/i,
  description: /^(description|memo|payee|narrative|type)$/i,
  details: /^(details|name|notes?)$/i,
  fee: /^fees?$/i,
  balance: /^((running |account )?bal(ance)?\.?)$/i,
  currency: /^currency$/i,
}

/** By the usual names of columns and the first lines of the file. */
export function guessColumns({ columns, rows }: FileColumns): ChosenColumns {
  const nameOf = (pattern: RegExp) => columns.find((column) => pattern.test(column)) ?? ''
  const found = Object.fromEntries(Object.entries(names).map(([field, pattern]) => [field, nameOf(pattern)]))
  const chosen = { ...found, dateFormat: 'MM/DD/YYYY', decimal: '.' } as ChosenColumns
  const cellsOf = (column: string) => rows.map((row) => row[columns.indexOf(column)] ?? '')
  const dates = cellsOf(chosen.date)
  const amounts = cellsOf(chosen.amount || chosen.debit)
  return {
    ...chosen,
    dateFormat: dateFormatOf(dates),
    decimal: amounts.some((cell) => /,\d{1,2}$/.test(cell)) ? ',' : '.',
    ...(chosen.amount && { debit: '', credit: '' }),
  }
}

function dateFormatOf(cells: readonly string[]): DateFormat {
  if (cells.some((cell) => /^\d{4}-/.test(cell))) return 'YYYY-MM-DD'
  if (cells.some((cell) => /^\d{1,2}\./.test(cell))) return 'DD.MM.YYYY'
  return cells.some((cell) => Number(cell.split('/')[0]) > 12) ? 'DD/MM/YYYY' : 'MM/DD/YYYY'
}

export function formatOf(chosen: ChosenColumns): StatementFormat {
  const { date, dateFormat, decimal, ...optional } = chosen
  const present = Object.entries(optional).filter(([, column]) => column !== '')
  return { date, dateFormat, decimal, ...Object.fromEntries(present) }
}

export function chosenOf(format: StatementFormat): ChosenColumns {
  const none = { amount: '', debit: '', credit: '', reference: '', description: '', details: '', fee: '' }
  return { ...none, balance: '', currency: '', ...format }
}
